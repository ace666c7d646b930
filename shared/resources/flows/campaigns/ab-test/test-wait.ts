// How long a test of a campaign may wait for what people do.
import { TEST_WAIT_MAX_DAYS, TEST_WAIT_MIN_MINUTES } from '../../../../contract/limits.ts';
import { DAY_MS, MINUTE_MS } from '../../../../platform/time/durations.ts';

/** The wait, from a quarter of an hour to 30 days. */
export const TEST_WAIT_BOUNDS = {
  minMs: TEST_WAIT_MIN_MINUTES * MINUTE_MS,
  maxMs: TEST_WAIT_MAX_DAYS * DAY_MS,
};
