// Runs the command line: inside the test's own process, where it costs a tenth, or as a shell does, in a process of its
// own. The tests of each way in and out of a process (stdin, exit codes, signals, memory) take the latter.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { expectFaults } from '../../support/api/error-body.ts';

const DESCRIPTION = new URL('../../../openapi.json', import.meta.url);
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
  /** Its stdin. */
  input?: string | Readable;
}

/** A running program. */
export interface RunningCli {
  child: ChildProcessWithoutNullStreams;
  /** Its output so far. */
  readonly written: Pick<CliResult, 'stdout' | 'stderr'>;
  /** Resolves when it has ended. */
  ended: Promise<CliResult>;
}

/** Starts the program in its own process; its environment has only the given variables. */
export function startPosthorn(
  args: readonly string[],
  options: CliOptions & { program?: string; node?: string } = {},
): RunningCli {
  const { env = {}, input = '', program = PROGRAM, node = process.execPath } = options;
  const environment = { PATH: process.env['PATH'], ...env };
  const child = spawn(node, [program, ...args], { env: environment });
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

/**
 * Runs the command line inside this process to its end.
 * @param isTTY whether stdout and stderr are terminals
 */
export async function posthorn(
  args: readonly string[],
  { env = {}, input = '', isTTY = false }: CliOptions & { isTTY?: boolean } = {},
): Promise<CliResult> {
  // As the executable does. Imported with the tests, which mocha may load with require(), the program and what it imports
  // on demand would have a class of failures each.
  const { main } = await import('../../../cli/main.ts');
  const written = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof written) => ({
    isTTY,
    write: (text: string) => {
      written[name] += text;
    },
    once: () => undefined,
  });
  const stdin = typeof input === 'string' ? Readable.from(input === '' ? [] : [input]) : input;
  const streams = { stdin, stdout: stream('stdout'), stderr: stream('stderr') };
  const shell = { argv: ['node', 'posthorn', ...args], env, on: () => undefined, off: () => undefined };
  const code = await main({ ...shell, ...streams }, DESCRIPTION);
  return { code, ...written };
}

/** Expects success, and JSON on stdout alone. @returns the JSON */
export function expectJson({ code, stdout, stderr }: CliResult) {
  expect({ code, stderr }, stderr).to.deep.equal({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

/** Expects exit code 1 and the error object on stderr alone. @returns its message */
export function expectFailure(result: CliResult, statusCode: number | null, name: string): string {
  expect({ code: result.code, stdout: result.stdout }, result.stderr).to.deep.equal({ code: 1, stdout: '' });
  const body = JSON.parse(result.stderr);
  const { message, docs_url: docsUrl, field: _field, faults: _faults, ...rest } = body;
  expectFaults(body);
  expect(rest, message).to.deep.equal({ statusCode, name });
  expect(message).to.be.a('string').and.not.equal('');
  // No server is known before the command line is, and one that is not ours names no page.
  if (docsUrl !== undefined) expect(docsUrl).to.match(new RegExp(`^https?://.+/docs/errors/${name}$`));
  return message;
}
