// By what a test is decided, in words.
import type { CAMPAIGN_WINNER_METRICS } from '../../../../../shared/contract/campaigns/values.ts';

/** Metric → words. */
export const METRIC_WORDS: Readonly<Record<(typeof CAMPAIGN_WINNER_METRICS)[number], string>> = {
  open_rate: 'The variant that more people open',
  click_rate: 'The variant in which more people click a link',
  manual: 'You choose',
};
