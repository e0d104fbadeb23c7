/** Lists what lies in the folders of one root that a cleanup may touch: identities for plans, and again for runs (D10, D16). */
import { VamplateError } from '@/lib/base/errors';
import type { SurveyContext } from '@/lib/engine/cleanup/cleanup-context';
import { cleanableFolders } from '@/lib/engine/cleanup/deletion-set-rules';
import { below } from '@/lib/engine/lance/paths';
import type { ListPage, ObjectMeta } from '@/lib/engine/store/object-store';

const maxPages = 5_000;

/**
 * @param root key of the dataset or branch folder
 * @param visit told of every object, with its key below the root
 * @throws `unavailable` when a listing fails or does not end
 */
export async function visitObjects(
  { store, signal }: Pick<SurveyContext, 'store' | 'signal'>,
  root: string,
  visit: (entry: string, meta: ObjectMeta) => void,
): Promise<void> {
  const start = below(root, '').length;
  for (const folder of cleanableFolders) {
    const prefix = below(root, folder);
    let next: string | null = null;
    for (let pages = 0; ; pages += 1) {
      if (pages === maxPages) {
        throw new VamplateError('unavailable', 'There are more objects than are ever listed.', { prefix });
      }
      const page: ListPage = await store.list({
        prefix,
        ...(next === null ? {} : { next }),
        ...(signal === undefined ? {} : { signal }),
      });
      for (const meta of page.objects) visit(meta.key.slice(start), meta);
      next = page.next;
      if (next === null) break;
    }
  }
}
