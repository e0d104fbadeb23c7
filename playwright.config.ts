/** Browser stories: one Chromium, one console on a demo lake that LanceDB wrote. */
import { defineConfig } from '@playwright/test';

/** A browser by itself asks its maker for updates and more; a story must see only the console's own requests. */
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

export default defineConfig({
  testDir: './e2e',
  testMatch: '**/*.spec.ts',
  outputDir: './test-results/stories',
  globalSetup: './e2e/support/global-setup.ts',
  // The console, its actors and the browser share the machine; stories beside each other would only wait.
  workers: 1,
  // They run in real time beside other work. What passes at a second try only is named by `check`, and is a failure from five on.
  retries: 1,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.VAMPLATE_CHROMIUM || '/usr/bin/chromium',
      // In a container there is neither a user namespace for the sandbox nor a graphics card nor a large /dev/shm.
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', ...quiet],
    },
  },
});
