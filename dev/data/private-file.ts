// Files that contain secrets: readable only for their owner, whatever the umask is, and replaced atomically.
import { rename, rm, writeFile } from 'node:fs/promises';

/** Replaces the file atomically: readers see the old content or the new one. */
export async function writePrivateJson(file: string, content: object): Promise<void> {
  const unfinished = `${file}.${process.pid}`;
  await rm(unfinished, { force: true });
  await writeFile(unfinished, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 });
  await rename(unfinished, file);
}
