/** What a serving process shows: lifecycle and content in one frozen snapshot, replaced whole in one synchronous step (B.6). */
import { absentLifecycle, type Lifecycle } from './lifecycle-rules';

export interface ServingSnapshot<Content> {
  readonly lifecycle: Lifecycle;
  /** What answers queries; null while nothing is open. */
  readonly content: Content | null;
}

/** Readers keep a snapshot as long as they like: publishing another never changes it, and none is ever seen torn. */
export class PublishedState<Content> {
  private snapshot: ServingSnapshot<Content> = Object.freeze({ lifecycle: absentLifecycle, content: null });

  get current(): ServingSnapshot<Content> {
    return this.snapshot;
  }

  publishContent(content: Content | null): void {
    this.update((before) => ({ ...before, content }));
  }

  publishLifecycle(lifecycle: Lifecycle): void {
    this.update((before) => ({ ...before, lifecycle }));
  }

  /** Load, change and store in one step: no two changes can start from the same snapshot. */
  update(change: (before: ServingSnapshot<Content>) => ServingSnapshot<Content>): ServingSnapshot<Content> {
    this.snapshot = Object.freeze(change(this.snapshot));
    return this.snapshot;
  }
}
