// The statistics of shares, such as the share of the delivered mail that was opened: how exact one is, and whether two differ.

/** How many of some have done something. */
export interface Proportion {
  successes: number;
  /** At least `successes`. */
  of: number;
}

/** Between what the true share is, with a confidence of 95 %. */
export interface Interval {
  low: number;
  high: number;
}

/** The 97.5th percentile of the standard normal distribution. */
const Z_95 = 1.959963984540054;

/** The share; of none it is 0. */
export function rateOf({ successes, of }: Proportion): number {
  return of === 0 ? 0 : successes / of;
}

/** Wilson's score interval (1927), which is right for few and for rare ones too. Of none everything is possible. */
export function wilsonInterval(proportion: Proportion): Interval {
  const { successes, of } = proportion;
  if (of === 0) return { low: 0, high: 1 };
  const rate = rateOf(proportion);
  const square = Z_95 ** 2 / of;
  const center = rate + square / 2;
  const half = Z_95 * Math.sqrt((rate * (1 - rate)) / of + square / (4 * of));
  const within = (bound: number) => Math.min(1, Math.max(0, bound / (1 + square)));
  // What the roots lose would be more than 0, and less than 1.
  return {
    low: successes === 0 ? 0 : within(center - half),
    high: successes === of ? 1 : within(center + half),
  };
}

/**
 * How probable a difference like this one is if there is none in truth: the two-sided test of two proportions with a pooled
 * variance (chi-squared with one degree of freedom).
 */
export function chanceOfDifference(one: Proportion, other: Proportion): number {
  const pooled = pooledRate([one, other]);
  const variance = pooled * (1 - pooled) * (1 / one.of + 1 / other.of);
  // All or none have done it, or there are none.
  if (!(variance > 0 && Number.isFinite(variance))) return 1;
  const z = Math.abs(rateOf(one) - rateOf(other)) / Math.sqrt(variance);
  return 1 - erf(z / Math.SQRT2);
}

/** The share of all together. */
export function pooledRate(proportions: readonly Proportion[]): number {
  return rateOf({
    successes: proportions.reduce((sum, { successes }) => sum + successes, 0),
    of: proportions.reduce((sum, { of }) => sum + of, 0),
  });
}

/** Adjusts probabilities of several tests, so that the chance that any of them errs stays the same (Holm 1979). */
export function adjustByHolm(chances: readonly number[]): number[] {
  const ascending = chances.map((chance, place) => ({ chance, place })).sort((a, b) => a.chance - b.chance);
  const adjusted: number[] = [];
  let least = 0;
  for (const [rank, { chance, place }] of ascending.entries()) {
    least = Math.min(1, Math.max(least, (chances.length - rank) * chance));
    adjusted[place] = least;
  }
  return adjusted;
}

/** The bound from which on 1 - erf is smaller than the precision of a number. */
const ERF_IS_ONE = 6;

/** The error function for values that are not negative, by its series of positive terms (Abramowitz and Stegun 7.1.6). */
function erf(x: number): number {
  if (x > ERF_IS_ONE) return 1;
  let term = x;
  let sum = x;
  for (let n = 1; term > sum * Number.EPSILON; n += 1) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return Math.min(1, (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum);
}
