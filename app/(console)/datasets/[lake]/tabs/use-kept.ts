'use client';
/** Why the version under the crosshair is kept: from the rows already here, else read once the crosshair rests. */
import { useMemo } from 'react';
import type { KeptBody } from '@/components/versions/kept-card';
import type { DatasetPlace } from '@/lib/client/queries/datasets';
import { useVersion } from '@/lib/client/queries/versions';
import type { VersionRow } from '@/lib/contracts/versions';
import { useSettled } from './use-settled';

const REST_MS = 250;

export function useKept(place: DatasetPlace, version: string | null, rows: readonly VersionRow[]): KeptBody {
  const byVersion = useMemo(() => new Map(rows.map((row) => [row.version, row])), [rows]);
  const known = version === null ? undefined : byVersion.get(version);
  const settled = useSettled(version, REST_MS);
  const asked = known === undefined && settled === version ? version : null;
  const read = useVersion(place, asked);
  if (known !== undefined) return { kind: 'row', row: known };
  if (asked === null) return { kind: 'reading' };
  if (read.data !== undefined) return { kind: 'row', row: read.data };
  if (read.error !== null) return { kind: 'failed', error: read.error, onRetry: () => void read.refetch() };
  return { kind: 'reading' };
}
