/** Attention by kind, data age and last good read per lake, as Prometheus text. */
import { attentionKinds } from '@/lib/contracts/attention';
import type { endpoints } from '@/lib/contracts/endpoints';
import type { Operation } from '../http/operation';
import { fleetOf, lakesOf } from '../lakes';
import { rowsOf } from './list-locks';
import { attentionOf } from './read-attention';
import { servingItems } from './serving-items';

export const readMetrics: Operation<typeof endpoints.metrics> = async ({ runtime }) => {
  const snapshot = await fleetOf(runtime).snapshot();
  const { items, counts } = attentionOf(snapshot, rowsOf(runtime), await servingItems(runtime));
  const now = runtime.clock.wall();
  const lines: string[] = [];
  const metric = (name: string, type: 'gauge' | 'counter', help: string, samples: readonly string[]) => {
    if (samples.length > 0) lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples);
  };
  metric(
    'vamplate_attention_items',
    'gauge',
    'Things that need a person, by kind.',
    attentionKinds.map(
      (kind) =>
        `vamplate_attention_items{kind="${kind}"} ${items.filter((item) => item.kind === kind).length}`,
    ),
  );
  metric('vamplate_datasets', 'gauge', 'Datasets found.', [`vamplate_datasets ${counts.datasets}`]);
  metric('vamplate_datasets_unread', 'gauge', 'Datasets found and not read yet.', [
    `vamplate_datasets_unread ${counts.datasetsUnread}`,
  ]);
  const ages: string[] = [];
  const good: string[] = [];
  const requests: string[] = [];
  for (const lake of lakesOf(runtime).all) {
    const label = `{lake="${lake.settings.id}"}`;
    const readings = snapshot.datasets.flatMap(({ lake: owner, seen }) =>
      owner === lake && seen !== undefined ? [seen.facts.readAt] : [],
    );
    // A lake nobody has read has no age: no sample is told from zero.
    if (readings.length > 0) {
      ages.push(`vamplate_data_age_seconds${label} ${(now - Math.min(...readings)) / 1000}`);
    }
    const last = lake.discovery.last()?.readAt;
    if (last !== undefined) good.push(`vamplate_last_good_read_timestamp_seconds${label} ${last / 1000}`);
    requests.push(`vamplate_store_requests_last_hour${label} ${lake.rate.lastHour()}`);
  }
  metric('vamplate_data_age_seconds', 'gauge', 'Age of the oldest facts shown of a lake.', ages);
  metric(
    'vamplate_last_good_read_timestamp_seconds',
    'gauge',
    'When a lake was last searched without error.',
    good,
  );
  metric(
    'vamplate_store_requests_last_hour',
    'gauge',
    'Requests made to the store in the last hour.',
    requests,
  );
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
  });
};
