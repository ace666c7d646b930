// Runs the programs that a release is made with: npm, git, dpkg-deb. What they say on stderr is shown.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

const execute = promisify(execFile);
/** A list of packages as JSON. */
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024;

/** @returns what the program prints @throws Error when it fails, with what it said */
export async function outputOf(cwd: string, program: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await execute(program, args, { cwd, maxBuffer: OUTPUT_MAX_BYTES });
  return stdout;
}

/** Runs it on this terminal. @returns whether it succeeded */
export async function succeeds(cwd: string, program: string, ...args: readonly string[]): Promise<boolean> {
  const [code] = await once(spawn(program, args, { cwd, stdio: 'inherit' }), 'exit');
  return code === 0;
}
