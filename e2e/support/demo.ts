/** What the demo lake holds, as a story names it: addresses of its datasets and of every page there is. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { datasetTabs } from '@/components/dataset/dataset-tabs';
import { datasetHref, encodeDatasetId } from '@/lib/contracts/dataset-id';

export const lake = 'demo';

/** Where each dataset lies below the lake. */
export const datasets = {
  events: 'events.lance',
  products: 'products.lance',
  users: 'users.lance',
  chunks: 'docs_chunks.lance',
  orders: 'eu/west/orders.lance',
  /** A space, a percent sign, letters beyond ASCII and a slash. */
  monthly: 'reports 日本 ~50%/monthly.lance',
} as const;
export type DemoDataset = keyof typeof datasets;

/** The demo's cluster roots: a beating owner, one that died, a record that is none. */
export const lockRoots = ['brain', 'atlas', 'archive'] as const;

/** @param rest `/leases`, `/versions/12`; empty for the dataset itself */
export function pageOf(dataset: DemoDataset, rest = ''): string {
  return datasetHref(lake, encodeDatasetId(datasets[dataset]), rest);
}

/** A version that every demo dataset has. */
const someVersion = '3';

/**
 * Every page of the console, taken from the files that make them, so that none is forgotten; the places in their
 * addresses are filled with this dataset and each of its tabs. Sign-in is open to nobody and not among them.
 */
export function everyPage(dataset: DemoDataset): string[] {
  return routesBelow('app').flatMap((route) => {
    if (route === '/sign-in') return [];
    const placed = route
      .replace('/datasets/[lake]/[id]', pageOf(dataset))
      .replace('[version]', someVersion)
      .replace('/serving/[env]/[set]', '/serving/demo/berlin')
      .replace('[replica]', 'eu-1')
      .replace('/status-pages/[slug]', '/status-pages/demo')
      .replace('[run]', '01JD0000000000000000000000')
      .replace('[hash]', 'a'.repeat(64));
    if (placed.includes('/locks/[root]')) return lockRoots.map((root) => placed.replace('[root]', root));
    if (placed.includes('[tab]')) return datasetTabs.map((tab) => placed.replace('[tab]', tab));
    if (placed.includes('[')) throw new Error(`no story knows how to open ${route}`);
    return [placed];
  });
}

function routesBelow(folder: string, route = ''): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isFile()) return entry.name === 'page.tsx' ? [route === '' ? '/' : route] : [];
    const grouped = entry.name.startsWith('(');
    return routesBelow(path.join(folder, entry.name), grouped ? route : `${route}/${entry.name}`);
  });
}
