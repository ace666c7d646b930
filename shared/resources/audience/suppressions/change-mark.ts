// Whether addresses were suppressed, for GET /app/changes (foundation/changes/change-mark.ts): workers do it after a bounce.
import { type ChangeMark, newestRows } from '../../foundation/changes/change-mark.ts';

/** Several may be inserted at once, and not in the order of their ids. */
const SUPPRESSIONS = 20;

export const SUPPRESSIONS_MARK: ChangeMark = {
  names: ['suppressions'],
  value: (account) => newestRows('suppressions', account, SUPPRESSIONS),
};
