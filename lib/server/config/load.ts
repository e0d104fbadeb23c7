/** Loads the configuration once at the start: file, then environment; a wrong value stops with its place and what was expected. */
import { readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import type { z } from 'zod';
import { VamplateError } from '@/lib/base/errors';
import {
  type Environment,
  overrides,
  type Problem,
  readSecrets,
  type Secrets,
  withOverrides,
} from './environment';
import { type ConfigFile, configSchema } from './schema';

/** The configuration in force; `baseUrl` is an origin without a trailing slash. */
export interface Config extends Omit<ConfigFile, 'baseUrl' | '$schema'> {
  readonly baseUrl: string;
}

export interface Loaded {
  readonly config: Config;
  readonly secrets: Secrets;
}

export interface Sources {
  readonly env: Environment;
  /** Folder that relative names start from. */
  readonly folder: string;
  /** The file's content where it was read already; then no file is read. */
  readonly file?: Readonly<Record<string, unknown>>;
}

/**
 * Reads `vamplate.config.json` in `folder`, or the file VAMPLATE_CONFIG names; without either only defaults and
 * environment count. @throws VamplateError `invalid_input` whose message lists every problem, one per line, and no
 * value that was found; `details.problems` holds the same as rows.
 */
export function loadConfig({ env, folder, file: given }: Sources): Loaded {
  const named = env.VAMPLATE_CONFIG;
  const path = resolve(folder, named === undefined || named === '' ? 'vamplate.config.json' : named);
  const file = given ?? readConfigFile(path, named === undefined || named === '');
  const parsed = configSchema.safeParse(withOverrides(file, withServerPort(env, file)));
  const grants = parsed.data?.lakes.some((lake) => lake.gc !== 'none') ?? false;
  const read = readSecrets(env, { receipts: grants, clientSecret: parsed.data?.oidc !== undefined });
  const problems = [
    ...(parsed.error?.issues ?? []).flatMap((issue) => problemsOf(issue, env)),
    ...portProblems(parsed.data, env),
    ...('problems' in read ? read.problems : []),
  ];
  if (!parsed.success || 'problems' in read || problems.length > 0) throw wrongConfiguration(path, problems);
  const { $schema: _, baseUrl, ...rest } = parsed.data;
  return {
    config: { ...rest, baseUrl: new URL(baseUrl ?? boundAddress(rest.bind)).origin },
    secrets: read.secrets,
  };
}

function readConfigFile(path: string, mayBeAbsent: boolean): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    if (mayBeAbsent && (cause as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw wrongConfiguration(path, [{ where: path, message: 'expected a file that can be read' }]);
  }
  // JSON.parse quotes what it stumbled over, which may be anything: its own words are not passed on.
  const value = (() => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return undefined;
    }
  })();
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw wrongConfiguration(path, [{ where: path, message: 'expected one JSON object' }]);
  }
  return value as Record<string, unknown>;
}

/** Without a port of its own the configuration follows the port that the web server was told to listen on. */
function withServerPort(env: Environment, file: Readonly<Record<string, unknown>>): Environment {
  const bind = file.bind as { readonly port?: unknown } | undefined;
  const silent = !env.VAMPLATE_PORT && (typeof bind !== 'object' || bind?.port === undefined);
  return silent && env.PORT ? { ...env, VAMPLATE_PORT: env.PORT } : env;
}

/** Cookie names and the host check rest on the port: one that nobody listens on would lock everybody out. */
function portProblems(config: ConfigFile | undefined, env: Environment): readonly Problem[] {
  const listening = env.PORT;
  if (config === undefined || !listening || listening === '0' || String(config.bind.port) === listening)
    return [];
  return [
    { where: placeOf(['bind', 'port'], env), message: `expected ${listening}, which the server listens on` },
  ];
}

function problemsOf(issue: z.core.$ZodIssue, env: Environment): readonly Problem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      where: placeOf([...issue.path, key], env),
      message: 'expected no such key',
    }));
  }
  return [
    { where: placeOf(issue.path, env), message: lowerFirst(issue.message.replace(/^Invalid \w+: /, '')) },
  ];
}

/** `lakes[0].uri`, preceded by the variable that set it. */
function placeOf(path: readonly PropertyKey[], env: Environment): string {
  const place = path.reduce<string>(
    (text, key) =>
      typeof key === 'number' ? `${text}[${key}]` : text === '' ? String(key) : `${text}.${String(key)}`,
    '',
  );
  const override = overrides.find(
    (one) => env[one.variable] && one.path.every((key, index) => path[index] === key),
  );
  return override === undefined ? place || 'the file' : `${override.variable} (${place})`;
}

function boundAddress(bind: ConfigFile['bind']): string {
  return `http://${isIPv6(bind.host) ? `[${bind.host}]` : bind.host}:${bind.port}`;
}

function wrongConfiguration(path: string, problems: readonly Problem[]): VamplateError {
  const lines = problems.map(({ where, message }) => `  ${where}: ${message}`);
  return new VamplateError(
    'invalid_input',
    `Wrong configuration (${path} and environment):\n${lines.join('\n')}`,
    {
      problems,
    },
  );
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
