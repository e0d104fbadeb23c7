/** Lease names, the instant they end, and what may be written: by the store's clock alone (D). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storageInstant } from '@/lib/base/clock';
import { decodeHolderRecord, encodeHolderRecord, holderKey, parseHolderName } from './holder-records';
import { formatLeaseName, maxTtlMicros, parseLeaseName } from './lease-names';
import { judgeLease, leaseExpiry, ttlMicrosOf } from './lease-rules';

const nil = '0'.repeat(32);
const at = storageInstant;

describe('names', () => {
  it('13. 42-123-<nil>.lease is version 42 for 123 µs', () => {
    const name = { namespace: 'main', version: 42n, ttlMicros: 123n, id: nil };
    expect(parseLeaseName(`main/42-123-${nil}.lease`)).toEqual({ kind: 'ok', value: name });
    expect(formatLeaseName(name)).toBe(`_refs/version_leases/main/42-123-${nil}.lease`);
    const hyphenated = '00000000-0000-0000-0000-000000000000';
    expect(parseLeaseName(`main/42-123-${hyphenated}.lease`)).toEqual({ kind: 'ok', value: name });
  });

  it.each([
    `main/42-0-${nil}.lease`,
    `main/-42-123-${nil}.lease`,
    `main/42-123.lease`,
    `main/42-123-${nil}`,
    `main/42-123-${nil}.lease#1`,
    `main/x/42-123-${nil}.lease`,
    `42-123-${nil}.lease`,
    `main/42-18446744073709551615-${nil}.lease`,
    `main/18446744073709551616-1-${nil}.lease`,
    'main/4-lease-final.lease',
    'main/.lease',
    '',
  ])('corrupt: %s', (entry) => expect(parseLeaseName(entry)).toMatchObject({ kind: 'corrupt' }));

  it('writes and reads every name back', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
        fc.bigInt({ min: 1n, max: maxTtlMicros }),
        (version, ttlMicros) => {
          const name = { namespace: nil, version, ttlMicros, id: 'a'.repeat(32) };
          const entry = formatLeaseName(name).slice('_refs/version_leases/'.length);
          expect(parseLeaseName(entry)).toEqual({ kind: 'ok', value: name });
        },
      ),
      { seed: 13 },
    );
  });
});

describe('expiry', () => {
  it('4. lease_ttl_survives_coarse_storage_timestamps', () => {
    const lease = { storedAt: at(100_000), ttlMicros: 900_000n };
    expect(leaseExpiry(lease.storedAt, lease.ttlMicros)).toBe(101_900);
    expect(judgeLease(lease, at(101_000))).toBe('active');
  });
  it('is strict: equality is expired', () => {
    const lease = { storedAt: at(0), ttlMicros: 1_000_000n };
    expect(judgeLease(lease, at(1_999))).toBe('active');
    expect(judgeLease(lease, at(2_000))).toBe('expired');
  });
  it('15. knows no clock but the store’s, and says so without one', () => {
    expect(judgeLease({ storedAt: at(0), ttlMicros: 1n }, null)).toBe('unknown');
  });
  it('an expired lease never revives, and a longer one never ends earlier', () => {
    const time = fc.integer({ min: 0, max: 4_000_000_000_000 });
    const ttl = fc.bigInt({ min: 1n, max: maxTtlMicros });
    fc.assert(
      fc.property(time, ttl, time, fc.nat(), (storedAt, ttlMicros, now, later) => {
        const lease = { storedAt: at(storedAt), ttlMicros };
        const standing = judgeLease(lease, at(now));
        if (standing === 'expired') expect(judgeLease(lease, at(now + later))).toBe('expired');
        const longer = { storedAt: at(storedAt), ttlMicros: ttlMicros + 1n };
        if (standing === 'active') expect(judgeLease(longer, at(now))).toBe('active');
      }),
      { seed: 4 },
    );
  });
});

describe('65. durations are refused before anything is written', () => {
  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 0.0009, 315_576_000_001])('%s ms', (ttlMs) => {
    expect(() => ttlMicrosOf(ttlMs)).toThrow(expect.objectContaining({ kind: 'invalid_input' }));
  });
  it.each([
    [0.001, 1n],
    [0.0011, 2n],
    [60_000, 60_000_000n],
    [315_576_000_000, maxTtlMicros],
  ])('%s ms is %s µs, rounded up', (ttlMs, micros) => expect(ttlMicrosOf(ttlMs)).toBe(micros));
  it.each([0n, -1n, maxTtlMicros + 1n])('no name is written for %s µs', (ttlMicros) => {
    expect(() => formatLeaseName({ namespace: 'main', version: 1n, ttlMicros, id: nil })).toThrow(RangeError);
  });
});

describe('holders (D23)', () => {
  it('are read as written', () => {
    const record = { label: 'nightly scan', host: 'node-7', workload: null };
    const body = encodeHolderRecord(record);
    expect(new TextDecoder().decode(body)).toBe('{"label":"nightly scan","host":"node-7","workload":null}');
    expect(decodeHolderRecord(body)).toEqual({ kind: 'ok', value: record });
    expect(holderKey(nil)).toBe(`_vamplate/holders/${nil}.json`);
    expect(parseHolderName(`${nil}.json`)).toEqual({ kind: 'ok', value: nil });
  });
  it.each([
    '',
    '[]',
    '{"label":""}',
    '{"label":1}',
    `{"label":"${'x'.repeat(600)}"}`,
    `{"label":"${'x'.repeat(9000)}"}`,
  ])('corrupt: %.40s', (text) =>
    expect(decodeHolderRecord(new TextEncoder().encode(text))).toMatchObject({ kind: 'corrupt' }),
  );
});
