/** The one schema of `vamplate.config.json`: every key, its default, and in words what a value must be. */
import { isIP } from 'node:net';
import { z } from 'zod';
import { parseDuration } from '@/lib/base/duration-rules';
import { grant } from '@/lib/contracts/lakes';
import { role } from '@/lib/contracts/roles';
import { isLoopback } from './loopback';
import { oidcSettings } from './oidc-settings';
import { operationSettings } from './operation-settings';
import { servingSettings } from './serving-settings';
import { statusExportProblems, statusExportSettings } from './status-export-settings';

/** Actors that no configured token may be called: the environment's admin token, and the sign-in link of `up`. */
export const reservedActors = { admin: 'admin', signInLink: 'up' } as const;

const lakeId = expecting(
  /^[a-z0-9][a-z0-9-]{0,62}$/,
  'up to 63 lowercase letters, digits and dashes, the first not a dash',
);

const policy = z
  .strictObject({
    olderThan: z
      .string()
      .refine(
        (text) => parseDuration(text).kind === 'duration',
        'expected an age such as "14days" or "12h 30m"',
      )
      .optional()
      .meta({ description: 'Versions older than this may go. Age as Lance spells it: 14days, 12h 30m.' }),
    retainVersions: z
      .int()
      .min(1)
      .max(1_000_000_000)
      .optional()
      .meta({ description: 'This many newest versions of a branch stay.' }),
    keepTags: z
      .array(z.string().min(1).max(256))
      .max(1_000)
      .optional()
      .meta({ description: 'Versions under these tags stay; * matches any run of characters.' }),
  })
  .meta({ description: 'Which versions a cleanup may take. Without one nothing is called reclaimable.' });

const datasetOverride = z.strictObject({ policy: policy.optional() });

const lake = z.strictObject({
  id: lakeId.meta({ description: 'How URLs and the API name this lake.' }),
  uri: z
    .string()
    .max(2_048)
    .refine(isLakeUri, 'expected file:///absolute/folder, s3://bucket or s3://bucket/prefix')
    .meta({ description: 'file:///absolute/folder, s3://bucket or s3://bucket/prefix' }),
  endpoint: z
    .url({ protocol: /^https?$/, error: 'expected an http or https URL' })
    .refine((text) => !hasCredentials(text), 'expected a URL without user name and password')
    .optional()
    .meta({ description: 'S3 endpoint, where it is not AWS. Credentials come from the usual AWS chain.' }),
  region: expecting(/^[A-Za-z0-9-]{1,64}$/, 'a region name such as eu-central-1').optional(),
  pathStyle: z
    .boolean()
    .optional()
    .meta({ description: 'Address buckets as /bucket and not as bucket.host.' }),
  gc: grant.default('none').meta({
    description:
      'What the console may do here: none, protect (create tags, take leases), retire (delete versions).',
  }),
  policy: policy.optional(),
  datasets: z
    .record(z.string().min(1).max(1_024), datasetOverride)
    .optional()
    .meta({ description: 'Overrides by the path of a dataset below the lake.' }),
  externalCommits: z
    .boolean()
    .optional()
    .meta({ description: 'Commits go through an external manifest store: cleanup refuses to plan.' }),
});

const cluster = z.strictObject({
  id: lakeId.meta({ description: 'How URLs and the API name this cluster root.' }),
  lake: lakeId.meta({ description: 'The id of the lake whose store holds it.' }),
  root: z
    .string()
    .max(512)
    .refine(isClusterRoot, 'expected the path of a folder below the lake, such as clusters/brain')
    .meta({
      description:
        'Path of the root below the lake; empty for the lake itself. Below _vamplate/ lie locks of this console alone, whose owners beat on local folders too.',
    }),
  writers: z.enum(['stock', 'ours']).default('stock').meta({
    description:
      'Who writes the lock: stock tools too, or only processes of this console. At stock roots the console watches and never beats, claims or takes over.',
  }),
  backend: z.enum(['storage', 'external']).default('storage').meta({
    description: 'external: the cluster keeps its state elsewhere, so that a lock in storage means nothing.',
  }),
  leaseSeconds: z.int().min(3).max(600).optional().meta({
    description: "The cluster's lock.lease_seconds, for owners whose beats do not state it.",
  }),
});

const token = z.strictObject({
  id: expecting(/^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/, 'up to 63 letters, digits, dots, dashes, underscores')
    .refine(
      (id) => !Object.values<string>(reservedActors).includes(id),
      'expected an id other than admin and up',
    )
    .meta({ description: 'The actor this token stands for, as the journal names it.' }),
  role,
  sha256: expecting(/^[0-9a-f]{64}$/, '64 lowercase hex digits, as `npm run token` prints them'),
});

const bind = z.strictObject({
  host: z
    .string()
    .refine((host) => host === 'localhost' || isIP(host) !== 0, 'expected an IP address or localhost')
    .default('127.0.0.1'),
  port: z.int().min(1).max(65_535).default(4_680),
});

const session = z.strictObject({
  absoluteMs: z
    .int()
    .min(60_000)
    .max(30 * 86_400_000)
    .default(12 * 3_600_000)
    .meta({ description: 'A session ends this long after signing in.' }),
  idleMs: z
    .int()
    .min(60_000)
    .max(30 * 86_400_000)
    .default(3_600_000)
    .meta({ description: 'A session ends this long after its last request that somebody asked for.' }),
});

export const configSchema = z
  .strictObject({
    $schema: z.string().optional(),
    lakes: z.array(lake).max(64).default([]).superRefine(unique('id')),
    clusters: z.array(cluster).max(1_000).default([]).superRefine(unique('id')),
    serving: servingSettings.max(100).default([]).superRefine(unique('env')),
    control: z
      .string()
      .max(2_048)
      .refine(isLakeUri, 'expected file:///absolute/folder, s3://bucket or s3://bucket/prefix')
      .optional()
      .meta({ description: 'Where console-wide objects live. What belongs to a lake lives in the lake.' }),
    canaryRequestsPerHour: z.int().min(100).max(100_000).default(2_000).meta({
      description: 'Most requests that the canary of status pages sends within an hour, over all replicas.',
    }),
    statusExport: statusExportSettings.optional(),
    ...operationSettings,
    oidc: oidcSettings.optional(),
    tokens: z.array(token).max(1_000).default([]).superRefine(unique('id', 'sha256')),
    bind: bind.prefault({}),
    baseUrl: z
      .string()
      .refine(isOrigin, 'expected an origin such as https://console.example, without a path')
      .refine(
        isSafeOrigin,
        'expected https, since a browser sends its session only there; http is for loopback',
      )
      .optional()
      .meta({ description: 'The address people use. Default: http and the bound address.' }),
    trustedProxy: z
      .boolean()
      .default(false)
      .meta({ description: 'One proxy stands in front and sets X-Forwarded-Host and X-Forwarded-For.' }),
    watchIntervalMs: z
      .int()
      .min(1_000)
      .max(3_600_000)
      .default(15_000)
      .meta({ description: 'How often what somebody watches is read again.' }),
    session: session.prefault({}),
  })
  .superRefine((config, context) => {
    if (config.session.idleMs > config.session.absoluteMs) {
      context.addIssue({
        code: 'custom',
        path: ['session', 'idleMs'],
        message: 'expected at most session.absoluteMs',
      });
    }
    for (const { path, message } of statusExportProblems(config)) {
      context.addIssue({ code: 'custom', path: [...path], message });
    }
    const lakes = new Set(config.lakes.map(({ id }) => id));
    const places = new Set<string>();
    config.clusters.forEach((one, index) => {
      const place = JSON.stringify([one.lake, one.root]);
      if (!lakes.has(one.lake)) {
        context.addIssue({
          code: 'custom',
          path: ['clusters', index, 'lake'],
          message: 'expected the id of a configured lake',
        });
      }
      if (places.has(place)) {
        context.addIssue({
          code: 'custom',
          path: ['clusters', index, 'root'],
          message: 'expected no root of one lake twice',
        });
      }
      places.add(place);
    });
    config.serving.forEach((one, index) => {
      if (lakes.has(one.lake)) return;
      context.addIssue({
        code: 'custom',
        path: ['serving', index, 'lake'],
        message: 'expected the id of a configured lake',
      });
    });
    if (config.baseUrl === undefined && !isLoopback(config.bind.host)) {
      context.addIssue({
        code: 'custom',
        path: ['baseUrl'],
        message: 'expected the https address people use, since the server is not bound to loopback',
      });
    }
  })
  .meta({ title: 'vamplate.config.json' });

export type ConfigFile = z.output<typeof configSchema>;

function expecting(pattern: RegExp, words: string) {
  return z.string().regex(pattern, `expected ${words}`);
}

function isLakeUri(text: string): boolean {
  return (
    /^file:\/\/\/[^?#]+$/.test(text) ||
    /^memory:\/\/[a-z0-9-]+$/.test(text) ||
    /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[^?#]*)?$/.test(text)
  );
}

/** A key without empty or dotted parts; of `_vamplate/` only what is not one of the folders a store keeps to itself. */
function isClusterRoot(text: string): boolean {
  if (text === '') return true;
  const parts = text.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..')) return false;
  const [first, second] = parts;
  return first !== '_vamplate' || (second !== undefined && !['tmp', 'locks', 'probe'].includes(second));
}

function hasCredentials(text: string): boolean {
  const url = urlOf(text);
  return url !== null && (url.username !== '' || url.password !== '');
}

function isOrigin(text: string): boolean {
  const url = urlOf(text);
  return url !== null && /^https?:$/.test(url.protocol) && (text === url.origin || text === `${url.origin}/`);
}

function isSafeOrigin(text: string): boolean {
  const url = urlOf(text);
  return url === null || url.protocol === 'https:' || isLoopback(url.hostname);
}

function urlOf(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

function unique<Key extends string>(...keys: readonly Key[]) {
  return (rows: readonly { readonly [K in Key]: string }[], context: z.RefinementCtx): void => {
    for (const key of keys) {
      const seen = new Set<string>();
      rows.forEach((row, index) => {
        if (seen.has(row[key])) {
          context.addIssue({ code: 'custom', path: [index, key], message: `expected no ${key} twice` });
        }
        seen.add(row[key]);
      });
    }
  };
}
