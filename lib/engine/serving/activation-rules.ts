/** Whether a validated import may be served before the mirror has it (spec C.6). */
import type { RootKind } from './root-rules';

export interface ActivationPolicy {
  readonly volumeRequiresMirror: boolean;
  readonly ephemeralRequiresMirror: boolean;
}

export const defaultActivationPolicy: ActivationPolicy = {
  volumeRequiresMirror: false,
  ephemeralRequiresMirror: true,
};

/** `hold_for_mirror`: do not serve, the operation stays importing. `activate_mirror_lagging`: serve and say so. */
export type Activation = 'activate' | 'activate_mirror_lagging' | 'hold_for_mirror';

export type DecideActivation = (
  kind: RootKind,
  mirrorHasCandidate: boolean,
  policy: ActivationPolicy,
) => Activation;

export const decideActivation: DecideActivation = (kind, mirrorHasCandidate, policy) => {
  if (mirrorHasCandidate) return 'activate';
  const required = kind === 'volume' ? policy.volumeRequiresMirror : policy.ephemeralRequiresMirror;
  return required ? 'hold_for_mirror' : 'activate_mirror_lagging';
};
