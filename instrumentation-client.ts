/**
 * Before any other code of the browser: zod checks without compiling functions. Its probe for `new Function` would be a
 * violation of the content policy, and it looks for this global when it loads.
 */
(globalThis as { __zod_globalConfig?: { jitless: boolean } }).__zod_globalConfig = { jitless: true };
