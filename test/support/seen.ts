// What a whole run has seen: each of its processes writes a line for everything that some test must see, and the end of the run
// compares (test/runner/unseen.ts).
import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/** What this process has written. */
const written = new Set<string>();

/** @param line such as `sendEmail validation_error` */
export function noteSeen(line: string): void {
  const directory = process.env['TEST_SEEN'];
  if (directory === undefined || written.has(line)) return;
  written.add(line);
  mkdirSync(directory, { recursive: true });
  appendFileSync(path.join(directory, String(process.pid)), `${line}\n`);
}
