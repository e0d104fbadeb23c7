/** Where serving replicas report: below a prefix in a lake's store, at addresses of their own, or both (serving-lifecycle.md, E.2). */
import { z } from 'zod';

const env = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$/, 'expected up to 64 lowercase letters, digits and dashes')
  .meta({ description: 'The environment, as the documents name it. Each is configured once.' });

export const servingSettings = z.array(
  z
    .strictObject({
      env,
      lake: z.string().max(63).meta({
        description: 'The lake whose store has the documents; its journal records what is asked of replicas.',
      }),
      state: z
        .string()
        .max(512)
        .refine(isPrefix, 'expected the path of a folder below the lake, without slashes around it')
        .optional()
        .meta({
          description:
            'Folder below the lake under which serving/v1/<env>/ lies; empty for the lake itself. Without it nothing is listed.',
        }),
      urls: z
        .array(
          z
            .url({ protocol: /^https?$/, error: 'expected an http or https URL' })
            .max(2_048)
            .refine(isPlainUrl, 'expected a URL without user name, password and fragment'),
        )
        .max(200)
        .default([])
        .meta({ description: 'Addresses that serve the same document. No other address is ever asked.' }),
    })
    .refine(({ state, urls }) => state !== undefined || urls.length > 0, {
      path: ['state'],
      error: 'expected a state folder, urls, or both',
    }),
);

function isPrefix(text: string): boolean {
  return text === '' || text.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

function isPlainUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password, hash } = new URL(text);
  return username === '' && password === '' && hash === '';
}
