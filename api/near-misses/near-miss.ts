// Finds the known name that a client most likely meant by an unknown one: a near miss, such as `schedule_at`. To ignore
// it would send another email, or answer another list, than the client asked for
// (docs/reference/requests.md#near-misses).
import { EDITS_MAX, isWithinEdits } from './edits.ts';

/** Other services' names of our fields: a mail for next week must not be sent at once. */
const NAMES_ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['send_at', 'scheduled_at'],
  ['deliver_at', 'scheduled_at'],
  ['send_time', 'scheduled_at'],
  ['delivery_time', 'scheduled_at'],
]);

/**
 * @param name not one of `known`; of any length
 * @param others names that mean something else, so they are not misspelling
 * @returns the known name that `name` nearly is, the first of the nearest; undefined: `name` may be anything
 */
export function findNearMiss(
  name: string,
  known: readonly string[],
  others: ReadonlySet<string>,
): string | undefined {
  // The client chooses the length, so it is checked before anything that takes time.
  if (known.every(({ length }) => name.length > length + EDITS_MAX)) return undefined;
  const spellings = [...new Set([name, toSnakeCase(name)])];
  for (const spelling of spellings) {
    if (known.includes(spelling)) return spelling;
    if (others.has(spelling)) return undefined;
    const meant = NAMES_ELSEWHERE.get(spelling);
    if (meant !== undefined && known.includes(meant)) return meant;
  }
  return findNearest(spellings, known);
}

/** `replyTo`, `Reply-To` and `REPLY TO` → `reply_to`. The result is never shorter. */
function toSnakeCase(name: string): string {
  return name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .replace(/[- ]/g, '_')
    .toLowerCase();
}

function findNearest(spellings: readonly string[], known: readonly string[]): string | undefined {
  for (let edits = 1; edits <= EDITS_MAX; edits += 1) {
    const nearest = known.find(
      (candidate) =>
        edits <= editsAllowed(candidate) &&
        spellings.some((spelling) => isWithinEdits(edits, spelling, candidate)),
    );
    if (nearest !== undefined) return nearest;
  }
  return undefined;
}

/** The shorter a name, the more words are close to it. */
function editsAllowed({ length }: string): number {
  if (length >= 8) return EDITS_MAX;
  return length >= 4 ? 1 : 0;
}
