/** A badge for other people's pages: title, glyph and word of the headline's state as one small SVG. */
import { stateWord } from '@/components/status-page/state-words';
import type { StatusDocument, StatusState } from '@/lib/contracts/status-document';
import { xmlText } from './xml-rules';

interface Look {
  readonly ink: string;
  readonly ground: string;
  readonly edge: string;
  /** Around 0 0, about 10 wide. */
  readonly glyph: string;
}

/** The design's light values: a badge cannot know the ground it stands on. */
const looks: Readonly<Record<StatusState, Look>> = {
  down: {
    ...{ ink: '#ad231b', ground: '#fdeceb', edge: '#f1c0bc' },
    glyph: 'M-2-4.6h4L4.6-2v4L2 4.6h-4L-4.6 2v-4zM0-2.2v2.6M0 2.4v.05',
  },
  degraded: {
    ...{ ink: '#824b00', ground: '#fdf3df', edge: '#ecd09a' },
    glyph: 'M0-4.4l4.6 8.3h-9.2zM0-1.2v2.2M0 2.5v.05',
  },
  unknown: {
    ...{ ink: '#4d5665', ground: '#eff1f4', edge: '#d0d6dd' },
    glyph:
      'M-4.6 0a4.6 4.6 0 1 1 9.2 0a4.6 4.6 0 1 1-9.2 0M-1.3-1.2a1.35 1.35 0 1 1 2 1.2c-.45.26-.7.5-.7.95M0 2.5v.05',
  },
  maintenance: {
    ...{ ink: '#643ab6', ground: '#f2edfc', edge: '#d6c6f4' },
    glyph:
      'M4.4-2.8a2.7 2.7 0 0 1-3.6 3.2l-3.4 3.4a1.2 1.2 0 0 1-1.7-1.7l3.4-3.4a2.7 2.7 0 0 1 3.4-3.6L.8-3.2l.4 1.6 1.6.4z',
  },
  working: {
    ...{ ink: '#12683a', ground: '#e7f5ec', edge: '#b4dcc3' },
    glyph: 'M-4.6 0a4.6 4.6 0 1 1 9.2 0a4.6 4.6 0 1 1-9.2 0M-2 .2l1.5 1.5L2.1-1.3',
  },
};

/** Characters of a title that a badge has room for. */
const maxTitle = 60;

export function badgeSvg({ title, headline }: StatusDocument): string {
  const { ink, ground, edge, glyph } = looks[headline.state];
  const name = shortened(title);
  const word = stateWord[headline.state].toLowerCase();
  const left = 16 + widthOf(name);
  const wide = left + 26 + widthOf(word);
  const label = xmlText(`${title}: ${word}`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="20" viewBox="0 0 ${wide} 20" role="img" aria-label="${label}">`,
    `<title>${label}</title>`,
    `<rect x=".5" y=".5" width="${wide - 1}" height="19" rx="3.5" fill="#ffffff" stroke="#dfe3e8"/>`,
    `<path d="M${left} .5h${wide - left - 4}a3.5 3.5 0 0 1 3.5 3.5v12a3.5 3.5 0 0 1-3.5 3.5H${left}z" fill="${ground}" stroke="${edge}"/>`,
    `<path transform="translate(${left + 10} 10)" d="${glyph}" fill="none" stroke="${ink}" stroke-width="1.2" stroke-linecap="round" stroke-linejoin="round"/>`,
    `<g font-family="Inter, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif" font-size="11" font-weight="500">`,
    `<text x="8" y="14" fill="#434c5a" textLength="${widthOf(name)}" lengthAdjust="spacingAndGlyphs">${xmlText(name)}</text>`,
    `<text x="${left + 18}" y="14" fill="${ink}" textLength="${widthOf(word)}" lengthAdjust="spacingAndGlyphs">${word}</text>`,
    '</g></svg>\n',
  ].join('');
}

function shortened(title: string): string {
  const characters = [...title];
  return characters.length <= maxTitle ? title : `${characters.slice(0, maxTitle - 1).join('')}…`;
}

/** About what the text takes at 11 px; `textLength` makes it so. Wide scripts take about twice as much. */
function widthOf(text: string): number {
  const wide = [...text].reduce((sum, one) => {
    if (/[ijlt.,:;'|!fI ]/.test(one)) return sum + 3.4;
    if (/[mwMW]/.test(one)) return sum + 9;
    return sum + ((one.codePointAt(0) ?? 0) > 0x2e80 ? 11 : 6.1);
  }, 0);
  return Math.max(4, Math.round(wide));
}
