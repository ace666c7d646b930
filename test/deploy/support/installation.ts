// Runs the processes of an installation from a production tree, as its platform does.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { exchange } from '../../support/net/raw-http.ts';
import { type Process, parseEnvironment } from './units.ts';

/** How a process ended. */
export interface Ended {
  code: number | null;
  /** Its log, one entry per line. */
  lines: string[];
}

/** A process that has become ready; `port` is that of the API or of a worker's health server. */
export interface ReadyProcess {
  pid: number | undefined;
  port: number;
  /** The port of the SMTP server for incoming mail. */
  inboundPort: number | undefined;
  /** The port of the SMTP server for mail from programs, with STARTTLS. */
  submissionPort: number | undefined;
  stop(): Promise<void>;
}

/** Processes that run from one directory. */
export interface Installation {
  /** Runs a process that ends alone. */
  run(process: Process): Promise<Ended>;
  /** Starts a process and waits until it is ready. */
  start(process: Process): Promise<ReadyProcess>;
  /** What its processes have logged, one entry per line. */
  logged(): string[];
  /** Kills what still runs. */
  killAll(): void;
}

/** Free ports for all, and only what an operator must see. Everything else is what the platform's files say. */
const ON_A_TEST_MACHINE = {
  PORT: '0',
  HEALTH_PORT: '0',
  INBOUND_PORT: '0',
  SUBMISSION_PORT: '0',
  SUBMISSIONS_PORT: '0',
  HOST: '127.0.0.1',
  INBOUND_HOST: '127.0.0.1',
  SUBMISSION_HOST: '127.0.0.1',
  LOG_LEVEL: 'warn',
};

/** @param directory the production tree */
export function openInstallation(directory: string): Installation {
  const children: ChildProcess[] = [];
  const logs: (() => string)[] = [];
  const spawnProcess = ({ command, environment }: Process) => {
    const [, own = '', plain = command] = /^env (\S+) (.+)$/.exec(command) ?? [];
    const [program, ...args] = plain.split(' ');
    expect(program).to.equal('node');
    const { PATH } = process.env;
    const child = spawn(process.execPath, args, {
      cwd: directory,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: { PATH, ...environment, ...ON_A_TEST_MACHINE, ...parseEnvironment(own) },
    });
    let log = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
    children.push(child);
    logs.push(() => log);
    const ended = once(child, 'close').then(([code]): Ended => ({ code, lines: linesOf(log) }));
    return { child, ended };
  };
  return {
    run: (given) => spawnProcess(given).ended,
    async start(given) {
      const { child, ended } = spawnProcess(given);
      const unready = ended.then(({ lines }) => expect.fail(`${given.command} ended: ${lines.join('\n')}`));
      const [message] = await Promise.race([once(child, 'message'), unready]);
      const { type, port, healthPort, inboundPort, submissionPort } = message as Record<string, unknown>;
      expect(type).to.equal('ready');
      return {
        pid: child.pid,
        port: Number(port ?? healthPort),
        inboundPort: toPort(inboundPort),
        submissionPort: toPort(submissionPort),
        async stop() {
          child.kill('SIGTERM');
          expect((await ended).code, given.command).to.equal(0);
        },
      };
    },
    logged: () => logs.flatMap((log) => linesOf(log())),
    killAll() {
      for (const child of children) child.kill('SIGKILL');
    },
  };
}

function toPort(announced: unknown): number | undefined {
  return announced === undefined ? undefined : Number(announced);
}

/** The answer of a process to a GET. */
export function get(port: number, route: string): Promise<string> {
  return exchange(port, `GET ${route} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}
