/** The filters of a list as its address holds them; null is not set. */
export interface FilterState {
  readonly lake: string | null;
  readonly q: string | null;
  readonly kind: string | null;
  readonly state: string | null;
}

export type FilterChange = Partial<FilterState>;
