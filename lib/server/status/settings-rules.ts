/** Whether what an admin put on a page exists in the configuration, and whether its time zone is one. */
import { VamplateError } from '@/lib/base/errors';
import { decodeDatasetId } from '@/lib/contracts/dataset-id';
import type { StatusPageSettings, StatusTarget } from '@/lib/contracts/status-pages';
import type { Config } from '../config/load';
import { invalid, targetKey } from './page-rules';

type Known = Pick<Config, 'lakes' | 'clusters' | 'serving'>;

/**
 * @param kept targets of the page before: they may stay, although their lake has left the configuration
 * @throws `invalid_input` that names the place
 */
export function requireKnown(
  { targets, timeZone }: Partial<{ [K in keyof StatusPageSettings]: StatusPageSettings[K] | undefined }>,
  config: Known,
  kept: readonly StatusTarget[] = [],
): void {
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    throw invalid('timeZone', 'expected an IANA time zone such as Europe/Berlin');
  }
  const before = new Set(kept.map(targetKey));
  const seen = new Set<string>();
  targets?.forEach((target, place) => {
    const key = targetKey(target);
    const missing = before.has(key) ? null : missingOf(target, config);
    if (missing !== null) throw invalid(`targets.${place}.${missing.path}`, missing.message);
    if (seen.has(key)) throw invalid(`targets.${place}`, 'expected nothing twice');
    seen.add(key);
  });
}

/** What of a target the configuration does not know; null where it knows all. */
export function missingOf(target: StatusTarget, config: Known): { path: string; message: string } | null {
  switch (target.kind) {
    case 'lake':
    case 'dataset':
      if (!config.lakes.some(({ id }) => id === target.lake)) {
        return { path: 'lake', message: 'expected the id of a configured lake' };
      }
      return target.kind === 'dataset' && !isDatasetId(target.id)
        ? { path: 'id', message: 'expected the id of a dataset' }
        : null;
    case 'serving':
      return config.serving.some(({ env }) => env === target.env)
        ? null
        : { path: 'env', message: 'expected a configured serving environment' };
    case 'lock':
      return config.clusters.some(({ id }) => id === target.root)
        ? null
        : { path: 'root', message: 'expected the id of a configured cluster root' };
  }
}

/** By name alone: an offset would not follow the seasons. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function isDatasetId(id: string): boolean {
  try {
    decodeDatasetId(id);
    return true;
  } catch (error) {
    if (error instanceof VamplateError) return false;
    throw error;
  }
}
