'use client';
/** The ribbon of a dataset's branch and the card of the version under its crosshair. */
import { policyKeeps } from '@/components/dataset/policy-words';
import { useCrosshair } from '@/components/ribbon/use-crosshair';
import { VersionRibbon } from '@/components/ribbon/version-ribbon';
import { Answered } from '@/components/ui/answered';
import { Notes } from '@/components/ui/panel';
import { PanelBoundary } from '@/components/ui/panel-boundary';
import { ReadAge } from '@/components/ui/read-age';
import { Empty } from '@/components/ui/states';
import { binWords } from '@/components/versions/bin-words';
import { KeptCard } from '@/components/versions/kept-card';
import type { ReplyOf } from '@/lib/client/call-endpoint';
import { useRibbon } from '@/lib/client/queries/versions';
import type { DatasetDetail } from '@/lib/contracts/datasets';
import type { VersionRow } from '@/lib/contracts/versions';
import type { DatasetAddress } from '../use-dataset-address';
import { useKept } from './use-kept';

export interface RibbonPanelProps {
  readonly address: DatasetAddress;
  readonly dataset: DatasetDetail | null;
  readonly rows: readonly VersionRow[];
}

export function RibbonPanel(props: RibbonPanelProps) {
  const ribbon = useRibbon(props.address.place, props.address.span ?? undefined);
  if (ribbon.data !== undefined && ribbon.error === null) {
    return (
      <PanelBoundary>
        <Ribbon key={props.address.branch} {...props} ribbon={ribbon.data} />
      </PanelBoundary>
    );
  }
  return (
    <section className="panel" aria-label="Version ribbon">
      <Answered answer={ribbon} what="the version ribbon" rows={8}>
        {(data) => <Ribbon key={props.address.branch} {...props} ribbon={data} />}
      </Answered>
    </section>
  );
}

function Ribbon({
  address,
  dataset,
  rows,
  ribbon,
}: RibbonPanelProps & { readonly ribbon: ReplyOf<'ribbon'> }) {
  const { pinned, setPinned, span, setSpan, branch, place } = address;
  const newest = ribbon.bins.reduce<bigint | null>((most, { to }) => {
    const version = BigInt(to);
    return most === null || version > most ? version : most;
  }, null);
  const { cursor, look } = useCrosshair(pinned === null ? null : BigInt(pinned), newest);
  const version = cursor === null ? null : String(cursor);
  const body = useKept(place, version, rows);
  if (version === null) {
    return (
      <section className="panel" aria-label="Version ribbon">
        <Empty says="No version was found here." />
      </section>
    );
  }
  const name = dataset?.name ?? place.id;
  return (
    <VersionRibbon
      name={branch === null ? name : `${name}, branch ${branch}`}
      facts={ribbon}
      span={span}
      onSpan={setSpan}
      cursor={cursor}
      pinned={pinned === null ? null : BigInt(pinned)}
      onLook={look}
      onPin={(next) => setPinned(next === null ? null : String(next))}
      policyWords={dataset === null ? null : policyKeeps(dataset.policy)}
      card={
        <KeptCard
          version={version}
          pinned={version === pinned}
          onPin={() => setPinned(version)}
          onUnpin={() => setPinned(null)}
          href={address.hrefOfVersion(version)}
          body={body}
          column={binWords(ribbon.bins, version)}
        />
      }
      foot={
        <>
          <div className="r-foot">
            <ReadAge meta={ribbon.meta} />
          </div>
          {!ribbon.meta.complete && <Notes notes={ribbon.meta.notes} />}
        </>
      }
    />
  );
}
