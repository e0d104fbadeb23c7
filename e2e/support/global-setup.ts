/** One console for all stories, on a demo lake made for this run; ended and removed when they are done. */
import { startConsole } from './console';

export const addressVariable = 'VAMPLATE_STORY_CONSOLE';

export default async function globalSetup(): Promise<() => Promise<void>> {
  const running = await startConsole();
  const { baseUrl, signInLink, tokens, data, lake, pid } = running;
  process.env[addressVariable] = JSON.stringify({ baseUrl, signInLink, tokens, data, lake, pid });
  const stopNow = () => void running.stop().finally(() => process.exit(1));
  process.once('SIGTERM', stopNow);
  return async () => {
    process.removeListener('SIGTERM', stopNow);
    await running.stop();
  };
}
