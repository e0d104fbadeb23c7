/** Reads the options of `npm run up`; anything it does not know is an error that names it. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { PlainError } from './say.mjs';

export const usage = `npm run up -- [options]
  --port <number>    port on 127.0.0.1 (4680)
  --data <folder>    keys, configuration and the demo lake (.vamplate)
  --lake <uri>       a lake to show, file:///folder or s3://bucket/prefix; repeatable
  --cluster <uri>    a cluster root below a shown lake, whose lock is watched; repeatable
  --no-demo          no demo lake and no actors
  --skip-build       start the last build as it is
  --fleet large      a second, large demo lake: 340,000 manifest names, 10,000 leases, 500 datasets`;

/**
 * @param {readonly string[]} argv
 * @param {string} root folder that a relative --data is below
 */
export function upOptions(argv, root) {
  let values;
  try {
    ({ values } = parseArgs({
      args: [...argv],
      strict: true,
      allowPositionals: false,
      options: {
        port: { type: 'string', default: '4680' },
        data: { type: 'string', default: '.vamplate' },
        lake: { type: 'string', multiple: true, default: [] },
        cluster: { type: 'string', multiple: true, default: [] },
        'no-demo': { type: 'boolean', default: false },
        'skip-build': { type: 'boolean', default: false },
        fleet: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    throw new PlainError(`${error.message}\n${usage}`);
  }
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port < 1 || port > 65_535) {
    throw new PlainError(`--port ${values.port}: expected a number from 1 to 65535`);
  }
  for (const uri of values.lake) {
    if (!/^(file:\/\/\/.|s3:\/\/.)/.test(uri)) {
      throw new PlainError(`--lake ${uri}: expected file:///folder or s3://bucket/prefix`);
    }
  }
  if (values.fleet !== undefined && values.fleet !== 'large') {
    throw new PlainError(`--fleet ${values.fleet}: expected large`);
  }
  const demo = !values['no-demo'];
  if (!demo && values.lake.length === 0 && values.fleet === undefined) {
    throw new PlainError('--no-demo needs a --lake: there would be nothing to show');
  }
  return {
    port,
    data: path.resolve(root, values.data),
    lakes: values.lake,
    clusters: values.cluster,
    demo,
    skipBuild: values['skip-build'],
    fleet: values.fleet === 'large',
    help: values.help,
  };
}
