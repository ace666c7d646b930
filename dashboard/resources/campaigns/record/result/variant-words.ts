// How the variants of a test compare, in words, by the `rate`, `interval` and `confidence` of GET /campaigns/:id/stats. That one
// did more than another is said only with the confidence of 95 % from which on the server calls a test significant, and never
// where it gives no confidence at all. Pure.
import type { CampaignStats } from '../../../../api/generated/types.ts';
import { amountText } from '../../../../format/amount-text.ts';
import { wholeRateText } from '../../../../format/rate-text.ts';

/** The values by which variants are compared. */
export type ComparedVariant = Pick<
  CampaignStats['variants'][number],
  'key' | 'delivered' | 'rate' | 'interval' | 'confidence'
>;

const SIGNIFICANT_FROM = 0.95;
/** A chance that is smaller is not said exactly. */
const RAREST = 10_000;
/** The error of binary fractions: 1 / (1 - 0.995) is 199.99999999999983. */
const TOLERANCE = 1e-6;

export const NOT_ENOUGH = 'Not enough data yet.';

/** The reaction of people, which is also counted in a test that a person decides. */
export function didWord(metric: string): 'opened' | 'clicked' {
  return metric === 'click_rate' ? 'clicked' : 'opened';
}

/**
 * "B opened more; luck in 1 of 200.", of a variant that did worse; of any other that it is not enough to say, or what it is
 * measured against.
 */
export function comparedWords(
  variant: ComparedVariant,
  variants: readonly ComparedVariant[],
  did: 'opened' | 'clicked',
): string {
  const best = bestOf(variants);
  if (best === undefined) return NOT_ENOUGH;
  if (variant === best) return 'The other variants are compared with this one.';
  const { confidence } = variant;
  if (confidence === null || confidence < SIGNIFICANT_FROM) return NOT_ENOUGH;
  return `${nameOf(best.key)} ${did} more; ${luckWords(confidence)}.`;
}

/** The one with which the others are compared: it alone has no confidence. Undefined: too few have got mail. */
function bestOf(variants: readonly ComparedVariant[]): ComparedVariant | undefined {
  const [best, ...others] = variants.filter(({ confidence }) => confidence === null);
  return variants.length > 1 && others.length === 0 ? best : undefined;
}

/** "luck in 1 of 200": never rarer than it is. */
function luckWords(confidence: number): string {
  const chance = 1 - confidence;
  if (chance * RAREST < 1) return `this happens by chance in fewer than 1 of ${amountText(RAREST)} tests`;
  return `this happens by chance in 1 of ${amountText(Math.floor(1 / chance + TOLERANCE))} tests`;
}

/** "31% of 398", and between what the true rate is. */
export function rateWords({ delivered, rate, interval }: ComparedVariant, did: string) {
  if (delivered === 0) return { rate: 'No one got it yet', interval: '' };
  const { low, high } = interval;
  return {
    rate: `${wholeRateText(rate)} of ${amountText(delivered)} ${did}`,
    interval: `true rate ${wholeRateText(low)} to ${upwards(high)}`,
  };
}

/** The upper end, rounded up, so that the interval does not shrink. */
function upwards(rate: number): string {
  const steps = rate < 0.1 ? 10 : 1;
  return `${Math.ceil(rate * 100 * steps - TOLERANCE) / steps}%`;
}

/** The position of an interval and its rate, in percent of a scale that begins at 0 and has room for all. */
export function placeOf({ rate, interval }: ComparedVariant, variants: readonly ComparedVariant[]) {
  const whole = Math.max(...variants.map(({ interval: { high } }) => high)) || 1;
  const at = (share: number) => (100 * share) / whole;
  return { left: at(interval.low), width: at(interval.high - interval.low), rate: at(rate) };
}

/** `b` is "B": a key of one letter as a person says it. */
export function nameOf(key: string): string {
  return key.length === 1 ? key.toUpperCase() : key;
}

/** How a test was decided → words that follow the winner. */
export const DECISION_WORDS: Readonly<Record<'metric' | 'too_few' | 'tie' | 'manual', string>> = {
  metric: 'it had the best rate when the test ended',
  too_few: 'it comes first, because too few people got the email to compare the variants',
  tie: 'it comes first among the variants with the same rate',
  manual: 'a person chose it',
};
