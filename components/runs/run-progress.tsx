/** How far a run is: objects done and left, bytes, rate, expected end; what is not known is not drawn as nothing. */
import { Bytes, Count } from '@/components/ui/figures';
import { formatBytes } from '@/components/ui/format-bytes';
import { formatCount, formatShare } from '@/components/ui/format-count';
import { formatDuration } from '@/lib/base/format-duration';
import type { RunDetail } from '@/lib/contracts/runs';

export function RunProgress({ run }: { readonly run: RunDetail }) {
  const { counts, most, objectsLeft, countsAtLeast } = run;
  const least = countsAtLeast ? 'at least ' : '';
  const share = most === null || most.objects === 0 ? null : Math.min(1, counts.objects / most.objects);
  return (
    <>
      <div className="progress-wrap">
        <div className="section-head">
          <h2 id="progress" className="h-panel">
            {most === null
              ? `Deleted ${least}${formatCount(counts.objects)} objects`
              : `Deleted ${least}${formatCount(counts.objects)} of ${formatCount(most.objects)} objects`}
          </h2>
          {most === null || most.objects === 0 ? null : (
            <span className="muted">{formatShare(counts.objects, most.objects)}</span>
          )}
          <span className="end muted">
            <Expected run={run} />
          </span>
        </div>
        {share === null ? null : (
          <div
            className="progress"
            role="progressbar"
            aria-valuemin={0}
            aria-valuemax={most?.objects ?? 0}
            aria-valuenow={counts.objects}
            aria-labelledby="progress"
          >
            <svg className="done" viewBox="0 0 1000 1" preserveAspectRatio="none" aria-hidden="true">
              <rect width={Math.round(share * 1000)} height="1" />
            </svg>
          </div>
        )}
      </div>
      <dl className="facts wide">
        <div>
          <dt>Freed</dt>
          <dd>
            {least}
            <b>
              <Bytes bytes={counts.bytes} />
            </b>
            <small>{most === null ? 'of what is not known' : `of ${formatBytes(most.bytes)}`}</small>
          </dd>
        </div>
        <div>
          <dt>Objects left</dt>
          <dd>
            {countsAtLeast && objectsLeft !== null ? 'at most ' : null}
            <Count value={objectsLeft} />
            <small>{run.bytesLeft === null ? 'not known' : formatBytes(run.bytesLeft)}</small>
          </dd>
        </div>
        <div>
          <dt>Versions gone</dt>
          <dd>
            <Count value={counts.versions} />
            <small>of {formatCount(run.versions.total)} planned</small>
          </dd>
        </div>
        <div>
          <dt>Objects a second</dt>
          <dd>
            {run.objectsPerSecond === null ? (
              <span className="faint">not known</span>
            ) : (
              run.objectsPerSecond.toFixed(1)
            )}
            <small>{run.rate === null ? 'no limit' : `at most ${formatCount(run.rate)}`}</small>
          </dd>
        </div>
      </dl>
      {countsAtLeast ? (
        <p className="panel-foot">
          Another process had it before and may have deleted a batch that nobody counted; versions are counted
          in the dataset itself.
        </p>
      ) : null}
    </>
  );
}

function Expected({ run: { state, expectedMs, outcome } }: { readonly run: RunDetail }) {
  if (state === 'ended') return outcome === 'completed' ? 'finished' : 'ended';
  if (expectedMs === null) return 'its end is not known yet';
  return (
    <>
      about <b className="ink">{formatDuration(expectedMs)}</b> left
    </>
  );
}
