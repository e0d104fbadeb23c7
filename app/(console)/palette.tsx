'use client';
/** The palette with its searches: names are matched by the server, at most twenty of each kind are shown. */
import { useRouter } from 'next/navigation';
import { useDeferredValue, useState } from 'react';
import { QueryProvider } from '@/app/query-provider';
import { CommandPalette, type PaletteGroup } from '@/components/shell/command-palette';
import { questionOf } from '@/components/shell/palette-rules';
import { statusPageHref } from '@/components/status-pages/page-columns';
import { problemOf } from '@/components/ui/problem';
import { isVamplateError } from '@/lib/base/errors';
import { formatRemaining } from '@/lib/base/format-duration';
import { useDatasets } from '@/lib/client/queries/datasets';
import { useFleetLeases, useFleetReferences } from '@/lib/client/queries/fleet';
import { useKnownStatusPages } from '@/lib/client/queries/status-pages';
import { datasetHref } from '@/lib/contracts/dataset-id';
import type { DatasetSummary } from '@/lib/contracts/datasets';
import type { StatusPage } from '@/lib/contracts/status-pages';

const MOST = 20;

export interface PaletteProps {
  readonly onClose: () => void;
}

export function Palette(props: PaletteProps) {
  return (
    <QueryProvider>
      <Search {...props} />
    </QueryProvider>
  );
}

function Search({ onClose }: PaletteProps) {
  const router = useRouter();
  const [text, setText] = useState('');
  const asked = useDeferredValue(text);
  const { words, version } = questionOf(asked);
  const q = words === '' ? {} : { q: words };
  const datasets = useDatasets({ ...q, limit: MOST });
  const tags = useFleetReferences({ ...q, kind: 'tag', limit: MOST });
  const leases = useFleetLeases({ ...q, limit: MOST });
  const statusPages = useKnownStatusPages();
  const found = (datasets.data?.pages[0]?.items ?? []).slice(0, MOST);
  const answers = [datasets, tags, leases];
  const failed = answers.find(({ error }) => error !== null)?.error ?? failureOf(statusPages.error);
  // What is listed still answers an earlier text: nothing of it may open under the hand that typed the new one.
  const late = asked !== text || answers.some(({ isPlaceholderData }) => isPlaceholderData);
  const more = answers.some(({ data }) => (data?.pages[0]?.nextCursor ?? null) !== null);
  return (
    <CommandPalette
      text={text}
      onText={setText}
      groups={[
        versionGroup(found, version),
        { heading: 'Datasets', items: found.map(datasetItem) },
        {
          heading: 'Tags',
          items: (tags.data?.pages[0]?.items ?? []).slice(0, MOST).map((tag) => ({
            href: datasetHref(tag.lake, tag.dataset, '/references'),
            label: tag.name,
            detail: `${tag.datasetName}${tag.targetVersion === null ? '' : `, v${tag.targetVersion}`}`,
            icon: 'tag' as const,
          })),
        },
        {
          heading: 'Leases',
          items: (leases.data?.pages[0]?.items ?? []).slice(0, MOST).map((lease) => ({
            href: datasetHref(lease.lake, lease.dataset, '/leases'),
            label: lease.holder?.label ?? lease.id,
            detail: `${lease.datasetName}, v${lease.version}, ${formatRemaining(Date.parse(lease.expiresAt), Date.now())}`,
            icon: 'lease' as const,
          })),
        },
        {
          heading: 'Status pages',
          items: pagesNamed(statusPages.data?.items ?? [], words)
            .slice(0, MOST)
            .map(({ slug, title }) => ({
              href: statusPageHref(slug),
              label: title,
              detail: slug,
              icon: 'status' as const,
            })),
        },
      ]}
      reading={late || answers.some(({ isFetching, data }) => isFetching && data === undefined)}
      note={
        failed
          ? `A part of the search failed: ${problemOf(failed).sentence}`
          : more
            ? `There is more: at most ${MOST} of each kind are shown. Type more of the name.`
            : null
      }
      onOpen={(href) => {
        if (late) return;
        onClose();
        router.push(href);
      }}
      onClose={onClose}
    />
  );
}

/** Without a place for status pages there are none, and nothing failed. */
function failureOf(error: unknown): unknown {
  return isVamplateError(error) && error.kind === 'unsupported' ? null : error;
}

function pagesNamed(pages: readonly StatusPage[], words: string): readonly StatusPage[] {
  const text = words.toLowerCase();
  return pages.filter(({ slug, title }) => slug.includes(text) || title.toLowerCase().includes(text));
}

function datasetItem(dataset: DatasetSummary) {
  return {
    href: datasetHref(dataset.lake, dataset.id),
    label: dataset.name,
    detail: dataset.latest === null ? dataset.lake : `${dataset.lake}, latest v${dataset.latest}`,
    icon: 'dataset' as const,
  };
}

/** A version is opened where its number can exist; whether it does, its page says. */
function versionGroup(datasets: readonly DatasetSummary[], version: string | null): PaletteGroup {
  const items =
    version === null
      ? []
      : datasets
          .filter(({ latest }) => latest === null || BigInt(latest) >= BigInt(version))
          .slice(0, 8)
          .map((dataset) => ({
            href: datasetHref(dataset.lake, dataset.id, `/versions/${version}`),
            label: `${dataset.name} v${version}`,
            detail: dataset.lake,
            icon: 'version' as const,
          }));
  return { heading: 'Versions', items };
}
