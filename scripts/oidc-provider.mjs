/**
 * A real OpenID provider for tests, on localhost: `node oidc-provider.mjs PORT CALLBACK`. It prints `ready` and lives
 * until its stdin closes or it is ended. Its sign-in form takes any name and password.
 */
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

const [port, callback] = process.argv.slice(2);
const groups = { olga: ['lance-operators'], vera: ['lance-viewers', 'everybody'], nobody: ['everybody'] };

const provider = new Provider(`http://localhost:${port}`, {
  clients: [{ client_id: 'vamplate', client_secret: 'planted-client-secret', redirect_uris: [callback] }],
  claims: { openid: ['sub'], lance: ['groups', 'preferred_username'] },
  // As some providers do: what a scope grants is in the ID token too.
  conformIdTokenClaims: false,
  pkce: { required: () => true },
  cookies: { keys: ['only for tests'] },
  findAccount: (_, id) => ({
    accountId: id,
    claims: () => ({ sub: id, preferred_username: id, groups: groups[id] ?? [] }),
  }),
});

const server = createServer(provider.callback());
server.listen(Number(port), 'localhost', () => console.log('ready'));
process.stdin.resume();
process.stdin.once('end', () => process.exit(0));
