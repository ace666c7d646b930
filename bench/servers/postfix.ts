// Starts a separate Postfix for a run, independent of any Postfix service of the machine: configuration, queue and log
// are in a temporary directory, and it listens on loopback. It syncs its queue to disk as usual. It signs nothing
// itself; with a DKIM key its mail passes through OpenDKIM as a milter.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../dev/processes/ports.ts';
import { isAlive } from '../../dev/processes/process-table.ts';
import { type BenchOpenDkim, milterAddress, startOpenDkim, stopLeftOpenDkim } from './opendkim.ts';
import { untilListening } from './until-listening.ts';

/** What a run needs of Postfix. */
export interface PostfixOptions {
  /** Port on loopback of the server that gets all mail. */
  relayPort: number;
  /** RSA key in PEM with which OpenDKIM signs the mail; if absent, nothing is signed. */
  dkimPrivateKey?: string | undefined;
  /** Whether all mail stays in the queue and is not relayed; if absent, it does not. */
  keepsAll?: boolean;
}

/** A running Postfix. */
export interface BenchPostfix {
  port: number;
  /** Process id of its master, whose children do the work. */
  pid: number;
  /** Process id of its OpenDKIM; absent if the mail is not signed. */
  signerPid?: number | undefined;
  stop(): Promise<void>;
}

/** The first part of its directory's name; the pid of the process that started it follows. */
const PREFIX = 'posthorn-bench-postfix-';

const run = promisify(execFile);

/** Why Postfix cannot be started here; undefined if it can. */
export async function whyNoPostfix(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'only root can start Postfix';
  return await run('postconf', ['-d', 'mail_version']).then(
    () => undefined,
    () => 'there is no Postfix on the path (apt-get install postfix)',
  );
}

/** Starts a Postfix that relays all mail to a server on loopback. */
export async function startPostfix(options: PostfixOptions): Promise<BenchPostfix> {
  const { dkimPrivateKey } = options;
  await removeLeft();
  const directory = await mkdtemp(path.join(tmpdir(), `${PREFIX}${process.pid}-`));
  const remove = () => rm(directory, { recursive: true, force: true, maxRetries: 10 });
  const port = await freePort();
  const milter = dkimPrivateKey === undefined ? undefined : milterAddress(directory);
  await writeConfiguration(directory, { ...options, port, milter });
  let signer: BenchOpenDkim | undefined;
  if (dkimPrivateKey !== undefined) {
    signer = await startOpenDkim(directory, dkimPrivateKey).catch(async (error: unknown) => {
      await remove();
      throw error;
    });
  }
  // This program runs as long as the master, which is its child and the leader of a process group.
  const program = spawn('postfix', ['-c', configurationIn(directory), 'start-fg'], {
    // Ctrl-C must reach it only through the bench.
    detached: true,
    stdio: 'ignore',
  });
  const stop = async () => {
    await end(program, await readMasterPid(directory));
    await signer?.stop();
    await remove();
  };
  try {
    await untilListening(program, () => answers(port));
    return { port, pid: (await readMasterPid(directory)) ?? 0, signerPid: signer?.pid, stop };
  } catch (cause) {
    const log = await readFile(logIn(directory), 'utf8').catch(() => 'no log');
    await stop();
    throw new Error(`Postfix did not start: ${log}`, { cause });
  }
}

const configurationIn = (directory: string) => path.join(directory, 'conf');
const logIn = (directory: string) => path.join(directory, 'log');

async function writeConfiguration(
  directory: string,
  { port, relayPort, keepsAll, milter }: PostfixOptions & { port: number; milter: string | undefined },
): Promise<void> {
  // Its processes run as other users, who must be able to read it.
  await chmod(directory, 0o755);
  const configuration = configurationIn(directory);
  for (const name of ['conf', 'queue', 'data']) await mkdir(path.join(directory, name));
  await run('chown', ['postfix', path.join(directory, 'data')]);
  const settings = {
    compatibility_level: '3.6',
    queue_directory: path.join(directory, 'queue'),
    data_directory: path.join(directory, 'data'),
    maillog_file: logIn(directory),
    maillog_file_prefixes: directory,
    myhostname: 'postfix.bench.local',
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
    relayhost: `[127.0.0.1]:${relayPort}`,
    default_destination_concurrency_limit: '50',
    // Otherwise Postfix slows down its input when the queue fills faster than it empties.
    in_flow_delay: '0',
    smtp_connection_cache_on_demand: 'yes',
    // The queue `hold`, which no other process of Postfix looks at.
    ...(keepsAll ? { smtpd_recipient_restrictions: 'static:HOLD' } : {}),
    ...(milter === undefined ? {} : { smtpd_milters: milter, milter_default_action: 'tempfail' }),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
  await writeFile(path.join(configuration, 'main.cf'), lines.join(''));
  await writeFile(path.join(configuration, 'master.cf'), serviceTable(port));
}

/** master.cf(5): the services that mail passes through, none in a chroot, with default process limits. */
function serviceTable(port: number): string {
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
smtp unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
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

/** Stops and removes what killed benches have left. */
async function removeLeft(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length).split('-')[0]) : 0;
    if (!pid || isAlive(pid)) continue;
    const directory = path.join(tmpdir(), name);
    // The command fails when nothing runs there any more.
    await run('postfix', ['-c', configurationIn(directory), 'abort']).catch(() => {});
    await stopLeftOpenDkim(directory);
    await rm(directory, { recursive: true, force: true, maxRetries: 10 });
  }
}
