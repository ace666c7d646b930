// Runs a program of the machine to its end, with input.
import { execFile } from 'node:child_process';

/** Input and environment of a program. */
export interface ProgramGiven {
  input?: string | Buffer;
  /** More variables of the environment. */
  environment?: Record<string, string>;
}

/** @returns what it wrote to its output. @throws with all that it wrote when it fails */
export function runProgram(
  program: string,
  args: readonly string[],
  { input = '', environment = {} }: ProgramGiven = {},
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...environment };
    const child = execFile(program, args, { env, encoding: 'buffer' }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${program} failed: ${stdout}${stderr}`, { cause: error }));
      else resolve(stdout);
    });
    // A program that does not read its input ends before it is written.
    child.stdin?.on('error', () => undefined).end(input);
  });
}
