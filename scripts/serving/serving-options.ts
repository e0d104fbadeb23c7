/** What a serving process is told by its environment, parsed before any store is opened or any key is built. */
import { z } from 'zod';
import { VamplateError } from '@/lib/base/errors';
import { type Lineage, parseFamily, parseSetId } from '@/lib/engine/serving/lineage-rules';
import { describeProblem, type Parsed, parseU32 } from '@/lib/engine/serving/parsed-rules';
import { type RootKind, resolveRoot, type StorageRoot } from '@/lib/engine/serving/root-rules';

export interface ServingOptions {
  readonly env: string;
  readonly replicaId: string;
  readonly lineage: Lineage;
  /** Part of every identity: the same source through another writer is another import. */
  readonly writerAbi: number;
  /** Folder of the sources, and of `desired.json` that names one of them. */
  readonly sources: string;
  /** Store of the shared copies; null when there is none. */
  readonly mirror: string | null;
  /** Store of the report, and the folder in it below which all state lies. */
  readonly state: { readonly uri: string; readonly prefix: string };
  readonly s3: { readonly endpoint?: string; readonly region?: string };
  readonly heartbeatS: number;
  /** How often the wish, the copy and the mirror are looked at. */
  readonly pollMs: number;
  /** 0 takes any free one. */
  readonly port: number;
}

const name = z.string().regex(/^[a-z0-9-]{1,64}$/, 'expected 1 to 64 of a-z, 0-9 and -');
const address = z.string().regex(/^(file:\/\/\/|s3:\/\/)/, 'expected file:///folder or s3://bucket/prefix');
const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.int().min(least).max(most));

const variables = z.object({
  SERVING_ENV: name,
  SERVING_REPLICA: name,
  SERVING_SET: z.string(),
  SERVING_FAMILY: z.string(),
  SERVING_LAYOUT_ABI: whole(0, 999_999_999).default(1),
  SERVING_WRITER_ABI: whole(0, 999_999_999).default(1),
  SERVING_SOURCES: z.string().startsWith('/'),
  SERVING_MIRROR: address.optional(),
  SERVING_STATE: address,
  SERVING_STATE_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/)
    .default('state'),
  SERVING_S3_ENDPOINT: z.url().optional(),
  SERVING_S3_REGION: z.string().optional(),
  SERVING_HEARTBEAT_S: whole(5, 3_600).default(5),
  SERVING_POLL_MS: whole(10, 60_000).default(1_000),
  SERVING_PORT: whole(0, 65_535).default(0),
});

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws `invalid_input` that names the variable; a value never appears in it */
export function servingOptions(environment: Environment): ServingOptions {
  const read = variables.safeParse(environment);
  if (!read.success) {
    const problems = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new VamplateError('invalid_input', problems.join('; '), { problems });
  }
  const told = read.data;
  return {
    env: told.SERVING_ENV,
    replicaId: told.SERVING_REPLICA,
    lineage: {
      setId: sound(parseSetId(told.SERVING_SET)),
      family: sound(parseFamily(told.SERVING_FAMILY)),
      layoutAbi: sound(parseU32('layout_abi', told.SERVING_LAYOUT_ABI)),
    },
    writerAbi: told.SERVING_WRITER_ABI,
    sources: told.SERVING_SOURCES,
    mirror: told.SERVING_MIRROR ?? null,
    state: { uri: told.SERVING_STATE, prefix: told.SERVING_STATE_PREFIX },
    s3: {
      ...(told.SERVING_S3_ENDPOINT === undefined ? {} : { endpoint: told.SERVING_S3_ENDPOINT }),
      ...(told.SERVING_S3_REGION === undefined ? {} : { region: told.SERVING_S3_REGION }),
    },
    heartbeatS: told.SERVING_HEARTBEAT_S,
    pollMs: told.SERVING_POLL_MS,
    port: told.SERVING_PORT,
  };
}

function sound<T>(parsed: Parsed<T>): T {
  if (parsed.kind === 'ok') return parsed.value;
  throw new VamplateError('invalid_input', describeProblem(parsed.field, parsed.problem));
}

/** What was looked at before the root is chosen (C.5). */
export interface RootSurroundings {
  /** Writable; null where none is. */
  readonly probedVolume: string | null;
  readonly tempDir: string;
}

export interface ChosenRoot extends StorageRoot {
  readonly declared: RootKind | null;
}

/** @throws `invalid_input` for a durability that is none */
export function rootOf(environment: Environment, { probedVolume, tempDir }: RootSurroundings): ChosenRoot {
  const declared = environment.OSM_ROOT_DURABILITY ?? null;
  if (declared !== null && declared !== 'volume' && declared !== 'ephemeral') {
    throw new VamplateError('invalid_input', 'OSM_ROOT_DURABILITY: expected volume or ephemeral');
  }
  const root = resolveRoot({
    artifactRoot: environment.OSM_ARTIFACT_ROOT ?? null,
    slabCacheDir: environment.OSM_SLAB_CACHE_DIR ?? null,
    overrideDurability: declared,
    railwayVolume: environment.RAILWAY_VOL ?? null,
    ...{ probedVolume, ephemeralDir: null, tempDir },
  });
  return { ...root, declared };
}
