// The machine that `posthorn setup` sets up: its paths, the programs that it runs there, and the person who answers.
// Tests give another one, with a Postgres and a systemctl of their own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';

/**
 * Why setup stops; its message is a sentence for the operator. Finished steps stay, and the next run continues from
 * there.
 */
export class SetupStop extends Error {
  override readonly name = 'SetupStop';
}

/** How a program ended; the code is null where it could not be started. */
interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** The parts of the machine that the steps use. */
export interface SetupMachine {
  /** Read by the units and by posthorn-ops. */
  environmentFile: string;
  /** The directories in which systemd finds units. */
  unitDirectories: readonly string[];
  isRoot: boolean;
  /** How long the processes may take until they are ready. */
  readyWithinMs: number;
  /** Runs a program. Never rejects. @param input goes to its stdin: other users of the machine see its arguments */
  run(program: string, args: readonly string[], input?: string): Promise<Ended>;
  say(line: string): void;
  /** Asks the person; undefined: there is no terminal. @throws SetupStop when the input ends */
  ask: ((question: string) => Promise<string>) | undefined;
}

const READY_WITHIN_MS = 120_000;

/** This machine. */
export function openMachine(): SetupMachine {
  const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
  return {
    environmentFile: '/etc/posthorn/environment',
    unitDirectories: ['/etc/systemd/system', '/usr/local/lib/systemd/system', '/usr/lib/systemd/system'],
    isRoot: process.getuid?.() === 0,
    readyWithinMs: READY_WITHIN_MS,
    run: runProgram,
    say: (line) => process.stdout.write(`${line}\n`),
    ask: isTerminal ? askOnTerminal : undefined,
  };
}

export async function runProgram(program: string, args: readonly string[], input = ''): Promise<Ended> {
  // Where root may not enter, other users cannot either.
  const child = spawn(program, args, { cwd: '/', stdio: 'pipe' });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  try {
    const [stdout, stderr] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { code: child.exitCode, stdout, stderr };
  } catch (error) {
    return { code: null, stdout: '', stderr: (error as Error).message };
  }
}

async function askOnTerminal(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    // Without this the program would end without a word.
    const closed = once(terminal, 'close').then(() => {
      throw new SetupStop('The question was not answered. Run posthorn setup again.');
    });
    return await Promise.race([terminal.question(question), closed]);
  } finally {
    terminal.close();
  }
}

/**
 * Prevents a second setup, which would make another SECRET_KEY. The lock is a program that holds it (flock, of every Debian)
 * until its stdin ends, so it ends with us however we end.
 * @returns what gives the lock back @throws SetupStop while another setup has it
 */
export async function lockSetup(environmentFile: string): Promise<() => Promise<void>> {
  const directory = path.dirname(environmentFile);
  await mkdir(directory, { recursive: true, mode: 0o750 });
  const holder = spawn('flock', ['--nonblock', directory, 'sh', '-c', 'echo locked; exec cat'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = once(holder, 'exit');
  const isLocked = await Promise.race([
    once(holder.stdout, 'data').then(() => true),
    ended.then(() => false),
  ]);
  if (!isLocked)
    throw new SetupStop('Another posthorn setup is running on this machine. Wait until it ends.');
  return async () => {
    holder.stdin.end();
    await ended;
  };
}
