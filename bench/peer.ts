/** The peer: what LanceDB 0.31 itself takes to list the versions of the same table, its opening not counted. */
import type { Measured } from './figure';
import type { Place } from './places';

export const peerName = '@lancedb/lancedb 0.31.0 listVersions';

/** A connection of its own each time, so that nothing is remembered from the run before. */
export async function listVersionsByPeer(place: Place, table: string, versions: number): Promise<Measured> {
  const connection = await place.connect();
  const opened = await connection.openTable(table);
  const requestsBefore = place.peerRequests();
  const startedAt = performance.now();
  const listed = await opened.listVersions();
  const ms = performance.now() - startedAt;
  const requests = place.peerRequests();
  if (listed.length !== versions) throw new Error(`LanceDB lists ${listed.length} of ${versions} versions`);
  opened.close();
  connection.close();
  return {
    ms,
    bytes: 0,
    requests: requests === null || requestsBefore === null ? null : requests - requestsBefore,
  };
}
