/** Incidents and their updates as an Atom feed (RFC 4287): an entry per update, with ids that stay. */
import { markdownHtml } from '@/components/status-page/markdown';
import { stageWord } from '@/components/status-page/state-words';
import type { StatusDocument, StatusIncident } from '@/lib/contracts/status-document';
import { xmlText } from './xml-rules';

export interface FeedPlace {
  /** Addresses, whole. */
  readonly page: string;
  readonly feed: string;
  /** Of this feed, for ever, and without anything secret; ids of entries begin with it. */
  readonly id: string;
}

/** Newest entries told; readers keep the older ones. */
const maxEntries = 100;

export function atomFeed(document: StatusDocument, place: FeedPlace): string {
  const entries = document.incidents
    .flatMap((one) => entriesOf(one, place))
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .slice(0, maxEntries);
  // RFC 4287 wants an instant; a page on which nothing ever happened has none but that of its making.
  const updated = entries[0]?.at ?? document.madeAt ?? new Date(0).toISOString();
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `<id>${xmlText(place.id)}</id>`,
    `<title>${xmlText(document.title)}</title>`,
    `<updated>${updated}</updated>`,
    `<author><name>${xmlText(document.title)}</name></author>`,
    `<link rel="self" type="application/atom+xml" href="${xmlText(place.feed)}"/>`,
    `<link rel="alternate" type="text/html" href="${xmlText(place.page)}"/>`,
    ...entries.map((one) => one.xml),
    '</feed>\n',
  ].join('\n');
}

interface Entry {
  readonly at: string;
  readonly xml: string;
}

function entriesOf(incident: StatusIncident, place: FeedPlace): readonly Entry[] {
  const { updates, startsAt } = incident;
  const told = updates.length > 0 ? updates : [{ at: startsAt, text: '' }];
  return told.map(({ at, text }, index) => ({ at, xml: entry(incident, { at, text }, index === 0, place) }));
}

/** The newest entry of an incident carries its stage and what was learnt from it. */
function entry(
  incident: StatusIncident,
  { at, text }: { readonly at: string; readonly text: string },
  newest: boolean,
  place: FeedPlace,
): string {
  const postMortem = newest && incident.postMortem !== null ? markdownHtml(incident.postMortem) : '';
  const title = newest ? `${stageWord[incident.stage]}: ${incident.title}` : incident.title;
  return [
    '<entry>',
    `<id>${xmlText(`${place.id}/${incident.key}/${Date.parse(at)}`)}</id>`,
    `<title>${xmlText(title)}</title>`,
    `<published>${at}</published>`,
    `<updated>${at}</updated>`,
    `<link rel="alternate" type="text/html" href="${xmlText(place.page)}"/>`,
    `<content type="html">${xmlText(markdownHtml(text) + postMortem)}</content>`,
    '</entry>',
  ].join('\n');
}
