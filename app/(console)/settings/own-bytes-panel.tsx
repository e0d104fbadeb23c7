'use client';
/** What the console itself keeps in a lake: counted when somebody opens the settings. */
import { OwnBytesTable } from '@/components/settings/own-bytes-table';
import { Answered } from '@/components/ui/answered';
import { useOwnBytes } from '@/lib/client/queries/activity';

export function OwnBytesPanel({ lake }: { readonly lake: string }) {
  const read = useOwnBytes(lake);
  return (
    <Answered answer={read} what="the console’s own bytes" rows={3}>
      {({ ownBytes, meta }) => <OwnBytesTable parts={ownBytes.parts} complete={meta.complete} />}
    </Answered>
  );
}
