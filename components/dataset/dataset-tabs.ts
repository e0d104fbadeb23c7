/** The tabs of a dataset, their order, and what each counts; a count nobody knows is left out, never zero. */

import type { TabLink } from '@/components/ui/tab-links';
import type { DatasetDetail } from '@/lib/contracts/datasets';

export const datasetTabs = [
  'versions',
  'references',
  'leases',
  'retirement',
  'storage',
  'operations',
  'activity',
] as const;
export type DatasetTab = (typeof datasetTabs)[number];

export function datasetTabOf(text: string): DatasetTab | null {
  return datasetTabs.find((tab) => tab === text) ?? null;
}

export const datasetTabLabels: Readonly<Record<DatasetTab, string>> = {
  versions: 'Versions',
  references: 'References',
  leases: 'Leases',
  retirement: 'Retirement',
  storage: 'Storage',
  operations: 'Operations',
  activity: 'Activity',
};

/**
 * @param current null on a page below the tabs
 * @param dataset null while it is not read
 * @param hrefOf the tab's address, its branch kept
 */
export function datasetTabLinks(
  current: DatasetTab | null,
  dataset: DatasetDetail | null,
  hrefOf: (tab: DatasetTab) => string,
): TabLink[] {
  return datasetTabs.map((tab) => ({
    href: hrefOf(tab),
    label: datasetTabLabels[tab],
    current: tab === current,
    count: dataset === null ? null : countOf(tab, dataset),
  }));
}

function countOf(tab: DatasetTab, dataset: DatasetDetail): number | null {
  const { versionCount, tags, branches, leases, retirements } = dataset;
  switch (tab) {
    case 'versions':
      return versionCount.kind === 'exact' ? Number(versionCount.value) : null;
    case 'references':
      return tags === null || branches === null ? null : tags + branches;
    case 'leases':
      return leases;
    case 'retirement':
      return retirements;
    case 'storage':
    case 'operations':
    case 'activity':
      return null;
  }
}
