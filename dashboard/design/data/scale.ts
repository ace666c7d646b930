// The scale of a chart: from 0 to a round number that holds every value, in steps of 1, 2 or 5 times a power of ten, so
// that the lines across it can be read without a calculation. Values are counts and rates, never below 0. Pure.

export interface Scale {
  /** The value at the top of the drawing. */
  max: number;
  /** The values with named lines, the least first: 0 and two to four more. */
  ticks: readonly number[];
}

const STEPS = [1, 2, 5, 10] as const;
const LINES_AT_MOST = 4;

/** @param isWhole the values are counts: no line stands for half a mail */
export function scaleOf(values: Iterable<number>, { isWhole = true } = {}): Scale {
  let most = 0;
  for (const value of values) if (Number.isFinite(value) && value > most) most = value;
  // Nothing at all has the scale of one or two.
  const step = stepFor(most === 0 ? 2 : isWhole ? Math.max(most, 2) : most, isWhole);
  const lines = Math.max(2, Math.ceil(round(most / step)));
  const ticks = Array.from({ length: lines + 1 }, (_, line) => round(line * step));
  return { max: ticks.at(-1) ?? step, ticks };
}

/** The least round step with which four lines are enough. */
function stepFor(most: number, isWhole: boolean): number {
  const power = 10 ** Math.floor(Math.log10(most / LINES_AT_MOST));
  const step = STEPS.map((factor) => factor * power).find((each) => round(most / each) <= LINES_AT_MOST);
  return Math.max(round(step ?? 10 * power), isWhole ? 1 : 0);
}

/** Rounds off the errors of floating-point sums: 0.30000000000000004. */
function round(value: number): number {
  return Number(value.toPrecision(12));
}

/** Names that find room below a chart. */
const NAMES_AT_MOST = 8;
const NAME_STEPS = [1, 2, 3, 4, 6, 7, 12, 14, 30] as const;

/** Every how many periods one is named below the bars: hours by threes, a month by four days. */
export function labelledEvery(periods: number): number {
  return NAME_STEPS.find((step) => Math.ceil(periods / step) <= NAMES_AT_MOST) ?? periods;
}
