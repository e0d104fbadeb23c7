/** The words of status pages for their admins: impacts, levels, visibility. */
import type { RedactionLevel } from '@/lib/contracts/status-document';
import type { Incident, StatusPage } from '@/lib/contracts/status-pages';

export const impactWords: Readonly<Record<Incident['impact'], string>> = {
  none: 'nothing is impaired',
  degraded: 'what it touches is degraded',
  down: 'what it touches is down',
};

export const levelWords: Readonly<Record<RedactionLevel, string>> = {
  names: 'Names',
  labels: 'Labels',
  counts: 'Counts',
};

export const visibilityWords: Readonly<Record<StatusPage['visibility'], string>> = {
  public: 'Public: whoever knows the address opens it',
  secret: 'Secret: it opens through its links alone',
};
