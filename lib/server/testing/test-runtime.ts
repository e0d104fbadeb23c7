/** A runtime for tests of routes: real in every part, with a clock that stands still and a token for each role. */
import { type Role, roles } from '@/lib/contracts/roles';
import { sha256Hex } from '../auth/secret-digest';
import { loadConfig } from '../config/load';
import { createLog, createRuntime, installRuntime, type Runtime } from '../runtime';
import { TestClock } from './test-clock';

export interface TestRuntime {
  readonly runtime: Runtime;
  readonly clock: TestClock;
  /** What the log said, one JSON line each. */
  readonly logged: readonly string[];
  /** Puts back the runtime before. */
  restore(): void;
}

export const testTokens: Readonly<Record<Role, string>> = {
  viewer: 'viewer-token-for-tests-only',
  operator: 'operator-token-for-tests-only',
  admin: 'admin-token-for-tests-only',
};

/** One more admin, where it takes two. */
export const otherAdminToken = 'other-admin-token-for-tests-only';

/** The worked example of RFC 8037, A.1. */
export const testReceiptKey = {
  kty: 'OKP',
  crv: 'Ed25519',
  d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
};

export const testLink = 'sign-in-link-for-tests-only';

/**
 * Puts a runtime in place whose configuration is the defaults, a token per role and one more admin's, a sign-in link of 15 minutes, and
 * `overrides` as `vamplate.config.json` spells them, and `environment` beside the secrets every test has. Base URL:
 * `http://127.0.0.1:4680` unless overridden.
 */
export function installTestRuntime(
  overrides: Readonly<Record<string, unknown>> = {},
  environment: Readonly<Record<string, string>> = {},
): TestRuntime {
  const clock = new TestClock();
  const tokens = [
    ...roles.map((role) => ({ id: `test-${role}`, role, sha256: sha256Hex(testTokens[role]) })),
    { id: 'test-other-admin', role: 'admin', sha256: sha256Hex(otherAdminToken) },
  ];
  const file: Record<string, unknown> = { tokens, ...overrides };
  const { config, secrets } = loadConfig({
    folder: '/nonexistent',
    env: {
      VAMPLATE_SESSION_KEY: 'a session key for tests, 32 and more',
      VAMPLATE_RECEIPT_KEY: JSON.stringify(testReceiptKey),
      VAMPLATE_SIGN_IN_TOKEN_SHA256: sha256Hex(testLink),
      VAMPLATE_SIGN_IN_TOKEN_EXPIRES_AT: new Date(clock.wall() + 15 * 60_000).toISOString(),
      ...environment,
    },
    file,
  });
  const logged: string[] = [];
  const log = createLog('debug', { write: (line) => void logged.push(line) });
  const runtime = createRuntime({ config, secrets, log, clock });
  return { runtime, clock, logged, restore: installRuntime(runtime) };
}
