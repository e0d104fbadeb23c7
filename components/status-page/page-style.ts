/** The style of a status page: the parts of the design it uses, as one text, so that it can be allowed by its hash. */
import { pageTokens } from './page-tokens';

const rules = `
  *, *::before, *::after { box-sizing: border-box; }
  html { -webkit-text-size-adjust: 100%; }
  body, h1, h2, h3, h4, h5, h6, p, ul, ol, pre, blockquote { margin: 0; padding: 0; }
  ul, ol { list-style: none; }
  svg { display: block; flex: none; }

  body { background: var(--surface-canvas); color: var(--ink); font: var(--weight-body) var(--text-sm)/var(--lead-sm) var(--font-ui); font-variant-numeric: tabular-nums; font-feature-settings: "cv05", "cv08", "ss03"; -webkit-font-smoothing: antialiased; text-rendering: optimizeLegibility; overflow-wrap: anywhere; }
  h1 { font-size: var(--text-2xl); line-height: var(--lead-2xl); font-weight: var(--weight-title); letter-spacing: -.018em; }
  h2 { font-size: var(--text-md); line-height: var(--lead-md); font-weight: var(--weight-title); letter-spacing: -.004em; }
  h3, h4, h5, h6 { font-size: var(--text-sm); line-height: var(--lead-sm); font-weight: var(--weight-title); }
  b, strong { font-weight: var(--weight-title); }
  a { color: var(--accent); text-decoration: none; }
  p a, li a { text-decoration: underline; text-underline-offset: 3px; text-decoration-thickness: 1px; }
  a:hover { color: var(--accent-hover); text-decoration: underline; text-underline-offset: 3px; }
  :focus-visible { outline: var(--ring) solid var(--focus); outline-offset: var(--ring-gap); border-radius: var(--r-1); }
  code, pre { font-family: var(--font-mono); font-size: var(--mono-scale); }
  .faint { color: var(--ink-3); }
  .caption { font-size: var(--text-xs); line-height: var(--lead-xs); color: var(--ink-3); }
  .icon { width: var(--icon); height: var(--icon); fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; }
  .icon-sm { width: var(--icon-sm); height: var(--icon-sm); }
  .skip { position: absolute; left: var(--s-2); top: -48px; z-index: 9; padding: var(--s-2) var(--s-3); background: var(--surface-raised); border: 1px solid var(--line); border-radius: var(--r-2); }
  .skip:focus { top: var(--s-2); }

  .badge { vertical-align: middle; display: inline-flex; align-items: center; gap: 5px; height: var(--badge-h); padding: 0 7px 0 5px; border-radius: var(--r-1); font-size: var(--text-xs); line-height: 1; font-weight: var(--weight-label); white-space: nowrap; color: var(--fg); background: var(--bg); }
  .badge .icon { width: var(--icon-sm); height: var(--icon-sm); }
  .ok { --fg: var(--ok-fg); --bg: var(--ok-bg); --edge: var(--ok-line); }
  .warn { --fg: var(--warn-fg); --bg: var(--warn-bg); --edge: var(--warn-line); }
  .stop { --fg: var(--stop-fg); --bg: var(--stop-bg); --edge: var(--stop-line); }
  .maint { --fg: var(--maint-fg); --bg: var(--maint-bg); --edge: var(--maint-line); }
  .unk { --fg: var(--unk-fg); --bg: var(--unk-bg); --edge: var(--unk-line); }
  .panel { background: var(--surface-panel); border: 1px solid var(--line); border-radius: var(--r-3); min-width: 0; }

  .public { max-width: 1008px; margin: 0 auto; padding: 0 var(--page-pad) var(--s-6); }
  .made { display: flex; gap: 6px; align-items: center; padding-top: var(--s-3); font-size: var(--text-xs); line-height: var(--lead-xs); color: var(--ink-3); }
  .made time { margin-left: auto; white-space: nowrap; }
  .made .old-sign { display: none; }
  .old .made { color: var(--stop-fg); font-weight: var(--weight-label); }
  .old .made .old-sign { display: block; }
  .old .made .fresh-sign { display: none; }
  .old .headline, .old .badge { --fg: var(--unk-fg); --bg: var(--unk-bg); --edge: var(--unk-line); }
  .public-top { display: flex; align-items: center; gap: var(--s-1) var(--s-4); min-height: 56px; flex-wrap: wrap; }
  .brand { display: flex; align-items: center; gap: 10px; color: var(--ink); font-size: var(--text-md); font-weight: var(--weight-title); letter-spacing: -.012em; min-width: 0; }
  .brand svg { width: 22px; height: 22px; }
  .brand .plate { fill: none; stroke: var(--ink); stroke-width: 1.75; }
  .brand .lance { fill: none; stroke: var(--accent); stroke-width: 2; stroke-linecap: round; }
  .public-top nav { margin-left: auto; display: flex; gap: var(--s-4); font-size: var(--text-xs); }
  .public-top nav a { display: inline-flex; align-items: center; gap: var(--s-1); min-height: 24px; }
  .headline { display: grid; grid-template-columns: 40px minmax(0, 1fr); gap: var(--s-4); padding: var(--s-4); border: 1px solid var(--edge); border-radius: var(--r-3); background: var(--bg); }
  .headline .big { width: 40px; height: 40px; border-radius: var(--r-3); display: grid; place-items: center; color: var(--fg); background: var(--surface-panel); border: 1px solid var(--edge); }
  .headline .big .icon { width: 22px; height: 22px; }
  .headline .badge { background: var(--surface-panel); }
  .headline p { color: var(--ink-2); font-size: var(--text-md); }
  .headline .worst { display: flex; gap: var(--s-2); align-items: center; flex-wrap: wrap; margin-top: var(--s-2); font-size: var(--text-xs); color: var(--ink-2); }
  .headline .faint { color: var(--ink-2); }
  .event { padding: var(--s-3) var(--s-4); }
  .event + .event { border-top: 1px solid var(--line-hair); }
  .event header { display: flex; align-items: center; gap: var(--s-2) var(--s-3); flex-wrap: wrap; }
  .event header time { margin-left: auto; color: var(--ink-3); font-size: var(--text-xs); }
  .event p { color: var(--ink-2); margin-top: var(--s-1); }
  .event .updates { margin-top: var(--s-2); display: grid; gap: 2px; font-size: var(--text-xs); line-height: var(--lead-xs); color: var(--ink-2); }
  .event .updates > li { display: grid; grid-template-columns: var(--time-w, 124px) minmax(0, 1fr); gap: var(--s-2); }
  .event .updates time { color: var(--ink-3); }
  .prose { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--s-1); color: var(--ink-2); }
  .event .prose p { margin: 0; }
  .prose ul, .prose ol { padding-left: 20px; }
  .prose ul { list-style: disc; }
  .prose ol { list-style: decimal; }
  .prose blockquote { padding-left: var(--s-3); border-left: 2px solid var(--line); }
  .prose pre { white-space: pre-wrap; padding: var(--s-2); background: var(--surface-sunken); border-radius: var(--r-1); }
  .prose table { border-collapse: collapse; }
  .prose th, .prose td { padding: 2px var(--s-2) 2px 0; text-align: left; }
  .prose hr { width: 100%; border: 0; border-top: 1px solid var(--line-hair); }
  .post-mortem { margin-top: var(--s-3); padding-top: var(--s-3); border-top: 1px dashed var(--line); }
  .uptime > li { display: grid; grid-template-columns: 208px 108px minmax(0, 1fr) 192px; gap: 0 var(--s-4); align-items: center; padding: 9px var(--s-4); border-bottom: 1px solid var(--line-hair); }
  .uptime > li:last-child { border-bottom: 0; }
  .uptime .name b { display: block; font-weight: var(--weight-label); }
  .uptime small { display: block; font-size: var(--text-xs); line-height: var(--lead-xs); color: var(--ink-3); }
  .uptime .sum { text-align: right; }
  .uptime .sum b { font-weight: var(--weight-label); }
  .uptime .row-facts { grid-column: 1 / -1; margin-top: var(--s-1); font-size: var(--text-xs); line-height: var(--lead-xs); color: var(--ink-2); }
  .days { display: grid; grid-template-columns: repeat(90, 3px); gap: 1px; justify-content: end; height: 28px; align-items: end; }
  .days i { height: 100%; border-radius: 1px; background: var(--ok-bar); }
  .days i.w { background: var(--warn-solid); height: 72%; }
  .days i.s { background: var(--stop-solid); height: 40%; }
  .days i.m { background: var(--maint-solid); height: 86%; }
  .days i.u { background: none; box-shadow: inset 0 0 0 1px var(--unk-solid); }
  .days i.n { background: var(--unk-solid); height: 2px; }
  .days-key { margin-top: var(--s-3); display: flex; flex-wrap: wrap; gap: var(--s-1) var(--s-4); font-size: var(--text-xs); line-height: var(--lead-xs); color: var(--ink-3); }
  .days-key > span { display: inline-flex; align-items: center; gap: 6px; }
  .days-key .days { display: block; width: 6px; height: 14px; }
  .days-key .days i { display: block; position: relative; }
  .days-key .days i.w { top: 28%; }
  .days-key .days i.s { top: 60%; }
  .days-key .days i.m { top: 14%; }
  .days-key .days i.n { top: 12px; }
  .fine { display: flex; gap: var(--s-2) var(--s-4); flex-wrap: wrap; align-items: flex-start; margin-top: var(--s-4); padding-top: var(--s-3); border-top: 1px solid var(--line); font-size: var(--text-xs); line-height: var(--lead-xs); color: var(--ink-3); }
  .fine p { display: flex; gap: 6px; align-items: flex-start; flex: 1 1 280px; }
  .group-title { display: flex; align-items: baseline; gap: var(--s-3); margin: var(--s-4) 0 var(--s-2); }
  .group-title .caption { margin-left: auto; }

  @media (max-width: 1000px) {
    .days { grid-template-columns: repeat(90, minmax(0, 1fr)); }
    .uptime > li { grid-template-columns: minmax(0, 1fr) auto auto; row-gap: var(--s-2); }
    .uptime .line { grid-column: 1 / -1; grid-row: 2; }
    .uptime .row-facts { margin-top: 0; }
  }
  @media (max-width: 640px) {
    :root { --page-pad: 16px; }
    .made { flex-wrap: wrap; }
    .made span[id] { flex: 1; }
    .public-top nav { gap: var(--s-3); margin-left: 0; }
    .headline { grid-template-columns: minmax(0, 1fr); gap: var(--s-3); padding: var(--s-3) var(--s-4) var(--s-4); }
    .headline .big { display: none; }
    h1 { font-size: var(--text-xl); line-height: var(--lead-xl); }
    .headline p { font-size: var(--text-sm); margin-top: var(--s-1); }
    .event header time { margin-left: 0; flex-basis: 100%; }
    .event .updates > li { grid-template-columns: 76px minmax(0, 1fr); }
    .uptime > li { grid-template-columns: minmax(0, 1fr) auto; gap: var(--s-2) var(--s-3); padding: var(--s-3) var(--s-4); }
    .uptime .sum { grid-column: 1 / -1; grid-row: 3; text-align: left; display: flex; flex-wrap: wrap; gap: 0 var(--s-2); align-items: baseline; }
    .days { grid-template-columns: repeat(30, minmax(0, 1fr)); gap: 2px; }
    .days i:nth-child(-n+60) { display: none; }
    .days-key .days i:nth-child(n) { display: block; }
    .only-wide { display: none; }
  }
  @media (min-width: 641px) { .only-narrow { display: none; } }
  @media print {
    :root { color-scheme: light; --page-pad: 0px; }
    body { background: none; font-size: 10pt; }
    .skip { display: none; }
    .panel, .headline { break-inside: auto; }
    .headline, .event, .uptime > li { break-inside: avoid; }
    .days i, .badge, .headline { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
    a { color: inherit; }
    .public-top nav a::after, .prose a::after { content: " (" attr(href) ")"; color: var(--ink-3); }
  }
  @media (forced-colors: active) {
    .badge { border: 1px solid; }
    .days i { forced-color-adjust: none; }
  }
`;

export const pageStyle = pageTokens + rules;
