/**
 * What a process has once: configuration, log, limits, sessions, streams. It hangs on `globalThis`, since Next gives
 * routes, pages, proxy and instrumentation each their own copy of a module. For the same reason nothing here may be
 * told apart by `instanceof`.
 */
import pino, { type Logger } from 'pino';
import { ulid } from 'ulid';
import { type Clock, systemClock } from '@/lib/base/clock';
import { withoutSecretsWithin } from '@/lib/base/secret-rules';
import { OneTimeTokens } from './auth/one-time-tokens';
import { type Principal, principalsOf } from './auth/principals';
import { SessionActivity } from './auth/session-activity';
import { Throttle } from './auth/throttle';
import type { Secrets } from './config/environment';
import { type Config, loadConfig } from './config/load';
import { EventHub } from './http/event-hub';

export interface Runtime {
  /** Names this process in `x-vamplate-runtime`. */
  readonly id: string;
  readonly config: Config;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly log: Logger;
  readonly principals: readonly Principal[];
  readonly throttle: Throttle;
  readonly signInLinks: OneTimeTokens;
  readonly sessions: SessionActivity;
  readonly hub: EventHub;
  /** Made on first use, then the same for every module copy. A new part of the runtime is one getter over it. */
  once<T>(name: string, make: () => T): T;
  /** Runs when the server stops, newest first, after the event streams are closed. */
  onStop(stop: () => void | Promise<void>): void;
  /** Closes the event streams, then everything that asked. Never rejects; a second call waits for the first. */
  stop(): Promise<void>;
}

const place = Symbol.for('vamplate.runtime');
const holder = globalThis as typeof globalThis & { [place]?: Runtime };

/**
 * The runtime of this process, made on first use from the file and the environment; nothing here waits for the
 * network. @throws VamplateError `invalid_input` when the configuration is wrong
 */
export function runtime(): Runtime {
  const found = holder[place];
  if (found !== undefined) return found;
  const { config, secrets } = loadConfig({ env: process.env, folder: process.cwd() });
  const made = createRuntime({ config, secrets, log: createLog(process.env.VAMPLATE_LOG_LEVEL) });
  holder[place] = made;
  return made;
}

/** Puts a runtime of a test in its place. @returns what puts back the one before */
export function installRuntime(made: Runtime): () => void {
  const before = holder[place];
  holder[place] = made;
  return () => {
    holder[place] = before;
  };
}

export interface RuntimeParts {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly log: Logger;
  readonly clock?: Clock;
}

export function createRuntime({ config, secrets, log, clock = systemClock }: RuntimeParts): Runtime {
  const id = ulid();
  const hub = new EventHub(id);
  const parts = new Map<string, unknown>();
  const stops: (() => void | Promise<void>)[] = [];
  let stopped: Promise<void> | null = null;
  return {
    id,
    config,
    secrets,
    clock,
    log,
    principals: principalsOf(config, secrets),
    throttle: new Throttle(clock),
    signInLinks: new OneTimeTokens(clock, secrets.signInLink === null ? [] : [secrets.signInLink]),
    sessions: new SessionActivity(),
    hub,
    once<T>(name: string, make: () => T): T {
      if (!parts.has(name)) parts.set(name, make());
      return parts.get(name) as T;
    },
    onStop: (stop) => void stops.push(stop),
    stop() {
      stopped ??= stopAll(hub, stops, log);
      return stopped;
    },
  };
}

async function stopAll(
  hub: EventHub,
  stops: readonly (() => void | Promise<void>)[],
  log: Logger,
): Promise<void> {
  hub.close();
  for (const stop of [...stops].reverse()) {
    try {
      await stop();
    } catch (error) {
      log.error({ error }, 'a part did not stop cleanly');
    }
  }
}

/** JSON lines on stdout; anything that could sign somebody in is struck out wherever it is logged. */
export function createLog(level = 'info', to?: pino.DestinationStream): Logger {
  const secretKeys = [
    'authorization',
    'cookie',
    'set-cookie',
    'token',
    'password',
    'secret',
    'sessionKey',
    'receiptKey',
    'transactionKey',
    'clientSecret',
  ];
  const quoted = secretKeys.map((key) => (key.includes('-') ? `["${key}"]` : key));
  const options: pino.LoggerOptions = {
    name: 'vamplate',
    level,
    // An error of another program may quote what it was given.
    serializers: { error: (error: Error) => withoutSecretsWithin({ ...pino.stdSerializers.err(error) }) },
    redact: {
      paths: quoted.flatMap((key) =>
        key.startsWith('[') ? [key, `*${key}`, `*.*${key}`] : [key, `*.${key}`, `*.*.${key}`],
      ),
      censor: '[struck out]',
    },
  };
  return to === undefined ? pino(options) : pino(options, to);
}
