/** Intents, states and canonical tags byte for byte as the worked example of K has them, and what is refused. */
import { describe, expect, it } from 'vitest';
import { datasetRoot } from '@/lib/engine/retirement/dataset-path';
import { decodeMarkerRecord, encodeMarkerRecord } from '@/lib/engine/retirement/marker-records';
import { encodeCanonicalTag } from './canonical-records';
import { formatIntentName, parseIntentName } from './intent-names';
import { decodeIntentRecord, encodeIntentRecord, type IntentRecord } from './intent-records';
import { formatStateName, parseStateName, stateHash } from './state-names';
import { decodeStateRecord, encodeStateRecord, type StateRecord } from './state-records';
import { formatTerminationName, parseTerminationName } from './termination-names';

const root = datasetRoot('lake', 'events');
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const bytes = (string: string) => new TextEncoder().encode(string);
const operationId = '9f0c1d2e3b4a5968776655443322110f';
const release = 'lake/events/_refs/tags/release.json';
const candidate = 'lake/events/_refs/tags/candidate.json';

const candidateTag = encodeCanonicalTag({
  generation: operationId,
  branch: null,
  version: 5n,
  createdAt: '2026-11-29T12:10:00.250Z',
  updatedAt: '2026-11-29T12:10:00.250Z',
  manifestSize: 2188,
  metadata: {},
});
const intent: IntentRecord = {
  manifestPath: 'lake/events/_versions/18446744073709551610.manifest',
  mutation: { kind: 'create', path: candidate, payload: candidateTag },
  operationId,
  state: 'pending',
};

describe('the worked example of K', () => {
  it('release.json has 223 bytes, its generation first', () => {
    const tag = encodeCanonicalTag({
      generation: '5d41402abc4b2a76b9719d911017c592',
      branch: null,
      version: 2n,
      createdAt: '2026-11-20T08:00:00Z',
      updatedAt: '2026-11-20T08:00:00Z',
      manifestSize: 1720,
      metadata: {},
    });
    expect(tag.length).toBe(223);
    expect(text(tag)).toBe(`{
  "_lanceReferenceGeneration": "5d41402abc4b2a76b9719d911017c592",
  "branch": null,
  "createdAt": "2026-11-20T08:00:00Z",
  "manifestSize": 1720,
  "metadata": {},
  "updatedAt": "2026-11-20T08:00:00Z",
  "version": 2
}`);
  });

  it('the sealed marker has 74 bytes', () => {
    const body = encodeMarkerRecord(['lake/events/_versions/18446744073709551614.manifest']);
    expect(body.length).toBe(74);
    expect(text(body)).toBe('{"manifest_paths":["lake/events/_versions/18446744073709551614.manifest"]}');
    expect(decodeMarkerRecord(body, root, { namespace: 'main', version: 1n })).toEqual({
      kind: 'ok',
      value: {
        manifestPaths: ['lake/events/_versions/18446744073709551614.manifest'],
        manifestEntries: ['_versions/18446744073709551614.manifest'],
      },
    });
  });

  it('the state of release has 170 bytes under its hash', () => {
    const record: StateRecord = {
      state: 'live',
      canonicalPath: release,
      live: { generation: '5d41402abc4b2a76b9719d911017c592', target: { namespace: 'main', version: 2n } },
    };
    const body = encodeStateRecord(record);
    expect(formatStateName(release)).toBe(
      '_refs/version_reference_states/8f8688c2c8fb46b449e43d05b99ba697.state',
    );
    expect(body.length).toBe(170);
    expect(text(body)).toBe(
      '{"state":"live","canonical_path":"lake/events/_refs/tags/release.json","live":{"generation":"5d41402abc4b2a76b9719d911017c592","target":{"namespace":"main","version":2}}}',
    );
    expect(decodeStateRecord(body, root, stateHash(release))).toEqual({ kind: 'ok', value: record });
  });

  it('the state of candidate has 212 bytes', () => {
    const record: StateRecord = {
      state: 'pending',
      canonicalPath: candidate,
      operationId,
      target: { namespace: 'main', version: 5n },
      previous: null,
      previousWasLegacy: false,
    };
    const body = encodeStateRecord(record);
    expect(body.length).toBe(212);
    expect(text(body)).toBe(
      `{"state":"pending","canonical_path":"${candidate}","operation_id":"${operationId}","target":{"namespace":"main","version":5},"previous":null,"previous_was_legacy":false}`,
    );
    expect(stateHash(candidate)).toBe('d30a2b2e29a286b85905fe42b583fa07');
    expect(decodeStateRecord(body, root, stateHash(candidate))).toEqual({ kind: 'ok', value: record });
  });

  it('the intent has 986 bytes, its payload as a list of 231 numbers', () => {
    expect(candidateTag.length).toBe(231);
    const body = encodeIntentRecord(intent);
    expect(body.length).toBe(986);
    expect(text(body)).toBe(
      `{"manifestPath":"lake/events/_versions/18446744073709551610.manifest","mutation":{"kind":"create","path":"${candidate}","payload":[${candidateTag.join(',')}]},"operationId":"${operationId}","state":"pending"}`,
    );
    expect(text(body)).toContain('"payload":[123,10,32,32,34,95,108,97,110,99,101,82,');
    expect(text(body)).toContain(',34,118,101,114,115,105,111,110,34,58,32,53,10,125]}');
    expect(decodeIntentRecord(body, root, { namespace: 'main', version: 5n })).toEqual({
      kind: 'ok',
      value: intent,
    });
  });
});

describe('every state both ways', () => {
  const target = { namespace: '0b7e6c0f4a5d4c0e9a6f1d2b3c4d5e6f', version: 2n ** 64n - 1n };
  const previous = { generation: 'a'.repeat(32), target };
  const update = {
    kind: 'update',
    path: release,
    expectedPayload: bytes('old'),
    expectedEtag: '"e"',
    expectedVersion: null,
    payload: bytes('new'),
  } as const;
  const at = { canonicalPath: release } as const;
  const records: [StateRecord, string][] = [
    [{ ...at, state: 'legacy' }, `{"state":"legacy","canonical_path":"${release}"}`],
    [{ ...at, state: 'vacant' }, `{"state":"vacant","canonical_path":"${release}"}`],
    [
      { ...at, state: 'revoking', operationId, target, previous, previousWasLegacy: false, mutation: update },
      `{"state":"revoking","canonical_path":"${release}","operation_id":"${operationId}","target":{"namespace":"${target.namespace}","version":18446744073709551615},"previous":{"generation":"${'a'.repeat(32)}","target":{"namespace":"${target.namespace}","version":18446744073709551615}},"previous_was_legacy":false,"mutation":{"kind":"update","path":"${release}","expected_payload":[111,108,100],"expected_etag":"\\"e\\"","expected_version":null,"payload":[110,101,119]}}`,
    ],
    [
      {
        ...at,
        state: 'deleting',
        operationId,
        previous: null,
        previousWasLegacy: true,
        expectedPayload: bytes('x'),
        expectedEtag: null,
        expectedVersion: 'v',
      },
      `{"state":"deleting","canonical_path":"${release}","operation_id":"${operationId}","previous":null,"previous_was_legacy":true,"expected_payload":[120],"expected_etag":null,"expected_version":"v"}`,
    ],
  ];
  it.each(records)('$state', (record, json) => {
    expect(text(encodeStateRecord(record))).toBe(json);
    expect(decodeStateRecord(bytes(json), root, stateHash(release))).toEqual({ kind: 'ok', value: record });
  });
});

describe('what is refused', () => {
  const good = text(encodeIntentRecord(intent));
  const place = { namespace: 'main', version: 5n };
  it.each([
    ['another root', good.replaceAll('lake/events', 'lake/copied')],
    ['another version', good.replace('610.manifest', '611.manifest')],
    ['a byte beyond 255', good.replace('[123,', '[256,')],
    ['a negative byte', good.replace('[123,', '[-1,')],
    ['a third kind', good.replace('"create"', '"erase"')],
    ['a third state', good.replace('"pending"', '"done"')],
    ['a number as path', good.replace(/"manifestPath":"[^"]*"/, '"manifestPath":7')],
    ['half a file', good.slice(0, 400)],
    ['no object', '[]'],
    ['nothing', ''],
  ])('an intent with %s', (_, json) => {
    expect(decodeIntentRecord(bytes(json), root, place)).toMatchObject({ kind: 'corrupt' });
  });

  it('an intent of the mid scheme, without operation id and state, is read', () => {
    const json = good.replace(`,"operationId":"${operationId}","state":"pending"`, '');
    expect(decodeIntentRecord(bytes(json), root, place)).toMatchObject({
      kind: 'ok',
      value: { operationId: '', state: 'pending' },
    });
  });

  it('a state under another path’s hash, at another root, or of no known kind', () => {
    const json = `{"state":"vacant","canonical_path":"${release}"}`;
    expect(decodeStateRecord(bytes(json), root, stateHash(candidate))).toMatchObject({ kind: 'corrupt' });
    const copied = datasetRoot('lake', 'copied');
    expect(decodeStateRecord(bytes(json), copied, stateHash(release))).toMatchObject({ kind: 'corrupt' });
    const strange = json.replace('vacant', 'hidden');
    expect(decodeStateRecord(bytes(strange), root, stateHash(release))).toMatchObject({ kind: 'corrupt' });
  });

  it.each(['{}', '{"manifest_paths":[]}', '{"manifest_paths":[1]}', '{"manifest_paths":"x"}', 'null'])(
    'the marker %s',
    (json) => {
      const place1 = { namespace: 'main', version: 1n };
      expect(decodeMarkerRecord(bytes(json), root, place1)).toMatchObject({ kind: 'corrupt' });
    },
  );
});

describe('names', () => {
  const id = 'e2b4c6d8f0a24c6e8a0b1c2d3e4f5061';
  it('of intents, states and terminations', () => {
    const entry = formatIntentName({ namespace: 'main', version: 5n, id });
    expect(entry).toBe(`_refs/version_reference_intents/main/5/${id}.intent`);
    expect(parseIntentName(`main/5/${id}.intent`)).toEqual({
      kind: 'ok',
      value: { namespace: 'main', version: 5n, id },
    });
    expect(parseStateName(`${id}.state`)).toEqual({ kind: 'ok', value: id });
    expect(formatTerminationName(id)).toBe(`_refs/version_branch_terminations/${id}.deleted`);
    expect(parseTerminationName(`${id}.deleted`)).toEqual({ kind: 'ok', value: id });
    expect(() => formatTerminationName('main')).toThrow(RangeError);
  });
  it('that do not parse', () => {
    for (const entry of ['main/5/x.intent', `main/x/${id}.intent`, `main/${id}.intent`, `main/5/${id}.txt`]) {
      expect(parseIntentName(entry)).toMatchObject({ kind: 'corrupt' });
    }
    for (const entry of [`${id}`, `a/${id}.state`, `${id.toUpperCase()}.state`]) {
      expect(parseStateName(entry)).toMatchObject({ kind: 'corrupt' });
    }
    expect(parseTerminationName(`a/${id}.deleted`)).toMatchObject({ kind: 'corrupt' });
    expect(parseTerminationName('.deleted')).toMatchObject({ kind: 'corrupt' });
  });
});
