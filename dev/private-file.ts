// Files that hold secrets: readable for their owner only, whatever the umask is, and never half-written.
import { rename, rm, writeFile } from 'node:fs/promises';

/** Writes the file at once: readers see the old content or the new one. */
export async function writePrivateJson(file: string, content: object): Promise<void> {
  const unfinished = `${file}.${process.pid}`;
  await rm(unfinished, { force: true });
  await writeFile(unfinished, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 });
  await rename(unfinished, file);
}
