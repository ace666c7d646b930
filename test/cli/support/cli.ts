// The real program as a shell runs it: its own process, its exit code, and what it writes to both streams.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const PROGRAM = fileURLToPath(new URL('../../../cli/posthorn.mjs', import.meta.url));

/** How a run ended. */
export interface CliResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** What a run gets beside its arguments. */
export interface CliOptions {
  env?: Record<string, string>;
  /** Written to its stdin. */
  input?: string;
  program?: string;
}

/** A run that goes on. */
export interface RunningCli {
  child: ChildProcessWithoutNullStreams;
  /** What it has written so far. */
  readonly written: Pick<CliResult, 'stdout' | 'stderr'>;
  /** How it ended, once it has. */
  ended: Promise<CliResult>;
}

/** Starts `posthorn` with arguments; of the environment it knows only what is given. */
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
  // It may end without reading what it was not asked to read.
  child.stdin.on('error', () => {}).end(input);
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
