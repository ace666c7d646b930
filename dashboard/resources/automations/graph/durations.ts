// How long steps wait, in words: by the rule by which the API reads them. Pure.
import { DURATION_MAX_DAYS } from '../../../../shared/contract/limits.ts';
import { parseDuration } from '../../../../shared/platform/time/parse-duration.ts';

const BOUNDS = { minMs: 1, maxMs: DURATION_MAX_DAYS * 24 * 60 * 60 * 1_000 };

/** Why a text is no duration. */
export const NO_DURATION = `Enter a time such as “30 minutes”, “1 day” or “2 weeks”, at most ${DURATION_MAX_DAYS} days.`;

/** Milliseconds. @returns undefined: it is not a duration, or a longer one than steps may wait */
export function readDuration(text: string): number | undefined {
  return parseDuration(text, BOUNDS);
}
