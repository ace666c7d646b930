// What dev/main.ts passes to every part of the local stack.
import type { Logger } from '../shared/platform/log/log.ts';
import type { Teardown } from './processes/teardown.ts';
import type { StartError } from './start-error.ts';

/** The tools for a part of the local stack. */
export interface LocalStackTools {
  log: Logger;
  teardown: Teardown;
  /** Aborted when `npm start` ends; a start in progress ends at its next step. */
  closing: AbortSignal;
  /** Aborted by a second Ctrl-C, which does not wait for the graceful stop. */
  hurry: AbortSignal;
  /** Prints a line on the terminal. */
  say(line: string): void;
  /** Reports a permanent failure: `npm start` prints it and ends. */
  giveUp(error: StartError): void;
}
