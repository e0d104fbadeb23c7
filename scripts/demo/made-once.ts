/** Makes a demo lake once: a finished one is kept as it is, a half-made one of ours is made again, others are let be. */
import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises';

/**
 * The note lies beside the folder, never in it. A lake cannot be made elsewhere and moved into place: its control
 * files name their absolute place.
 * @param make called with the folder there and empty
 */
export async function madeOnce(folder: string, make: () => Promise<void>): Promise<void> {
  const note = `${folder}.making`;
  if ((await exists(folder)) && !(await exists(note))) return;
  if (await exists(note)) await removeOurs(folder, note);
  await writeNote(note, folder);
  await mkdir(folder, { recursive: true });
  const startedAt = performance.now();
  process.stderr.write(`making ${folder}\n`);
  await make();
  await rm(note);
  process.stderr.write(`made ${folder} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
}

async function writeNote(note: string, folder: string): Promise<void> {
  await mkdir(`${folder}/..`, { recursive: true });
  await writeFile(note, folder, { flag: 'wx' });
}

/** Only what the note says was ours is ever removed. */
async function removeOurs(folder: string, note: string): Promise<void> {
  if ((await readFile(note, 'utf8')) !== folder) throw new Error(`${note} speaks of another folder`);
  await rm(folder, { recursive: true, force: true });
  await rm(note);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
