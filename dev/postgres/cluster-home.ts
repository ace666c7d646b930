// The home of a cluster: its own directory, owned by the user that Postgres runs as.
//
//   <dataDir>/postgres-password   of the superuser, 0600
//   <dataDir>/postgres.log        of this run; postgres.log.1 of the previous one
//   <dataDir>/cluster/            the home, or a symbolic link to it
//     data/                       PGDATA; complete or absent (initdb works in data.new)
//
// A clone of root is often in a place that ordinary users cannot access (/root, umask 077). We do not change the modes
// of root's directories; the home is then under /var/lib/posthorn, and `cluster` is a link to it.
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

/** Directory for files of root that an ordinary user must be able to access. */
const ROOT_STATE_DIR = '/var/lib/posthorn';
const PASSWORD_BYTES = 24;

/** The path of the link or directory of the home of `dataDir`'s cluster; it may not exist yet. */
export function clusterLink(dataDir: string): string {
  return path.join(path.resolve(dataDir), 'cluster');
}

/** Creates or opens the directory for copies of programs, to which the server's user has access. */
export async function openCopyDirectory(dataDir: string, user: ServerUser | undefined): Promise<string> {
  if (user) return openForEveryone(ROOT_STATE_DIR);
  await mkdir(dataDir, { recursive: true });
  return realpath(dataDir);
}

/** Creates or opens the cluster's home and returns its real path. */
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

/** The superuser's password, generated at the first call: the port is open to every user of the machine. */
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

/** Tests by trying as that user, because modes, ACLs, mounts and security modules all matter. */
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

/** Gives everyone access to the directory whatever the umask is; its files have their own modes. */
async function openForEveryone(directory: string): Promise<string> {
  await mkdir(directory, { recursive: true });
  await chmod(directory, 0o755);
  return directory;
}
