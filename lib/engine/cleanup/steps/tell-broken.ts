/** Names what earlier runs deleted of versions that are needed again: their commit, which stands, is what remembers them (D16, D20). */
import type { CleanupRun } from '@/lib/engine/cleanup/cleanup-run';
import { keysHere } from '@/lib/engine/cleanup/survey/kept-needs';
import { visitObjects } from '@/lib/engine/cleanup/survey/list-objects';
import { visitManifests } from '@/lib/engine/cleanup/survey/read-manifests';
import { rootUri } from '@/lib/engine/lance/root-uri';
import { nameOf } from './delete-objects';
import type { Look } from './look';

/**
 * A delete without an answer may land long after its run, and a tag may come when that run is over. One listing, and only
 * where a version that is committed is held.
 */
export async function tellBroken(run: CleanupRun, { facts, holds }: Look): Promise<void> {
  const { context, ledger, targetRoot } = run;
  const { target, holders } = facts;
  const committed = new Set(
    holders.markers.filter(({ marker }) => marker === 'committed').map(({ version }) => version),
  );
  const held = target.versions.filter(({ version }) => committed.has(version) && holds.has(version));
  if (held.length === 0) return;
  const present = new Set<string>();
  await visitObjects(context, targetRoot, (_, { key }) => {
    const name = nameOf(targetRoot, key);
    if (name !== null) present.add(name);
  });
  const address = rootUri(context.store, target.root);
  await visitManifests(context, target.root, held, ({ version }, manifest) => {
    const needs = manifest === null ? [] : keysHere(manifest, address);
    const missingKeys = needs.filter((name) => isSurelyThere(name) && !present.has(name));
    if (missingKeys.length === 0) return;
    const sentence = `Version ${version} is needed again, and an earlier run deleted part of it.`;
    ledger.incident({ version, sentence, missingKeys });
  });
}

/** The folder of a data file's sidecars is needed of every file, and few files have one. */
function isSurelyThere(name: string): boolean {
  return !name.startsWith('data/') || !name.endsWith('/');
}
