/** What lies between a process and its store: every request takes its time there, and may be lost, stalled or land late. */
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { faultyStore, type StoreCall } from '@/lib/testing/faulty-store';
import type { VirtualProcess, VirtualWorld } from './virtual-world';

export interface Passage {
  /** From sending to the effect. */
  readonly sendMs?: number;
  /** From the effect to the answer; for lost requests, from sending to the news of the loss. */
  readonly answerMs?: number;
  /**
   * `lost`: no effect, the caller learns of an error. `answer_lost`: the effect lands, the caller learns of an error.
   * `late`: the same, and the effect lands only after `sendMs`. `silent`: neither effect nor news. `unheard`: the effect,
   * and never any news.
   */
  readonly fate?: 'answered' | 'lost' | 'answer_lost' | 'late' | 'silent' | 'unheard';
}

export interface SentCall {
  readonly process: VirtualProcess;
  readonly call: StoreCall;
  /** True time. */
  readonly sentAt: number;
  /** By the process's own clock. */
  readonly sentMono: number;
  landedAt: number | null;
  answeredAt: number | null;
  /** By the process's own clock. */
  answeredMono: number | null;
  /** What the store said when the effect landed; null for an error or none. */
  answer: unknown;
}

export interface NetworkObserver {
  sent?(call: SentCall): void;
  landed?(call: SentCall): void;
  /** Just before the process processes an answer that the store gave. */
  answered?(call: SentCall): void;
}

/** How one request fares; undefined means at once and well. */
export type Route = (sent: SentCall) => Passage | undefined;

export class VirtualNetwork {
  route: Route = () => undefined;
  readonly observers: NetworkObserver[] = [];
  pageLimit = 1_000;

  constructor(
    private readonly world: VirtualWorld,
    private readonly store: ObjectStore,
  ) {}

  /** The store as one process sees it. */
  storeOf(process: VirtualProcess): ObjectStore {
    return faultyStore(this.store, (call) => this.ask(process, call), this.pageLimit);
  }

  private ask<T>(process: VirtualProcess, call: StoreCall<T>): Promise<T> {
    return new Promise<T>((resolve) => {
      // What a dead process asks for is never done.
      if (process.mode === 'dead') return;
      const sent: SentCall = {
        process,
        call,
        sentAt: this.world.now,
        sentMono: process.elapsed,
        landedAt: null,
        answeredAt: null,
        answeredMono: null,
        answer: null,
      };
      for (const observer of this.observers) observer.sent?.(sent);
      const { sendMs = 0, answerMs = 0, fate = 'answered' } = this.route(sent) ?? {};
      const news = () => process.deliver(() => resolve(call.lost()));
      if (fate === 'lost') this.world.after(sendMs + answerMs, news);
      if (fate === 'late') this.world.after(answerMs, news);
      if (fate === 'lost' || fate === 'silent') return;
      this.world.after(sendMs, () => {
        const answer = this.land(sent, call);
        if (fate === 'answer_lost') this.world.after(answerMs, news);
        if (fate === 'answered') {
          this.world.after(answerMs, () =>
            process.deliver(() => {
              sent.answeredAt = this.world.now;
              sent.answeredMono = process.elapsed;
              for (const observer of this.observers) observer.answered?.(sent);
              resolve(answer);
            }),
          );
        }
      });
    });
  }

  private land<T>(sent: SentCall, call: StoreCall<T>): Promise<T> {
    const answer = call.effect();
    sent.landedAt = this.world.now;
    answer.then(
      (told) => {
        sent.answer = told;
        for (const observer of this.observers) observer.landed?.(sent);
      },
      () => undefined,
    );
    return answer;
  }
}
