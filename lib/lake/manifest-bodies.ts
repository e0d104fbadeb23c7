/** Whole manifests by identity, so that what pages show and what storage asks of one cost a single read. */
import type { GetAnswer, ObjectStore } from '@/lib/engine/store/object-store';

type Found = Extract<GetAnswer, { kind: 'found' }>;

export class ManifestBodies {
  private readonly bodies = new Map<string, Found>();
  private held = 0;

  /** @param maxBytes the oldest go beyond it; a manifest read again then costs one request */
  constructor(private readonly maxBytes: number) {}

  /** The same store; the end of the manifest called `identity` is asked of it once. */
  remembering(store: ObjectStore, identity: string): ObjectStore {
    return {
      ...store,
      getRange: async (key, range, options) => {
        const known = this.bodies.get(identity);
        if (known !== undefined && known.meta.key === key && range.start < 0)
          return tailOf(known, -range.start);
        const answer = await store.getRange(key, range, options);
        if (answer.kind === 'found' && isWhole(answer)) this.keep(identity, answer);
        return answer;
      },
    };
  }

  private keep(identity: string, answer: Found): void {
    if (this.bodies.has(identity) || answer.body.length > this.maxBytes) return;
    this.bodies.set(identity, answer);
    this.held += answer.body.length;
    for (const [oldest, dropped] of this.bodies) {
      if (this.held <= this.maxBytes) return;
      this.bodies.delete(oldest);
      this.held -= dropped.body.length;
    }
  }
}

function isWhole({ body, meta }: Found): boolean {
  return body.length === meta.size && /(^|\/)_versions\/[^/]+$/.test(meta.key);
}

function tailOf(answer: Found, length: number): Found {
  const { body } = answer;
  return length >= body.length ? answer : { ...answer, body: body.subarray(body.length - length) };
}
