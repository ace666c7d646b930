// The templates that one can begin with: mail that nearly every product sends, complete, with the values that differ as
// variables. A variable without a fallback must be given by each send, so that no mail goes out with a gap. Pure.
import { PASSWORD_RESET } from './password-reset.ts';
import { RECEIPT } from './receipt.ts';
import type { Starter, StarterId } from './starter-choices.ts';
import { WELCOME } from './welcome.ts';

/** By what one has chosen. */
export const STARTERS: Readonly<Record<StarterId, Starter>> = {
  welcome: WELCOME,
  receipt: RECEIPT,
  'password-reset': PASSWORD_RESET,
};
