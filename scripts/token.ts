/** `npm run token -- --id x --role viewer`: prints a new token once, and the entry for the configuration. */
import { parseArgs } from 'node:util';
import { role } from '@/lib/contracts/roles';
import { sha256Hex } from '@/lib/server/auth/secret-digest';
import { configSchema } from '@/lib/server/config/schema';

const { values } = parseArgs({ options: { id: { type: 'string' }, role: { type: 'string' } } });
const wanted = role.safeParse(values.role);
if (values.id === undefined || !wanted.success) {
  console.error('usage: npm run token -- --id <name> --role viewer|operator|admin');
  process.exit(2);
}
const token = `vamplate_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')}`;
const entry = { id: values.id, role: wanted.data, sha256: sha256Hex(token) };
const checked = configSchema.shape.tokens.safeParse([entry]);
if (!checked.success) {
  for (const issue of checked.error.issues)
    console.error(`--${issue.path.slice(1).join('.')}: ${issue.message}`);
  process.exit(2);
}
console.log(`The token, shown only now:\n\n  ${token}\n\nIts entry in "tokens" of vamplate.config.json:\n`);
console.log(JSON.stringify(entry, null, 2));
