/** Keys are made once in the data folder, readable by their owner alone, and never leave this machine. */
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PlainError } from './say.mjs';

/**
 * The environment's value, else the one kept in the data folder, made now when there is none.
 * @param {string} data
 * @param {string} name of the environment variable
 * @returns {Promise<string>}
 */
export async function keptSecret(data, name) {
  const given = process.env[name];
  if (given !== undefined && given !== '') return given;
  const file = path.join(data, name.toLowerCase().replaceAll('_', '-'));
  try {
    await writeFile(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  await chmod(file, 0o600);
  const value = (await readFile(file, 'utf8')).trim();
  if (value.length < 43) throw new PlainError(`${file} holds no key: remove it and start again`);
  return value;
}

/**
 * The private Ed25519 key that signs receipts, as JSON Web Key: the environment's, else the one kept in the data folder.
 * @param {string} data
 * @returns {Promise<Record<string, string>>} the variables that tell the server
 */
export async function keptReceiptKey(data) {
  const { VAMPLATE_RECEIPT_KEY: given, VAMPLATE_RECEIPT_KEY_FILE: named } = process.env;
  if (given || named) return {};
  const file = path.join(data, 'vamplate-receipt-key.json');
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  try {
    await writeFile(file, `${JSON.stringify(jwk)}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  await chmod(file, 0o600);
  return { VAMPLATE_RECEIPT_KEY_FILE: file };
}

/** How long a printed sign-in link is good for. */
const signInLinkMs = 15 * 60_000;

/** A token for one sign-in: the text for the person, and for the server only its digest and its end. */
export function oneTimeToken() {
  const token = randomBytes(32).toString('base64url');
  return {
    token,
    environment: {
      VAMPLATE_SIGN_IN_TOKEN_SHA256: createHash('sha256').update(token).digest('hex'),
      VAMPLATE_SIGN_IN_TOKEN_EXPIRES_AT: new Date(Date.now() + signInLinkMs).toISOString(),
    },
  };
}
