// Where a cluster lives: a directory of its own, owned by the user that Postgres runs as.
//
//   <dataDir>/postgres-password   of the superuser, 0600
//   <dataDir>/postgres.log        of this run; postgres.log.1 of the one before
//   <dataDir>/cluster/            the home, or a symbolic link to it
//     data/                       PGDATA; complete or absent (initdb works in data.new)
//
// Root's clone often lies where no ordinary user can go (/root, umask 077). Opening root's directories would be
// rude, so the home then lies under /var/lib/posthorn and `cluster` is a link to it.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import type { ServerUser } from './server-user.ts';

/** Root's place for what an ordinary user must reach. */
const ROOT_STATE_DIR = '/var/lib/posthorn';
const PASSWORD_BYTES = 24;

/** The path that leads to the home of `dataDir`'s cluster, which may not exist yet. */
export function clusterLink(dataDir: string): string {
  return path.join(path.resolve(dataDir), 'cluster');
}

/** Opens the directory that programs may be copied to so that the server's user reaches them. */
export async function openCopyDirectory(dataDir: string, user: ServerUser | undefined): Promise<string> {
  if (user) return openForEveryone(ROOT_STATE_DIR);
  await mkdir(dataDir, { recursive: true });
  return realpath(dataDir);
}

/** Opens the cluster's home, making it at the first call, and returns its real path. */
export async function openClusterHome(dataDir: string, user: ServerUser | undefined): Promise<string> {
  const link = clusterLink(dataDir);
  await mkdir(path.dirname(link), { recursive: true });
  await removeDanglingLink(link);
  await mkdir(link, { mode: 0o700, recursive: true });
  if (!user) return realpath(link);
  const home = await realpath(link);
  await chown(home, user.uid, user.gid);
  if (canWrite(home, user)) return home;
  await rm(link, { recursive: true });
  const away = await makeHomeElsewhere(user);
  await symlink(away, link);
  return away;
}

/** Removes a cluster that does not run, with everything in it. */
export async function removeClusterHome(dataDir: string): Promise<void> {
  const link = clusterLink(dataDir);
  const home = await realpath(link).catch(() => undefined);
  if (home) await rm(home, { recursive: true, force: true });
  await rm(link, { recursive: true, force: true });
  await rm(passwordFile(dataDir), { force: true });
}

/** The superuser's password, made at the first call: the port is open to every user of the machine. */
export async function openPassword(dataDir: string): Promise<string> {
  const file = passwordFile(dataDir);
  const known = await readFile(file, 'utf8').catch(() => '');
  if (known) return known;
  const password = randomBytes(PASSWORD_BYTES).toString('hex');
  await writeFile(file, password, { mode: 0o600 });
  return password;
}

function passwordFile(dataDir: string): string {
  return path.join(path.resolve(dataDir), 'postgres-password');
}

async function removeDanglingLink(link: string): Promise<void> {
  const target = await realpath(link).catch(() => undefined);
  if (!target && (await lstat(link).catch(() => undefined))) await rm(link);
}

/** Asks by trying, as that user: modes, ACLs, mounts and security modules all have a say. */
function canWrite(directory: string, user: ServerUser): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$0" && test -w .', directory], { ...user, cwd: '/' }).status === 0;
}

async function makeHomeElsewhere(user: ServerUser): Promise<string> {
  await openForEveryone(ROOT_STATE_DIR);
  const clusters = await openForEveryone(path.join(ROOT_STATE_DIR, 'clusters'));
  const home = await mkdtemp(`${clusters}/`);
  await chown(home, user.uid, user.gid);
  return home;
}

/** Makes the directory passable whatever the umask is; what lies in it has modes of its own. */
async function openForEveryone(directory: string): Promise<string> {
  await mkdir(directory, { recursive: true });
  await chmod(directory, 0o755);
  return directory;
}
