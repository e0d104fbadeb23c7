/** The nouns of the rail, in their order and groups, each with its key after G. A noun appears when it is built. */
import type { IconName } from '@/components/ui/icon-paths';

export interface Noun {
  readonly id:
    | 'overview'
    | 'datasets'
    | 'leases'
    | 'retirement'
    | 'references'
    | 'locks'
    | 'serving'
    | 'operations'
    | 'activity'
    | 'status'
    | 'settings';
  readonly label: string;
  readonly href: string;
  readonly icon: IconName;
  /** The key after G. */
  readonly key: string;
}

export const nounGroups: readonly (readonly Noun[])[] = [
  [{ id: 'overview', label: 'Overview', href: '/', icon: 'overview', key: 'o' }],
  [
    { id: 'datasets', label: 'Datasets', href: '/datasets', icon: 'dataset', key: 'd' },
    { id: 'leases', label: 'Leases', href: '/leases', icon: 'lease', key: 'l' },
    { id: 'retirement', label: 'Retirement', href: '/retirement', icon: 'retire', key: 'r' },
    { id: 'references', label: 'References', href: '/references', icon: 'ref', key: 'f' },
    { id: 'locks', label: 'Locks', href: '/locks', icon: 'lock', key: 'k' },
    { id: 'serving', label: 'Serving', href: '/serving', icon: 'serving', key: 's' },
  ],
  [
    { id: 'operations', label: 'Operations', href: '/operations', icon: 'op', key: 'p' },
    { id: 'activity', label: 'Activity', href: '/activity', icon: 'clock', key: 'a' },
  ],
  [
    { id: 'status', label: 'Status pages', href: '/status-pages', icon: 'status', key: 'u' },
    { id: 'settings', label: 'Settings', href: '/settings', icon: 'settings', key: 't' },
  ],
];

export const nouns: readonly Noun[] = nounGroups.flat();

/** The noun a path belongs to: a dataset's page belongs to Datasets. */
export function nounOf(pathname: string): Noun['id'] | null {
  if (pathname === '/') return 'overview';
  return nouns.find(({ href }) => href !== '/' && isBelow(pathname, href))?.id ?? null;
}

function isBelow(pathname: string, href: string): boolean {
  return pathname === href || pathname.startsWith(`${href}/`);
}
