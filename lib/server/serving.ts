/** The configured serving environments, each watched once per process from the server's start, however many pages are open. */
import { VamplateError } from '@/lib/base/errors';
import { ServingEnvironment } from '@/lib/lake/serving/serving-environment';
import { lakesOf } from './lakes';
import type { Runtime } from './runtime';

/** Made on first use, which is the server's start where any is configured; the watches stop with the server. */
export function environmentsOf(runtime: Runtime): readonly ServingEnvironment[] {
  return runtime.once('serving', () => {
    const { config, clock, hub, log } = runtime;
    const lakes = lakesOf(runtime);
    const environments = config.serving.map(
      (settings) =>
        new ServingEnvironment({
          ...{ settings, clock, lake: lakes.lake(settings.lake) },
          fetch: (url, init) => fetch(url, init),
          onChange: (etag) => hub.publish({ lake: settings.lake, dataset: null, part: 'serving', etag }),
          onError: (error) => log.warn({ error, env: settings.env }, 'watching serving replicas failed'),
        }),
    );
    runtime.onStop(async () => {
      await Promise.all(environments.map((one) => one.stop()));
    });
    for (const one of environments) one.start();
    return environments;
  });
}

/** @throws `not_found` */
export function environmentOf(runtime: Runtime, env: string): ServingEnvironment {
  const found = environmentsOf(runtime).find(({ settings }) => settings.env === env);
  if (found === undefined) {
    throw new VamplateError('not_found', `No serving environment ${env} is configured.`, { env });
  }
  return found;
}
