/** The start of the server process: all of the configuration is right, or nothing runs. Nothing here waits for a network. */
import { isVamplateError } from '@/lib/base/errors';
import { rootsOf } from '../clusters';
import { runsOf } from '../runs/run-watch';
import { runtime } from '../runtime';
import { environmentsOf } from '../serving';
import { startPublishing } from '../status/export-publisher';
import { statusOf } from '../status/status';
import { attachToServer } from './lifecycle';

export function startRuntime(): void {
  try {
    const started = runtime();
    started.once('server', () => attachToServer(started));
    // Locks are watched from the start, whoever looks: what was not seen cannot be told later.
    if (started.config.clusters.length > 0) rootsOf(started);
    // So are replicas: a page that opens later shares what is known already.
    if (started.config.serving.length > 0) environmentsOf(started);
    // Runs that a server before this one had to leave are gone on with, whoever looks.
    if (started.config.lakes.some(({ gc }) => gc === 'retire')) runsOf(started);
    // Status pages are looked at and sampled, whoever looks: bars show what was recorded.
    if (started.config.control !== undefined) statusOf(started);
    startPublishing(started);
    if (started.principals.length === 0 && started.secrets.signInLink === null) {
      started.log.warn('nobody can sign in: no tokens, no VAMPLATE_ADMIN_TOKEN, no sign-in link');
    }
    started.log.info(
      {
        runtime: started.id,
        baseUrl: started.config.baseUrl,
        lakes: started.config.lakes.map(({ id }) => id),
        clusters: started.config.clusters.map(({ id }) => id),
      },
      'started',
    );
  } catch (error) {
    if (!isVamplateError(error)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
