// Waits until a server that has just been started accepts connections.
import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

const START_TIMEOUT_MS = 20_000;
const POLL_MS = 50;

/**
 * @param answers whether the server answers now
 * @throws Error when it ends or takes too long
 */
export async function untilListening(program: ChildProcess, answers: () => Promise<boolean>): Promise<void> {
  const deadlineMs = Date.now() + START_TIMEOUT_MS;
  while (!(await answers())) {
    const { exitCode, signalCode } = program;
    if (exitCode !== null || signalCode !== null) {
      throw new Error(`It ended (${signalCode ?? `exit code ${exitCode}`}).`);
    }
    if (Date.now() > deadlineMs) throw new Error(`It did not listen within ${START_TIMEOUT_MS} ms.`);
    await pause(POLL_MS);
  }
}
