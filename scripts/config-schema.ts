/** `npm run config:schema`: prints the JSON Schema of vamplate.config.json. */
import { z } from 'zod';
import { configSchema } from '@/lib/server/config/schema';

console.log(JSON.stringify(z.toJSONSchema(configSchema, { io: 'input' }), null, 2));
