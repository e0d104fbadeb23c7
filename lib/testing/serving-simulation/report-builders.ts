/** The example report of the specification (E.3), and changed ones: a path of fields and what stands there instead. */
import { type ExactJson, type ExactJsonObject, isJsonObject, parseExactJson } from '@/lib/base/exact-json';

const example = `{"schema":"lance-serving-status/1","env":"prod","replica_id":"eu-1","instance_id":"9f2c","fence":{"epoch":12,"seq":48,"next_generation":8},
 "published_at":"2026-01-01T00:00:00Z","heartbeat_s":30,
 "lineage":{"set_id":"berlin","family":"osm-lance","layout_abi":2,"key":"berlin/osm-lance-v2","dataset_uri":"s3://bucket/lance/berlin/osm-lance-v2"},
 "serving":{"active":"a4f93eb5d7676df5","previous":null,"activated_at":"2025-12-30T08:00:00Z","content_present":true},
 "operation":{"state":"importing","candidate":"50878254ac432864","generation":7,"started_at":"2025-12-31T23:58:00Z","step":"validate","progress":null},
 "last_failure":null,
 "clocks":{
  "import":{"marker_recipe":"fnv1a64/1","clean_source":"import_seal","active":{"import_id":"a4f93eb5d7676df5","identity":{"layout_abi":2,"set_id":"berlin","family":"osm-lance","source_id":"berlin-260805","manifest_sha256":"${'a'.repeat(64)}","writer_abi":1}},"desired":null,"previous":null,"origin":null},
  "history":{"publication_version":7,"clean_version":7,"clean_version_source":"import_seal","serving_version":{"version":7,"pinned_to_clean":true},"observed_head":9,"observed_at":"2026-01-01T00:00:00Z","locally_available":[7,9],"known_maintenance":{"versions":[],"provenance":"caller_asserted"},"decision":{"kind":"checkout_clean","clean":7,"head":9},"recovery":null},
  "replica":{"root":{"path_label":"volume","kind":"volume","source":"VOLUME","declared_durability":null},"mirror":{"configured":true,"has_active":true,"mirrored_through_version":7,"state":"current"},"activation":{"policy":{"volume_requires_mirror":false,"ephemeral_requires_mirror":true},"verdict":"activate"}}},
 "seals":{"origin":"verified","active":"verified","checked_at":"2026-01-01T00:00:00Z"},
 "retention":{"authority":"none","hold":"incomplete_inventory","grace_until":null,"keep_versions":[7],"inventory":{"active":"unknown","previous":null},"collectable_count":0},
 "acks":[],"memory":{"current_bytes":1288490188,"max_bytes":25769803776,"max_state":"bounded"},"capabilities":["pin_clean","rerun_import","ack_drift"]}`;

/** @param changes `clocks.history.observed_head` and the like, each with the JSON that stands there instead */
export function reportBytes(changes: Readonly<Record<string, ExactJson>> = {}): Uint8Array {
  const report = parseExactJson(example);
  for (const [path, value] of Object.entries(changes)) {
    const fields = path.split('.');
    const last = fields.pop() ?? '';
    let at: ExactJson | undefined = report;
    for (const field of fields) at = isJsonObject(at) ? at[field] : undefined;
    if (!isJsonObject(at)) throw new RangeError(`the report has no ${path}`);
    (at as ExactJsonObject)[last] = value;
  }
  return new TextEncoder().encode(JSON.stringify(report, spelledExactly));
}

/** A report that serves its head, with nothing to complain of. */
export const healthy: Readonly<Record<string, ExactJson>> = {
  operation: { state: 'idle' },
  'clocks.history.observed_head': 7,
  'clocks.history.decision': { kind: 'serve_head', version: 7 },
  'clocks.history.serving_version': { version: 7, pinned_to_clean: false },
};

function spelledExactly(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}
