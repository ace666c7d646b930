// Runs the real program as a shell does: in its own process, with exit code, stdout and stderr.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const PROGRAM = fileURLToPath(new URL('../../../cli/posthorn.mjs', import.meta.url));

/** The result of a run. */
export interface CliResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Environment and input of a run. */
export interface CliOptions {
  env?: Record<string, string>;
  /** Written to its stdin. */
  input?: string | Readable;
  program?: string;
}

/** A running program. */
export interface RunningCli {
  child: ChildProcessWithoutNullStreams;
  /** Its output so far. */
  readonly written: Pick<CliResult, 'stdout' | 'stderr'>;
  /** Resolves when it has ended. */
  ended: Promise<CliResult>;
}

/** Starts `posthorn` with arguments; its environment has only the given variables. */
export function startPosthorn(args: readonly string[], options: CliOptions = {}): RunningCli {
  const { env = {}, input = '', program = PROGRAM } = options;
  const environment = { PATH: process.env['PATH'], ...env };
  const child = spawn(process.execPath, [program, ...args], { env: environment });
  const written = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      written[stream] += text;
    });
  }
  // The program may end without reading its stdin.
  child.stdin.on('error', () => {});
  Readable.from(typeof input === 'string' ? [input] : input).pipe(child.stdin);
  const ended = once(child, 'close').then(([code]) => ({ ...written, code }));
  return { child, written, ended };
}

/** Runs `posthorn` to its end. */
export function posthorn(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  return startPosthorn(args, options).ended;
}

/** Expects success, and JSON on stdout alone. @returns the JSON */
export function expectJson({ code, stdout, stderr }: CliResult) {
  expect({ code, stderr }, stderr).to.deep.equal({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

/** Expects exit code 1 and the error object on stderr alone. @returns its message */
export function expectFailure(result: CliResult, statusCode: number | null, name: string): string {
  expect({ code: result.code, stdout: result.stdout }, result.stderr).to.deep.equal({ code: 1, stdout: '' });
  const { message, ...rest } = JSON.parse(result.stderr);
  expect(rest, message).to.deep.equal({ statusCode, name });
  expect(message).to.be.a('string').and.not.equal('');
  return message;
}
