// Runs the real command in a process of its own, as an operator does, and looks at how a command ended.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import type { Result } from '../../ops/run-command.ts';

/** How a command ended; of a process that was killed the code is null. */
export type OpsResult = Omit<Result, 'code'> & { code: number | null };

/** Runs `npm run ops -- …` without npm. @param environment all that it gets beside PATH */
export async function spawnOps(
  args: readonly string[],
  environment: Record<string, string>,
): Promise<OpsResult> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'ops/main.ts', ...args], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: child.exitCode, stdout, stderr };
}

/** Expects that it was done. @returns what it printed */
export function expectDone(result: OpsResult): Record<string, unknown> {
  expect(result).to.include({ code: 0, stderr: '' });
  return JSON.parse(result.stdout);
}

/** Expects one sentence on stderr, nothing else, and this exit code. @returns the sentence */
export function expectRefused({ code, stdout, stderr }: OpsResult, exitCode: number): string {
  expect({ code, stdout }).to.deep.equal({ code: exitCode, stdout: '' });
  expect(stderr).to.match(/^\S[^\n]*\.\n$/);
  return stderr.trim();
}
