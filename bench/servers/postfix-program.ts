// Runs a separate Postfix, independent of any Postfix service of the machine: configuration, queue and log are in a
// temporary directory, and it listens on loopback. It syncs its queue to disk as usual and asks no DNS. What it does with
// mail, its starter says: the benchmark (postfix.ts), or a test, in which it is the relay.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../dev/processes/ports.ts';
import { isAlive } from '../../dev/processes/process-table.ts';
import { stopLeftOpenDkim } from './opendkim.ts';
import { untilListening } from './until-listening.ts';

/** What a Postfix does with mail. */
export interface PostfixProgramOptions {
  /** main.cf, in addition to what every Postfix here has. */
  settings: Readonly<Record<string, string>>;
  /** Lines of master.cf, in addition. */
  services?: readonly string[];
  /** Whether its SMTP client runs in a chroot, its queue, and so reads `etc/resolv.conf` there; absent: it does not. */
  isChrooted?: boolean;
}

/** A running Postfix. */
export interface PostfixProgram {
  port: number;
  /** Process id of its master, whose children do the work. */
  pid: number;
  stop(): Promise<void>;
}

/** The first part of its directory's name; the pid of the process that started it follows. */
const PREFIX = 'posthorn-postfix-';

const run = promisify(execFile);

/** Why Postfix cannot be started here; undefined if it can. */
export async function whyNoPostfix(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'only root can start Postfix';
  return await run('postconf', ['-d', 'mail_version']).then(
    () => undefined,
    () => 'there is no Postfix on the path (apt-get install postfix)',
  );
}

/** Makes the directory of a Postfix, which all users can read, and removes those of killed processes. */
export async function makePostfixDirectory(): Promise<string> {
  await removeLeft();
  const directory = await mkdtemp(path.join(tmpdir(), `${PREFIX}${process.pid}-`));
  // Its processes run as other users.
  await chmod(directory, 0o755);
  return directory;
}

/** Removes it, after its Postfix has stopped. */
export async function removePostfixDirectory(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true, maxRetries: 10 });
}

/** Where main.cf is. */
export function configurationIn(directory: string): string {
  return path.join(directory, 'conf');
}

/** Starts a Postfix. @throws with its log when it does not start */
export async function startPostfixProgram(
  directory: string,
  options: PostfixProgramOptions,
): Promise<PostfixProgram> {
  const port = await freePort();
  await writeConfiguration(directory, port, options);
  // This program runs as long as the master, which is its child and the leader of a process group.
  const program = spawn('postfix', ['-c', configurationIn(directory), 'start-fg'], {
    // Ctrl-C must reach it only through its starter.
    detached: true,
    stdio: 'ignore',
  });
  const stop = async () => end(program, await readMasterPid(directory));
  try {
    await untilListening(program, () => answers(port));
    return { port, pid: (await readMasterPid(directory)) ?? 0, stop };
  } catch (cause) {
    const log = await readFile(logIn(directory), 'utf8').catch(() => 'no log');
    await stop();
    throw new Error(`Postfix did not start: ${log}`, { cause });
  }
}

const logIn = (directory: string) => path.join(directory, 'log');

async function writeConfiguration(
  directory: string,
  port: number,
  { settings, services = [], isChrooted = false }: PostfixProgramOptions,
): Promise<void> {
  const configuration = configurationIn(directory);
  for (const name of ['conf', 'queue', 'data']) await mkdir(path.join(directory, name), { recursive: true });
  await run('chown', ['postfix', path.join(directory, 'data')]);
  const all = {
    compatibility_level: '3.6',
    queue_directory: path.join(directory, 'queue'),
    data_directory: path.join(directory, 'data'),
    maillog_file: logIn(directory),
    maillog_file_prefixes: directory,
    mydestination: '',
    local_recipient_maps: '',
    alias_maps: '',
    alias_database: '',
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    mynetworks: '127.0.0.0/8',
    smtpd_relay_restrictions: 'permit_mynetworks, reject',
    // No DNS lookups: the machine may have no network.
    smtpd_peername_lookup: 'no',
    disable_dns_lookups: 'yes',
    smtp_host_lookup: 'native',
    ...settings,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}\n`);
  await writeFile(path.join(configuration, 'main.cf'), lines.join(''));
  await writeFile(path.join(configuration, 'master.cf'), serviceTable(port, services, isChrooted));
}

/** master.cf(5): the services that mail passes through, with default process limits. */
function serviceTable(port: number, more: readonly string[], isChrooted: boolean): string {
  return `
127.0.0.1:${port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - ${isChrooted ? 'y' : 'n'} - - smtp
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
${more.join('\n')}
`;
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'data');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function readMasterPid(directory: string): Promise<number | undefined> {
  const text = await readFile(path.join(directory, 'queue/pid/master.pid'), 'utf8').catch(() => '');
  return Number(text.trim()) || undefined;
}

/** The master is stopped first, so that it starts no more children; the rest of its process group is killed. */
async function end(program: ChildProcess, masterPid: number | undefined): Promise<void> {
  if (masterPid !== undefined) signal(masterPid, 'SIGTERM');
  else program.kill('SIGKILL');
  if (program.exitCode === null && program.signalCode === null) await once(program, 'exit');
  if (masterPid !== undefined) signal(-masterPid, 'SIGKILL');
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has already ended.
  }
}

/** Stops and removes what killed processes have left. */
async function removeLeft(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length).split('-')[0]) : 0;
    if (!pid || isAlive(pid)) continue;
    const directory = path.join(tmpdir(), name);
    // The command fails when nothing runs there any more.
    await run('postfix', ['-c', configurationIn(directory), 'abort']).catch(() => {});
    await stopLeftOpenDkim(directory);
    await removePostfixDirectory(directory);
  }
}
