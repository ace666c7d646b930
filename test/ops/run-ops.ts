// Runs the real command in its own process, as an operator does, and checks how it ended.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import type { Result } from '../../ops/run-command.ts';

/** The outcome of a command; the code is null for a process that was killed. */
export type OpsResult = Omit<Result, 'code'> & { code: number | null };

/** Runs `npm run ops -- …` without npm. @param environment everything that it gets in addition to PATH */
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

/** Expects success. @returns the output */
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
