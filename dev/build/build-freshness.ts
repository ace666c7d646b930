// Whether a build is newer than its sources, by the times of their files: for the builds of the program and of the
// dashboard.
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * True when a stamp is as new as the newest of the sources.
 * @param stamp file that a complete build has
 * @param sources files, and folders with all that is in them
 */
export async function isNewerThan(stamp: string, sources: readonly string[]): Promise<boolean> {
  try {
    const { mtimeMs: builtAtMs } = await stat(stamp);
    const changes = await Promise.all(sources.map(lastChangeMs));
    return Math.max(...changes) <= builtAtMs;
  } catch {
    // There is no build, or a source is missing.
    return false;
  }
}

/** Time of the last change of a file, or of any file in a folder. */
async function lastChangeMs(source: string): Promise<number> {
  const own = await stat(source);
  if (!own.isDirectory()) return own.mtimeMs;
  const files = await readdir(source, { recursive: true });
  const changes = await Promise.all(files.map(async (file) => (await stat(path.join(source, file))).mtimeMs));
  return Math.max(own.mtimeMs, ...changes);
}
