// Starts an OpenDKIM for a Postfix of a run: the milter that signs each mail with DKIM, independent of any OpenDKIM
// service of the machine. Its configuration, tables, key and socket are in the temporary directory of that Postfix.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { commandLine, isAlive } from '../../dev/processes/process-table.ts';
import { SENDER_DOMAIN } from '../load/mail.ts';
import { untilListening } from './until-listening.ts';

/** A running OpenDKIM. */
export interface BenchOpenDkim {
  pid: number;
  stop(): Promise<void>;
}

const DIRECTORY = 'opendkim';
const SELECTOR = 'bench';
/** Its user, and the group of Postfix's processes, which must be able to open its socket. */
const USER_AND_GROUP = 'opendkim:postfix';

const run = promisify(execFile);

/** Why OpenDKIM cannot be started here; undefined if it can. */
export async function whyNoOpenDkim(): Promise<string | undefined> {
  return await run('opendkim', ['-V']).then(
    () => undefined,
    () => 'there is no OpenDKIM on the path (apt-get install opendkim)',
  );
}

/**
 * Starts an OpenDKIM that signs all mail of the load.
 * @param parent directory of the Postfix, readable to all
 * @param privateKeyPem its RSA key
 */
export async function startOpenDkim(parent: string, privateKeyPem: string): Promise<BenchOpenDkim> {
  await writeConfiguration(parent, privateKeyPem);
  const program = spawn('opendkim', ['-f', '-x', pathIn(parent, 'opendkim.conf')], {
    // Ctrl-C must reach it only through the bench.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaints = '';
  program.stderr.on('data', (text: Buffer) => {
    complaints += text.toString();
  });
  const stop = () => end(program);
  try {
    await untilListening(program, () => accepts(pathIn(parent, 'socket')));
    return { pid: program.pid ?? 0, stop };
  } catch (cause) {
    await stop();
    throw new Error(`OpenDKIM did not start: ${complaints}`, { cause });
  }
}

/** The address of its socket, as Postfix writes it (`smtpd_milters`, postconf(5)). */
export function milterAddress(parent: string): string {
  return `unix:${pathIn(parent, 'socket')}`;
}

/** Stops an OpenDKIM that a killed bench has left running. */
export async function stopLeftOpenDkim(parent: string): Promise<void> {
  const text = await readFile(pathIn(parent, 'pid'), 'utf8').catch(() => '');
  const pid = Number(text.trim());
  // After a reboot another process may have its pid.
  if (pid && isAlive(pid) && commandLine(pid).includes(parent)) process.kill(pid, 'SIGKILL');
}

const pathIn = (parent: string, file: string) => path.join(parent, DIRECTORY, file);

/** opendkim.conf(5): the settings that Debian installs, with a key table and a signing table, for signing alone. */
async function writeConfiguration(parent: string, privateKeyPem: string): Promise<void> {
  await mkdir(path.join(parent, DIRECTORY));
  const settings = {
    Canonicalization: 'relaxed/simple',
    OversignHeaders: 'From',
    UserID: USER_AND_GROUP,
    UMask: '007',
    Socket: `local:${pathIn(parent, 'socket')}`,
    PidFile: pathIn(parent, 'pid'),
    KeyTable: `file:${pathIn(parent, 'key-table')}`,
    SigningTable: `file:${pathIn(parent, 'signing-table')}`,
    // Only verifying needs DNS and Debian's trust anchor.
    Mode: 's',
    // Every user may write to the system's temporary directory, so OpenDKIM would refuse a key below it.
    RequireSafeKeys: 'no',
    // The machine's log is not ours. Posthorn and the naive pipeline do not log each mail either.
    Syslog: 'no',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`);
  const keyFile = pathIn(parent, 'key.pem');
  await writeFile(pathIn(parent, 'opendkim.conf'), lines.join(''));
  await writeFile(pathIn(parent, 'key-table'), `key ${SENDER_DOMAIN}:${SELECTOR}:${keyFile}\n`);
  await writeFile(pathIn(parent, 'signing-table'), `${SENDER_DOMAIN} key\n`);
  await writeFile(keyFile, privateKeyPem, { mode: 0o600 });
  await run('chown', [USER_AND_GROUP, path.join(parent, DIRECTORY), keyFile]);
}

async function accepts(socketPath: string): Promise<boolean> {
  const socket = connect(socketPath);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Killed, because it takes seconds to end on SIGTERM and has nothing to lose. */
async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  program.kill('SIGKILL');
  await once(program, 'exit');
}
