/** Reads every tag and branch of a dataset; one that does not parse stops the work that asked (G.5). */
import { corrupt, isVamplateError, VamplateError } from '@/lib/base/errors';
import {
  type BranchFacts,
  decodeBranch,
  decodeTag,
  type ReferenceReading,
  type TagFacts,
} from '@/lib/engine/lance/decode-reference';
import { below, branchRefsFolder, relativeTo, tagRefsFolder } from '@/lib/engine/lance/paths';
import { parseReferenceKey } from '@/lib/engine/lance/reference-names';
import type { CanonicalFacts } from './census-rules';
import { listAll, type ReadingContext, readListed } from './stored-references';
import type { CanonicalContent } from './visibility';

export interface ReadCanonicalFacts extends CanonicalFacts {
  /** What lies at each path, by its entry below the dataset root; a path that is not here is absent. */
  readonly contents: ReadonlyMap<string, CanonicalContent>;
}

/**
 * Two listings and one reading per reference that is not remembered. What is created before this is called is found;
 * what is deleted meanwhile may be missing, as it would be an instant later.
 */
export async function readCanonicalFacts(context: ReadingContext): Promise<ReadCanonicalFacts> {
  const contents = new Map<string, CanonicalContent>();
  const tags = await readKind(context, 'tag', decodeTag, contents);
  const branches = await readKind(context, 'branch', decodeBranch, contents);
  return { tags, branches, contents };
}

async function readKind<T extends TagFacts | BranchFacts>(
  context: ReadingContext,
  kind: 'tag' | 'branch',
  decode: (name: string, body: Uint8Array) => ReferenceReading<T>,
  contents: Map<string, CanonicalContent>,
): Promise<readonly T[]> {
  const { root } = context;
  const folder = kind === 'tag' ? tagRefsFolder : branchRefsFolder;
  const listed = await listAll(context, below(root.key, folder));
  const wanted = listed.flatMap((meta) => {
    const entry = relativeTo(root.key, meta.key);
    // Readers of every release pass over what does not end in .json.
    if (entry === null || !entry.endsWith('.json')) return [];
    const key = parseReferenceKey(entry);
    if (key.kind === 'malformed') {
      throw corrupt(`Among the references lies something else: ${key.problem}.`, { key: meta.key });
    }
    return key.kind === kind ? [{ meta, entry, name: key.name }] : [];
  });
  const bodies = await readListed(
    context,
    wanted.map(({ meta }) => meta),
  );
  return wanted.flatMap(({ meta, entry, name }, at) => {
    const body = bodies[at] ?? null;
    if (body === null) return [];
    const reading = decoded(meta.key, () => decode(name, body));
    if (reading.kind === 'tombstone') {
      contents.set(entry, { kind: 'tombstone' });
      return [];
    }
    contents.set(entry, { kind: 'content', generation: reading.reference.generation });
    return [reading.reference];
  });
}

function decoded<T>(key: string, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (!isVamplateError(error) || error.kind !== 'corrupt') throw error;
    throw new VamplateError('corrupt', error.message, { key }, { cause: error });
  }
}
