// What rules about a number of days ask for: between which days something must have happened. Who never did it has
// done so infinitely long ago. So each rule, or its opposite, asks for a row whose day is in a range, which Postgres finds
// before it joins it (segments/filters/look-ups.ts).
import type { RuleOperator, RuleValue } from '../../../contract/rules/values.ts';

/** Whole days before today, from `least` to `most`. Today is 0, and so is any later time. */
export interface DaysAgo {
  least: number;
  /** Undefined: however long ago. */
  most: number | undefined;
}

/** Some 270 years: nothing has happened before, and dates of that time have four digits of the year. */
const DAYS_MAX = 100_000;

const OPPOSITES: ReadonlySet<RuleOperator> = new Set(['gt', 'gte', 'neq', 'is_empty']);

/**
 * The days of a rule.
 * @returns `within` undefined: no day is; `isOpposite`: the rule is met by all that is not within
 */
export function daysAgoOf(
  operator: RuleOperator,
  operand: RuleValue | undefined,
): { within: DaysAgo | undefined; isOpposite: boolean } {
  return { within: withinOf(operator, Number(operand)), isOpposite: OPPOSITES.has(operator) };
}

function withinOf(operator: RuleOperator, days: number): DaysAgo | undefined {
  switch (operator) {
    case 'exists':
    case 'is_empty':
      return { least: 0, most: undefined };
    case 'lte':
    case 'gt':
      return upTo(Math.floor(days));
    case 'lt':
    case 'gte':
      return upTo(Math.ceil(days) - 1);
    default:
      return Number.isInteger(days) && days >= 0 && days <= DAYS_MAX
        ? { least: days, most: days }
        : undefined;
  }
}

function upTo(most: number): DaysAgo | undefined {
  return most < 0 ? undefined : { least: 0, most: most > DAYS_MAX ? undefined : most };
}
