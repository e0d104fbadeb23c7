import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const alias = { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') };

/** Two projects: `unit` needs nothing but Node; `s3` needs the endpoint that scripts/s3-server.sh starts. */
export default defineConfig({
  plugins: [react()],
  resolve: { alias },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{lib,components,app,scripts,bench}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.s3.test.ts', 'node_modules/**', '.next/**'],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 's3',
          include: ['{lib,scripts}/**/*.s3.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
    passWithNoTests: false,
    allowOnly: false,
  },
});
