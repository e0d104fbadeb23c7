/** Why nothing was done: each reason with its holder, its age and what would end it; it stays until something is changed. */
import { Age } from '@/components/ui/age';
import { CopyButton } from '@/components/ui/copy-button';
import { Icon } from '@/components/ui/icon';
import { problemOf } from '@/components/ui/problem';
import { isVamplateError } from '@/lib/base/errors';
import { type RefusalReason, refusalReason } from '@/lib/contracts/actions';

export function RefusalView({ error }: { readonly error: unknown }) {
  const { code, sentence, requestId } = problemOf(error);
  const stockCommand = stockCommandOf(error);
  return (
    <div className="refusal" role="alert">
      <p className="tone-line stop">
        <Icon name="stop" size="sm" />
        <b>{sentence}</b>
      </p>
      {reasonsOf(error).map((reason) => (
        <Reason key={`${reason.code} ${reason.sentence}`} reason={reason} said={sentence} />
      ))}
      {stockCommand === null ? null : (
        <p className="call">
          <code>{stockCommand}</code>
          <CopyButton text={stockCommand} label="Copy unlock command" />
        </p>
      )}
      <p className="caption">
        Code <code>{code}</code>
        {requestId === null ? null : (
          <>
            , request <code className="id">{requestId}</code>
          </>
        )}
      </p>
    </div>
  );
}

function Reason({ reason, said }: { readonly reason: RefusalReason; readonly said: string }) {
  const { sentence, holder, since, remedy } = reason;
  return (
    <div className="reason">
      {sentence === said ? null : <p>{sentence}</p>}
      {holder === null && since === null ? null : (
        <p className="caption">
          {holder === null ? null : (
            <>
              Held by <code className="id break">{holder}</code>
              {since === null ? null : ', '}
            </>
          )}
          {since === null ? null : (
            <>
              since <Age at={since} />
            </>
          )}
        </p>
      )}
      {remedy === null ? null : <p className="remedy">{remedy}</p>}
    </div>
  );
}

/** A reason in another shape, as the engine gives them, is still said: a refusal without its reasons helps nobody. */
function reasonsOf(error: unknown): readonly RefusalReason[] {
  if (!isVamplateError(error) || !Array.isArray(error.details.reasons)) return [];
  const said = problemOf(error).reasons;
  return error.details.reasons.flatMap((one: unknown, index) => {
    const parsed = refusalReason.safeParse(one);
    if (parsed.success) return [parsed.data];
    const sentence = said[index];
    return sentence === undefined
      ? []
      : [{ code: 'other', sentence, holder: null, since: null, remedy: null }];
  });
}

function stockCommandOf(error: unknown): string | null {
  if (!isVamplateError(error)) return null;
  return typeof error.details.stockCommand === 'string' ? error.details.stockCommand : null;
}
