/**
 * zod as the browser's content policy allows it: without `jitless` zod tries `new Function` once, which the policy
 * reports as a violation. It must be told before the first schema is made, so every contract takes `z` from here.
 */
import { config, z } from 'zod';

if (typeof window !== 'undefined') config({ jitless: true });

export { z };
