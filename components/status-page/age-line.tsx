/** The first line of a status page: when it was made and until when it may be relied on, true without any script. */
import { Icon } from '@/components/ui/icon';
import type { StatusDocument } from '@/lib/contracts/status-document';
import { zonedTime } from './zoned-time';

type Age = Pick<StatusDocument, 'madeAt' | 'reliableUntil' | 'timeZone'>;

export function AgeLine({ age }: { readonly age: Age }) {
  const { madeAt, timeZone } = age;
  return (
    <p className="made">
      <span className="fresh-sign">
        <Icon name="clock" size="sm" />
      </span>
      <span className="old-sign">
        <Icon name="stop" size="sm" />
      </span>
      <span id="made" role="status">
        {madeLine(age)}
      </span>
      {madeAt === null ? null : <time dateTime={madeAt}>{zonedTime(madeAt, timeZone).day}</time>}
    </p>
  );
}

function madeLine({ madeAt, reliableUntil, timeZone }: Age): string {
  if (madeAt === null) return 'Nothing was checked yet; do not rely on this page';
  const made = zonedTime(madeAt, timeZone).time;
  if (reliableUntil === null) return `Made ${made}; do not rely on it`;
  const until = zonedTime(reliableUntil, timeZone);
  const sameDay = until.day === zonedTime(madeAt, timeZone).day;
  // `Made 14:02 UTC; after 14:17`: the zone is said once.
  const after = sameDay ? until.time.replace(/ UTC$/, '') : `${until.day}, ${until.time}`;
  return `Made ${made}; after ${after} do not rely on it`;
}

/** What stands there once it is old. */
export function oldLine({ madeAt, timeZone }: Age, saved: boolean): string {
  const made = madeAt === null ? '' : `: made ${zonedTime(madeAt, timeZone).time}`;
  return `This ${saved ? 'copy' : 'page'} is old${made}. Do not rely on it; ${saved ? 'ask for a newer one' : 'reload it'}.`;
}
