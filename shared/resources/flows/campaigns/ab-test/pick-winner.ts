// Judges the test of a campaign by what people did: how its variants compare, and which of them wins when no person
// decides (docs/reference/campaigns.md#tests-of-variants).
import {
  adjustByHolm,
  chanceOfDifference,
  type Interval,
  type Proportion,
  pooledRate,
  rateOf,
  wilsonInterval,
} from './proportions.ts';

/** A variant in figures. */
export interface VariantFigures {
  rate: number;
  interval: Interval;
  /** The confidence that the best variant really beats this one; null: it is the best one, or too few have received mail. */
  confidence: number | null;
}

/** The results of a test so far. */
export interface PickedWinner {
  /** The place of the variant that would win now. */
  winner: number;
  /** Why it would win: by its rate; or it is the first one, because too few have got mail, or the first of the best. */
  decidedBy: 'metric' | 'too_few' | 'tie';
  /** The best one is better than each other one with a confidence of at least 95 %. */
  isSignificant: boolean;
  variants: readonly VariantFigures[];
}

/** The number of successes and of failures that each variant must be expected to have. */
const EXPECTED_MIN = 5;
const SIGNIFICANT_FROM = 0.95;

/** Evaluates a test. @param counts for each variant the people who reacted, among those with delivered mail */
export function pickWinner(counts: readonly Proportion[]): PickedWinner {
  const hasFew = hasTooFew(counts);
  const best = counts.reduce((found, each, place) => (isBetter(each, counts[found]) ? place : found), 0);
  const others = counts.map((_, place) => place).filter((place) => place !== best);
  const chances = adjustByHolm(others.map((place) => chanceBetween(counts, best, place)));
  const confidenceOf = (place: number) => 1 - (chances[others.indexOf(place)] ?? 1);
  const isTie = others.some((place) => !isBetter(counts[best], counts[place]));
  return {
    winner: hasFew ? 0 : best,
    decidedBy: hasFew ? 'too_few' : isTie ? 'tie' : 'metric',
    isSignificant: !hasFew && others.every((place) => confidenceOf(place) >= SIGNIFICANT_FROM),
    variants: counts.map((each, place) => ({
      rate: rateOf(each),
      interval: wilsonInterval(each),
      confidence: hasFew || place === best ? null : confidenceOf(place),
    })),
  };
}

/** Compares with the counts that equal variants would have. */
function hasTooFew(counts: readonly Proportion[]): boolean {
  const rate = pooledRate(counts);
  return counts.some(({ of }) => of * Math.min(rate, 1 - rate) < EXPECTED_MIN);
}

/** Exact, also for shares that are equal. */
function isBetter(one: Proportion | undefined, other: Proportion | undefined): boolean {
  if (!one || !other) return false;
  return one.successes * other.of > other.successes * one.of;
}

function chanceBetween(counts: readonly Proportion[], one: number, other: number): number {
  const a = counts[one];
  const b = counts[other];
  return a && b ? chanceOfDifference(a, b) : 1;
}
