// The files of backups. A backup has its name only when it is whole and on the disk: until then it is in a directory with a
// name of another form, which goes with whatever stops the work.
import { chmod, mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DAY_MS } from '../../shared/platform/time/durations.ts';
import { BackupError } from './backup-error.ts';
import { MANIFEST_NAME, type Manifest } from './manifest.ts';
import { runProgram } from './postgres-programs.ts';

const NAME = /^posthorn-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar$/;
const WORK_PREFIX = '.posthorn-backup-';
/** No backup takes so long: its process was killed. */
const LEFT_AFTER_MS = 2 * DAY_MS;
const OWNER_ONLY = 0o600;

/** The name of a backup, which says when it was taken: `posthorn-20261130T023000Z.tar`. */
export function nameOfBackup(takenAt: Date): string {
  return `posthorn-${takenAt.toISOString().replace(/[-:]|\.\d+/g, '')}.tar`;
}

/** Does some work in a new directory next to the backups, and removes it afterwards. */
export async function inWorkDirectory<Result>(
  parent: string,
  work: (directory: string) => Promise<Result>,
): Promise<Result> {
  const directory = await makeWorkDirectory(parent);
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function makeWorkDirectory(parent: string): Promise<string> {
  try {
    for (const name of await readdir(parent)) {
      // Another user may have left it, and another process may remove it now.
      if (name.startsWith(WORK_PREFIX)) await removeIfLeft(path.join(parent, name)).catch(() => {});
    }
    return await mkdtemp(path.join(parent, WORK_PREFIX));
  } catch (cause) {
    throw new BackupError(`The directory ${parent} cannot be used: ${(cause as Error).message}.`, { cause });
  }
}

async function removeIfLeft(directory: string): Promise<void> {
  const { mtimeMs } = await stat(directory);
  if (Date.now() - mtimeMs > LEFT_AFTER_MS) await rm(directory, { recursive: true, force: true });
}

/** Name → bytes of the files in a directory. */
export async function listFiles(directory: string): Promise<Record<string, number>> {
  const names = (await readdir(directory)).sort();
  const sizes = await Promise.all(names.map(async (name) => (await stat(path.join(directory, name))).size));
  return Object.fromEntries(names.map((name, index) => [name, sizes[index] ?? 0]));
}

/** Packs a dump with its manifest. @returns the bytes of the backup, which is on the disk */
export async function packBackup(
  dump: string,
  manifest: Manifest,
  target: string,
  options: Parameters<typeof runProgram>[2],
): Promise<number> {
  await writeFile(path.join(dump, MANIFEST_NAME), `${JSON.stringify(manifest, undefined, 2)}\n`);
  const packed = path.join(path.dirname(dump), 'packed');
  const names = [MANIFEST_NAME, ...Object.keys(manifest.files)];
  await runProgram('tar', ['-cf', packed, '-C', dump, ...names], options);
  await chmod(packed, OWNER_ONLY);
  await sync(packed);
  await rename(packed, target);
  await sync(path.dirname(target));
  return (await stat(target)).size;
}

async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Unpacks a backup. @throws BackupError when it is not a backup, or is cut off or damaged */
export async function unpackBackup(
  file: string,
  directory: string,
  options: Parameters<typeof runProgram>[2],
): Promise<Manifest> {
  await runProgram('tar', ['-xof', file, '-C', directory], options);
  const manifest = await readManifest(path.join(directory, MANIFEST_NAME));
  if (!manifest?.files) throw new BackupError(`${file} is not a backup made by ops backup.`);
  const found = await listFiles(directory);
  for (const [name, bytes] of Object.entries(manifest.files)) {
    if (found[name] !== bytes)
      throw new BackupError(
        `${file} is truncated or damaged: ${name} has ${found[name] ?? 0} of ${bytes} bytes.`,
      );
  }
  return manifest;
}

async function readManifest(file: string): Promise<Manifest | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The names of the backups that were taken before a time, without the newest of all. */
export async function listOldBackups(directory: string, before: Date): Promise<string[]> {
  const names = (await readdir(directory)).filter((name) => NAME.test(name)).sort();
  return names.slice(0, -1).filter((name) => name < nameOfBackup(before));
}
