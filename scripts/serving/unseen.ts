/** What a process may say of itself before it has looked at anything. */
import type { ActivationPolicy } from '@/lib/engine/serving/activation-rules';
import type { Observations } from '@/lib/engine/serving/replica-state-rules';
import type { ChosenRoot } from './serving-options';

export function unseen(root: ChosenRoot, policy: ActivationPolicy, mirrored: boolean): Observations {
  return {
    history: {
      ...{ publication_version: null, clean_version: null, clean_version_source: null },
      ...{ observed_head: null, observed_at: null, locally_available: [] },
      locally_available_truncated: false,
      known_maintenance: { versions: [], provenance: 'caller_asserted' },
    },
    sealedHere: [],
    replica: {
      root: {
        ...{ path_label: root.kind, kind: root.kind, source: root.source },
        declared_durability: root.declared,
      },
      mirror: {
        ...{ configured: mirrored, has_active: null, mirrored_through_version: null },
        state: mirrored ? 'unknown' : 'not_configured',
      },
      activation: {
        policy: {
          volume_requires_mirror: policy.volumeRequiresMirror,
          ephemeral_requires_mirror: policy.ephemeralRequiresMirror,
        },
        verdict: null,
      },
    },
    seals: { origin: 'unchecked', active: 'unchecked', checked_at: null },
    retention: {
      ...{ authority: 'none', grace_until: null, keep_versions: [], collectable_count: 0 },
      inventory: { active: null, previous: null },
    },
    contentPresent: false,
  };
}
