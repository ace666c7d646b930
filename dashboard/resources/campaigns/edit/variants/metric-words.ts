// By what a test is decided, in words.
import type { CAMPAIGN_WINNER_METRICS } from '../../../../../shared/contract/campaigns/values.ts';

/** Metric → words. */
export const METRIC_WORDS: Readonly<Record<(typeof CAMPAIGN_WINNER_METRICS)[number], string>> = {
  open_rate: 'Which one more people open',
  click_rate: 'In which one more people follow a link',
  manual: 'You choose',
};
