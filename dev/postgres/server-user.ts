// Finds the user of the server. Postgres refuses to run as root, so root starts it as an ordinary user: the owner of
// the cluster if there is one, otherwise `posthorn` (created on first use), otherwise an existing unprivileged user.
import { spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { StartError } from '../start-error.ts';

/** The user that Postgres runs as. */
export interface ServerUser {
  uid: number;
  gid: number;
}

const USER_NAME = 'posthorn';
/** Debian, Red Hat and SUSE have useradd; Alpine has BusyBox's adduser. */
const CREATE_COMMANDS = [
  ['useradd', '--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', USER_NAME],
  ['adduser', '-S', '-D', '-H', USER_NAME],
  ['busybox', 'adduser', '-S', '-D', '-H', USER_NAME],
] as const;
const FALLBACK_NAMES = ['postgres', 'nobody', 'daemon'];

/**
 * The user to run Postgres as; undefined means the current user.
 * @param home the cluster's home, which may not exist yet
 * @throws StartError when root finds no ordinary user
 */
export async function findServerUser(home: string): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(home).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const user = lookUp(USER_NAME) ?? create() ?? FALLBACK_NAMES.map(lookUp).find(Boolean);
  if (!user) {
    throw new StartError(
      `Postgres cannot run as root, and the user "${USER_NAME}" could not be created: create it, or start as an ordinary user.`,
    );
  }
  return user;
}

function create(): ServerUser | undefined {
  for (const [command, ...args] of CREATE_COMMANDS) {
    spawnSync(command, args);
    const user = lookUp(USER_NAME);
    if (user) return user;
  }
  return undefined;
}

function lookUp(name: string): ServerUser | undefined {
  const uid = numberFrom('-u', name);
  const gid = numberFrom('-g', name);
  return uid && gid !== undefined ? { uid, gid } : undefined;
}

function numberFrom(flag: '-u' | '-g', name: string): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : undefined;
}
