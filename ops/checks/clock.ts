// Does this machine's clock agree with the database's? Schedules follow the clocks of the processes, leases that of the
// database, and mail with a wrong date looks like spam.
import { type Check, findingsOf } from './finding.ts';

const { met, unmet } = findingsOf('clock');
/** Synchronized clocks differ by milliseconds. */
const CLOCK_TOLERANCE_MS = 5_000;

export const checkClock: Check = async ({ database, clock }) => {
  const before = clock.now().getTime();
  const { rows } = await database.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  const middle = (before + clock.now().getTime()) / 2;
  const difference = describeClockDifference(middle - (rows[0]?.now.getTime() ?? middle));
  return [
    difference === undefined
      ? met('The clock agrees with the clock of the database.')
      : unmet(
          `The clock of this machine is ${difference} the clock of the database. Synchronize both (NTP).`,
        ),
  ];
};

/**
 * The difference in words, such as `3600 s ahead of`; undefined for a difference that does not matter, or is not known
 * (NaN).
 */
export function describeClockDifference(differenceMs: number): string | undefined {
  if (!(Math.abs(differenceMs) > CLOCK_TOLERANCE_MS)) return undefined;
  const seconds = Math.round(Math.abs(differenceMs) / 1_000);
  return differenceMs > 0 ? `${seconds} s ahead of` : `${seconds} s behind`;
}
