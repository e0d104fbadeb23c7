/** Sizes in decimal units, three figures or so, and the exact number beside them. */

const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** `4.21 GB`: two decimals below ten, one above; whole below a kilobyte. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // 999.95 would print as 1000.0: such a value belongs to the next unit.
  while (unit < units.length - 1 && value >= (unit === 0 ? 1000 : 999.95)) {
    value /= 1000;
    unit += 1;
  }
  if (unit === 0) return `${value} B`;
  return `${value.toFixed(value < 9.995 ? 2 : 1)} ${units[unit]}`;
}

/** `4,210,000,000 bytes` */
export function formatExactBytes(bytes: number): string {
  return `${group(bytes)} ${bytes === 1 ? 'byte' : 'bytes'}`;
}

/** Digits in groups of three. */
export function group(value: number | bigint): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}
