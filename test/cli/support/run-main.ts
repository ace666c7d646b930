// Runs the command line inside the test's own process, where a test decides what its stdin is and whether its output is
// a terminal.
import { Readable } from 'node:stream';
import { main } from '../../../cli/main.ts';
import type { CliResult } from './cli.ts';

const DESCRIPTION = new URL('../../../openapi.json', import.meta.url);

/** What the process has. */
interface MadeUpProcess {
  /** stdout and stderr are terminals. */
  isTTY?: boolean;
  stdin?: Readable;
  env?: Record<string, string>;
}

/** Runs the command line to its end. */
export async function runMain(
  args: readonly string[],
  { isTTY = false, stdin = Readable.from([]), env = {} }: MadeUpProcess = {},
): Promise<CliResult> {
  const written = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof written) => ({
    isTTY,
    write: (text: string) => {
      written[name] += text;
    },
    once: () => undefined,
  });
  const streams = { stdin, stdout: stream('stdout'), stderr: stream('stderr') };
  const shell = { argv: ['node', 'posthorn', ...args], env, on: () => undefined, off: () => undefined };
  const code = await main({ ...shell, ...streams }, DESCRIPTION);
  return { code, ...written };
}
