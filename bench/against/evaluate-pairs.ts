// Whether the program of today costs more CPU a mail than that of another commit: judged by pairs in which both run at once and
// take turns, so that what the machine does besides is the same for both. Pure.

/** CPU of both in microseconds a mail. */
export interface CpuPair {
  own: number;
  other: number;
}

/** The result of the pairs. */
export interface PairsVerdict {
  /** Own to other: 1.02 is 2 % more. The geometric mean of the pairs. */
  ratio: number;
  /** Its 95 % interval (Student's t of the logarithms). */
  low: number;
  high: number;
  pairs: number;
  /** Undefined: more pairs are needed. */
  verdict: 'slower' | 'not slower' | 'undecided' | undefined;
}

/** Fewer may agree by chance. */
export const PAIRS_MIN = 4;
/** The most pairs: a result that is unknown after these stays so. */
export const PAIRS_MAX = 24;
/** The interval must be so narrow, to both sides. */
const PRECISION = 0.02;
/** A ratio from which on the difference is no longer noise. */
const SLOWER_FROM = 1.03;
/** Quantiles of Student's t for 95 %, by degrees of freedom from 3 to 23. */
const STUDENT = [
  3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11, 2.101,
  2.093, 2.086, 2.08, 2.074, 2.069,
];

/** Judges the pairs so far. A mean above 3 % is slower, not a whole interval above it, which would miss half of all 5 %. */
export function evaluatePairs(pairs: readonly CpuPair[]): PairsVerdict {
  const logs = pairs.map(({ own, other }) => Math.log(own / other));
  const mean = logs.reduce((sum, each) => sum + each, 0) / logs.length;
  const variance = logs.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (logs.length - 1);
  const quantile = STUDENT[logs.length - PAIRS_MIN] ?? Number.POSITIVE_INFINITY;
  const half = quantile * Math.sqrt(variance / logs.length);
  const [ratio, low, high] = [mean, mean - half, mean + half].map(Math.exp) as [number, number, number];
  return { ratio, low, high, pairs: logs.length, verdict: verdictOf(ratio, half, logs.length) };
}

function verdictOf(ratio: number, half: number, pairs: number): PairsVerdict['verdict'] {
  const isPrecise = pairs >= PAIRS_MIN && half <= PRECISION;
  if (!isPrecise) return pairs < PAIRS_MAX ? undefined : 'undecided';
  return ratio > SLOWER_FROM ? 'slower' : 'not slower';
}
