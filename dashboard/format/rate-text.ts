// A share as a person reads it, never rounded up: 100% means all.

/** The rate from which on a tenth of a percent says nothing more. */
const WHOLE_FROM = 0.1;
/** The error of binary fractions: 0.29 * 100 is 28.999999999999996. */
const TOLERANCE = 1e-9;

/** "31%"; below 10% with a tenth: "3.4%"; smaller rates are "under 0.1%". @param rate 0 to 1 */
export function wholeRateText(rate: number): string {
  const steps = rate < WHOLE_FROM ? 10 : 1;
  const percent = Math.floor(rate * 100 * steps + TOLERANCE) / steps;
  return percent === 0 && rate > 0 ? 'under 0.1%' : `${percent}%`;
}
