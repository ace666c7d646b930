// The test of a campaign: it finds which of several variants does best with a part of the audience, so that the rest
// gets that one (docs/reference/campaigns.md#tests-of-variants). A variant has the campaign's content, except its own
// fields; it is a content like the campaign's (campaign_contents).
import type { CAMPAIGN_DECISIONS, CAMPAIGN_WINNER_METRICS } from '../../../../contract/campaigns/values.ts';
import { TEST_WAIT_MAX_DAYS, TEST_WAIT_MIN_MINUTES } from '../../../../contract/limits.ts';
import type { VariantField } from '../../../../contract/mail/fields.ts';
import { DAY_MS, MINUTE_MS } from '../../../../platform/time/durations.ts';

/** The metric that decides a test. */
export type WinnerMetric = (typeof CAMPAIGN_WINNER_METRICS)[number];

/** How a test was decided. */
export type TestDecision = (typeof CAMPAIGN_DECISIONS)[number];

/** The stored form of a campaign's test. */
export interface AbTest {
  variants: readonly { key: string; gives: readonly VariantField['name'][] }[];
  /** The part of those who are not left out that gets the variants, 1 to 100. */
  testPercent: number;
  winnerMetric: WinnerMetric;
  /** How long it waits for what people do, as it was given; null: a person decides. */
  wait: string | null;
}

/** How long a test may wait for what people do: a quarter of an hour to 30 days. */
export const TEST_WAIT_BOUNDS = {
  minMs: TEST_WAIT_MIN_MINUTES * MINUTE_MS,
  maxMs: TEST_WAIT_MAX_DAYS * DAY_MS,
};

/** The progress of a test. */
export interface TestProgress {
  /** Recipients of its group; null: the audience is not taken. */
  testSize: number | null;
  /** When it is decided; null: not yet known, or by a person. */
  decidesAt: Date | null;
  /** The key of a variant; null: it is not decided. */
  winner: string | null;
  decidedBy: TestDecision | null;
  decidedAt: Date | null;
}

/** The columns of a TestProgress. */
export const TEST_COLUMNS = `
  test_size AS "testSize", decides_at AS "decidesAt", winner, decided_by AS "decidedBy", decided_at AS "decidedAt"`;

/** How many recipients a test has. @param sendable contacts of the audience that are not left out */
export function testSizeOf({ testPercent }: AbTest, sendable: number): number {
  return Math.ceil((testPercent * sendable) / 100);
}
