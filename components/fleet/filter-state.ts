/** The filters of a list as its address holds them; null is not set. */
export interface FilterState {
  readonly lake: string | null;
  readonly q: string | null;
  readonly kind: string | null;
  readonly state: string | null;
}

export type FilterChange = Partial<FilterState>;

/** References and intents have different states: choosing a kind lets go of the state. */
export function withFreshState(change: FilterChange): FilterChange {
  return 'kind' in change ? { ...change, state: null } : change;
}
