/** What the event stream says: a part of a dataset changed; the reader fetches it again. */
import { z } from './zod';

export const changeEvent = z.object({
  lake: z.string(),
  /** Null when the lake itself changed. */
  dataset: z.string().nullable(),
  /** `locks`: the lock of some cluster root in this lake. `runs`: a run of this dataset. `serving`: replicas of this lake. */
  part: z.enum(['lake', 'dataset', 'versions', 'control', 'storage', 'locks', 'runs', 'serving']),
  etag: z.string(),
});
export type ChangeEvent = z.infer<typeof changeEvent>;

/** `?watch=lake/dataset` repeated: what this browser shows now; only watched datasets are read again. */
export const eventsQuery = z.object({ watch: z.union([z.string(), z.array(z.string())]).optional() });
