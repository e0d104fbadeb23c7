/** Page params to a dataset's place: decoded exactly once, and an id no path encodes to is a page not found. */
import { notFound } from 'next/navigation';
import { isVamplateError } from '@/lib/base/errors';
import { decodeDatasetId, decodePageParam } from '@/lib/contracts/dataset-id';
import { lakeId } from '@/lib/contracts/primitives';

export interface PagePlace {
  readonly lake: string;
  readonly id: string;
}

export function placeOfPage(params: { readonly lake: string; readonly id: string }): PagePlace {
  const lake = lakeId.safeParse(decoded(params.lake));
  const id = decoded(params.id);
  if (!lake.success || !isDatasetId(id)) notFound();
  return { lake: lake.data, id };
}

function decoded(param: string): string {
  try {
    return decodePageParam(param);
  } catch (error) {
    if (isVamplateError(error)) notFound();
    throw error;
  }
}

function isDatasetId(id: string): boolean {
  try {
    decodeDatasetId(id);
    return true;
  } catch {
    return false;
  }
}
