// What every part of the house is given by main.ts.
import type { Logger } from '../shared/platform/log/log.ts';
import type { StartError } from './start-error.ts';
import type { Teardown } from './teardown.ts';

/** What a part of the house may use. */
export interface HouseTools {
  log: Logger;
  teardown: Teardown;
  /** Aborted when the house closes; a start in progress ends at its next step. */
  closing: AbortSignal;
  /** Aborted when somebody does not want to wait for the orderly close. */
  hurry: AbortSignal;
  /** Shows a line to the person at the terminal. */
  say(line: string): void;
  /** Something is broken for good: the house closes and tells why. */
  giveUp(error: StartError): void;
}
