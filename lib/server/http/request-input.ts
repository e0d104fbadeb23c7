/** Reads what a request brings: body bounded in bytes and JSON only, query and params by the endpoint's own schemas. */
import type { z } from 'zod';
import { VamplateError } from '@/lib/base/errors';
import { HttpRefusal } from './error-reply';

export const maxBodyBytes = 64 * 1024;

const maxIssues = 20;

/** @throws HttpRefusal 415 */
export function requireJson(headers: Headers): void {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new HttpRefusal(415, 'A change is sent as content-type: application/json.');
  }
}

/** @throws HttpRefusal 413 beyond the bound, `invalid_input` for anything but one JSON text in UTF-8 */
export async function readJson(request: Request, most: number = maxBodyBytes): Promise<unknown> {
  const bytes = await readBounded(request, most);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new VamplateError('invalid_input', 'The body is not JSON.');
  }
}

async function readBounded(request: Request, most: number): Promise<Uint8Array> {
  const tooLarge = new HttpRefusal(413, `A body has at most ${most} bytes.`);
  if (Number(request.headers.get('content-length') ?? 0) > most) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > most) {
      await reader?.cancel();
      throw tooLarge;
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}

/** A key given once is a string, one repeated an array. Only the query of the address is looked at. */
export function queryOf(request: Request): Record<string, string | string[]> {
  const { searchParams } = new URL(request.url);
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((key) => {
      const values = searchParams.getAll(key);
      return [key, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

/** @throws `invalid_input` with `details.issues`: where in the `part`, and what was expected */
export function parsePart(
  part: 'params' | 'query' | 'body',
  schema: z.ZodType | undefined,
  value: unknown,
): unknown {
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues
    .slice(0, maxIssues)
    .map((issue) => ({ path: [part, ...issue.path.map(String)].join('.'), message: issue.message }));
  const [first] = issues;
  throw new VamplateError('invalid_input', `${first?.path ?? part}: ${first?.message ?? 'not valid'}`, {
    issues,
  });
}
