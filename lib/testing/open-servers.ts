/** For stories of several servers: what was opened in a test is closed after it, the last one first. */
import { type CleanupRoutes, type CleanupRoutesOptions, cleanupRoutes } from './cleanup-routes';

const opened: CleanupRoutes[] = [];

export async function openServer(options: CleanupRoutesOptions = {}): Promise<CleanupRoutes> {
  const server = await cleanupRoutes(options);
  opened.push(server);
  return server;
}

export async function closeServers(): Promise<void> {
  for (const server of opened.splice(0).reverse()) await server.close();
}
