// What a test of variants can show before it is sent: the people of its smallest group, and the difference of two rates from
// which on they would show that one is better. The normal approximation of two proportions with a pooled variance and a confidence of
// 95 %, by which the server judges the result too. Pure.
import { amountText } from '../../../../format/amount-text.ts';

/** The 97.5th percentile of the standard normal distribution. */
const Z_95 = 1.959963984540054;
/** Below it even common differences stay unseen. */
const FEW_PEOPLE = 2_000;
/** The usual shares of delivered mail that is opened, or clicked, because they are not known before. */
const USUAL = {
  open_rate: { rate: 0.3, done: 'are opened' },
  click_rate: { rate: 0.03, done: 'are clicked' },
} as const;

/** The facts about a test that decide the size of its groups. */
export interface TestSize {
  /** People who get mail. */
  people: number;
  percent: number;
  variants: number;
}

/** The test group, and the smallest of its equal parts. */
export function groupsOf({ people, percent, variants }: TestSize): { test: number; smallest: number } {
  const test = Math.ceil((percent * people) / 100);
  return { test, smallest: Math.floor(test / variants) };
}

/**
 * The smallest difference that shows.
 * @param people of each of both groups, at least one
 * @param rate of the worse one
 * @returns a share, up to 1
 */
export function smallestDifference(people: number, rate: number): number {
  // d = z · √(2 p (1 - p) / n) with the pooled p = rate + d / 2 is a quadratic equation in d.
  const square = Z_95 ** 2 / people;
  const a = 1 + square / 2;
  const b = square * (1 - 2 * rate);
  const c = 2 * square * rate * (1 - rate);
  return Math.min(1 - rate, (b + Math.sqrt(b ** 2 + 4 * a * c)) / (2 * a));
}

/**
 * Describes what a test with few people can show.
 * @param metric the deciding metric; a person compares opens
 * @returns undefined: there are enough, or none at all
 */
export function fewPeopleWords(
  size: TestSize,
  metric: 'open_rate' | 'click_rate' | 'manual',
): string | undefined {
  const { smallest } = groupsOf(size);
  if (smallest === 0 || smallest >= FEW_PEOPLE) return undefined;
  const { rate, done } = USUAL[metric === 'click_rate' ? metric : 'open_rate'];
  // Rounded up: the promised difference is then visible.
  const points = Math.ceil(smallestDifference(smallest, rate) * 1_000) / 10;
  const who = smallest === 1 ? '1 person' : `${amountText(smallest)} people`;
  return `Only ${who} would get each variant. If about ${rate * 100}% ${done}, the test can show only a difference of ${points} points or more. A smaller difference may be chance.`;
}
