/** Nominal types: a branded value cannot be passed where another brand is expected. */

declare const brand: unique symbol;

export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
