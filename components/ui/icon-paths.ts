/** The glyphs of the console, 16 by 16: one shape per noun and per state, so that colour is never alone. */

export const iconPaths = {
  branch:
    '<circle cx="4.5" cy="3.25" r="1.6"/><circle cx="4.5" cy="12.75" r="1.6"/><circle cx="11.5" cy="4.75" r="1.6"/><path d="M4.5 4.85v6.3M11.5 6.35c0 2.9-4.5 2.4-6.6 4.9"/>',
  check: '<path d="M3 8.5l3.25 3.25L13 4.75"/>',
  clock: '<circle cx="8" cy="8" r="6.25"/><path d="M8 4.5V8l2.25 1.5"/>',
  close: '<path d="M3.75 3.75l8.5 8.5M12.25 3.75l-8.5 8.5"/>',
  code: '<path d="M5.5 4.5L2 8l3.5 3.5M10.5 4.5L14 8l-3.5 3.5"/>',
  commit:
    '<circle cx="8" cy="8" r="5.75" fill="currentColor"/><path d="M5.5 10.5l5-5" stroke="var(--surface-panel)" stroke-width="2"/>',
  copy: '<rect x="5.5" y="5.5" width="8.5" height="8.5" rx="1.5"/><path d="M10.5 5.5v-2A1.5 1.5 0 0 0 9 2H3.5A1.5 1.5 0 0 0 2 3.5V9a1.5 1.5 0 0 0 1.5 1.5h2"/>',
  dash: '<path d="M4 8h8"/>',
  dataset:
    '<ellipse cx="8" cy="3.75" rx="5.5" ry="2"/><path d="M2.5 3.75v8.5c0 1.1 2.46 2 5.5 2s5.5-.9 5.5-2v-8.5M2.5 8c0 1.1 2.46 2 5.5 2s5.5-.9 5.5-2"/>',
  down: '<path d="M3.5 6L8 10.5 12.5 6"/>',
  drain:
    '<circle cx="8" cy="8" r="5.75"/><path d="M2.25 8h11.5a5.75 5.75 0 0 1-11.5 0z" fill="currentColor" stroke="none"/>',
  feed: '<path d="M3 13h.01M3 8.5A4.5 4.5 0 0 1 7.5 13M3 4a9 9 0 0 1 9 9"/>',
  final: '<circle cx="8" cy="8" r="5.75" stroke-dasharray="2.4 2.1"/><path d="M5.5 8.2l1.8 1.8 3.2-3.6"/>',
  free: '<rect x="2.5" y="2.5" width="11" height="11" rx="1.5" stroke-dasharray="2.4 2"/><path d="M5 11l6-6"/>',
  gone: '<circle cx="8" cy="8" r="6.25"/><path d="M3.6 12.4l8.8-8.8"/>',
  head: '<path d="M1.75 8h6"/><circle cx="11" cy="8" r="3.25"/>',
  hide: '<path d="M2 2l12 12M6.6 3.7A6.5 6.5 0 0 1 8 3.5c3.8 0 6.25 4.5 6.25 4.5a12 12 0 0 1-1.6 2.1M10.1 12A6 6 0 0 1 8 12.5C4.2 12.5 1.75 8 1.75 8A11.6 11.6 0 0 1 4.9 4.7"/>',
  intent: '<path d="M8 1.75L14.25 8 8 14.25 1.75 8z" stroke-dasharray="2.2 2.2"/>',
  kept: '<path d="M3.5 2v12M3.5 3h8l-1.75 2.75L11.5 8.5h-8"/>',
  keyboard:
    '<rect x="1.5" y="4" width="13" height="8.5" rx="1.5"/><path d="M4 6.75h.01M6.65 6.75h.01M9.3 6.75h.01M12 6.75h.01M5 10h6"/>',
  lake: '<path d="M1.75 5.5c1.6-1.6 3.1-1.6 4.7 0s3.1 1.6 4.7 0 2.4-1.4 3.1-.7M1.75 9.75c1.6-1.6 3.1-1.6 4.7 0s3.1 1.6 4.7 0 2.4-1.4 3.1-.7M1.75 14c1.6-1.6 3.1-1.6 4.7 0s3.1 1.6 4.7 0 2.4-1.4 3.1-.7" transform="translate(0 -1.75)"/>',
  lease: '<path d="M4 1.75h8M4 14.25h8M5 1.75V4.5L8 8l3-3.5V1.75M5 14.25V11.5L8 8l3 3.5v2.75"/>',
  lock: '<rect x="3" y="7" width="10" height="7" rx="1.5"/><path d="M5.25 7V4.75a2.75 2.75 0 0 1 5.5 0V7"/>',
  maint:
    '<path d="M14 4.2a3.7 3.7 0 0 1-5 4.4l-4.6 4.6a1.6 1.6 0 0 1-2.3-2.3l4.6-4.6a3.7 3.7 0 0 1 4.6-4.9L9.1 3.6l.5 2.2 2.2.5z"/>',
  moon: '<path d="M13.25 9.6A5.75 5.75 0 0 1 6.4 2.75a5.75 5.75 0 1 0 6.85 6.85z"/>',
  ok: '<circle cx="8" cy="8" r="6.25"/><path d="M5.25 8.25l2 2 3.5-4"/>',
  op: '<circle cx="8" cy="8" r="6"/><path d="M6.75 5.6v4.8L10.5 8z"/>',
  overview:
    '<rect x="2" y="2" width="5" height="5" rx="1"/><rect x="9" y="2" width="5" height="5" rx="1"/><rect x="2" y="9" width="5" height="5" rx="1"/><rect x="9" y="9" width="5" height="5" rx="1"/>',
  pause: '<path d="M5.5 3v10M10.5 3v10"/>',
  pin: '<path d="M8 9.5v5M4.5 9.5h7l-1.25-3V2.25h-4.5V6.5z"/>',
  play: '<path d="M5 3.25v9.5L12.5 8z"/>',
  plus: '<path d="M8 3.25v9.5M3.25 8h9.5"/>',
  policy: '<path d="M8 1.75l5.25 2v4c0 3.2-2.2 5.4-5.25 6.5-3.05-1.1-5.25-3.3-5.25-6.5v-4z"/>',
  ref: '<path d="M6.4 9.6l3.2-3.2M7.4 4.6l1.3-1.3a2.83 2.83 0 0 1 4 4L11.4 8.6M8.6 11.4l-1.3 1.3a2.83 2.83 0 0 1-4-4L4.6 7.4"/>',
  refresh: '<path d="M13.5 8a5.5 5.5 0 1 1-1.6-3.9M13.75 1.75v3h-3"/>',
  retire:
    '<rect x="1.75" y="2.5" width="12.5" height="3.5" rx="1"/><path d="M3 6v6.5a1 1 0 0 0 1 1h8a1 1 0 0 0 1-1V6M6.5 9h3"/>',
  right: '<path d="M6 3.5L10.5 8 6 12.5"/>',
  run: '<circle cx="8" cy="8" r="6.25" opacity=".35"/><path d="M8 1.75A6.25 6.25 0 0 1 14.25 8"/>',
  seal: '<rect x="2.5" y="2.5" width="11" height="11" rx="1"/><rect x="5.5" y="5.5" width="5" height="5" fill="currentColor" stroke="none"/>',
  search: '<circle cx="7" cy="7" r="4.5"/><path d="M10.4 10.4L14 14"/>',
  serving:
    '<rect x="2" y="2.25" width="12" height="4.75" rx="1"/><rect x="2" y="9" width="12" height="4.75" rx="1"/><path d="M4.75 4.63h.01M4.75 11.38h.01M7.5 4.63H11M7.5 11.38H11"/>',
  settings:
    '<path d="M2 5h6.75M13.25 5H14M2 11h.75M7.25 11H14"/><circle cx="11" cy="5" r="2"/><circle cx="5" cy="11" r="2"/>',
  signOut: '<path d="M6.5 2.5h-3a1 1 0 0 0-1 1v9a1 1 0 0 0 1 1h3M10 11l3-3-3-3M13 8H6"/>',
  status: '<rect x="2" y="2.5" width="12" height="11" rx="1.5"/><path d="M5 10.5V9M8 10.5v-5M11 10.5v-3"/>',
  stop: '<path d="M5.4 1.75h5.2l3.65 3.65v5.2l-3.65 3.65H5.4L1.75 10.6V5.4z"/><path d="M8 4.9v3.7M8 11v.05"/>',
  sun: '<circle cx="8" cy="8" r="2.9"/><path d="M8 1.5v1.25M8 13.25v1.25M1.5 8h1.25M13.25 8h1.25M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9"/>',
  tag: '<path d="M2.25 2.25h5.2l6.3 6.3-5.2 5.2-6.3-6.3z"/><path d="M5.2 5.2h.01"/>',
  theme:
    '<circle cx="8" cy="8" r="6.25"/><path d="M8 1.75v12.5a6.25 6.25 0 0 0 0-12.5z" fill="currentColor" stroke="none"/>',
  unk: '<circle cx="8" cy="8" r="6.25"/><path d="M6.2 6.3a1.85 1.85 0 1 1 2.75 1.62c-.62.36-.95.7-.95 1.33M8 11.35v.05"/>',
  version: '<path d="M1.75 8h3M11.25 8h3"/><rect x="4.75" y="4.75" width="6.5" height="6.5" rx="1"/>',
  warn: '<path d="M8 2.25l6.25 11H1.75z"/><path d="M8 6.5v3M8 11.4v.05"/>',
} as const;

export type IconName = keyof typeof iconPaths;
