// The operators' acts on destinations: they put them to rest, and end rests, even those that a provider asked for.
import { DomainError } from '../../../contract/domain-error.ts';
import { PROVIDER_ROWS } from '../../../mail/providers/table.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { SECOND_MS } from '../../../platform/time/durations.ts';
import { makeMailDue } from '../emails/delivery/held/make-mail-due.ts';
import { type DestinationRest, keyOfDestination, type StoredDestination } from './destination.ts';
import { DESTINATION_COLUMNS, narrowDestination, toDestination } from './stored.ts';

/** Mail is due when all processes have seen that the rest is over, or it would be put off again: they look each 2 s. */
export const SEEN_AFTER_MS = 3 * SECOND_MS;
/** A provider that has not been sent to yet begins with one connection. */
const FIRST_WINDOW = 1;
type Row = Parameters<typeof toDestination>[0];

/** The first rate in the table; the processes that send know what SHAPING_FILE says. */
function firstRateOf(provider: string): number | null {
  return PROVIDER_ROWS.find(({ name }) => name === provider)?.firstRate ?? null;
}

/** Destinations that operators name. */
interface Named {
  provider: string;
  /** Our address; undefined: all of them. */
  source: string | undefined;
}

/**
 * Puts destinations to rest. A longer rest stays unchanged.
 * @param configured our addresses, which may not have sent to the provider yet
 */
export async function restDestinations(
  database: Queryable,
  named: Named & Pick<DestinationRest, 'until' | 'reply'>,
  { configured, now }: { configured: readonly string[]; now: Date },
): Promise<StoredDestination[]> {
  const { provider, source, until, reply } = named;
  const { rows } = await database.query<Row>(
    `SELECT ${DESTINATION_COLUMNS} FROM destinations WHERE provider = $1 ORDER BY source`,
    [provider],
  );
  const known = new Map(rows.map(toDestination).map((destination) => [destination.source, destination]));
  const all = new Set([...known.keys(), ...configured]);
  const sources = source === undefined ? [...all] : [source];
  const rest: DestinationRest = { beganAt: now, until, reason: 'operator', reply };
  const changed: StoredDestination[] = [];
  for (const each of sources.length > 0 ? sources : ['']) {
    const { window, rate } = known.get(each) ?? { window: FIRST_WINDOW, rate: firstRateOf(provider) };
    const change = { provider, source: each, window, rate, rest };
    changed.push(await narrowDestination(database, change, now));
  }
  return changed;
}

/**
 * Ends the rests of destinations, and makes the mail due that waits for them.
 * @returns the number of recipients that are due at `dueAt`
 * @throws DomainError `not_found`
 */
export async function resumeDestinations(
  database: Queryable,
  { provider, source }: Named,
  now: Date,
): Promise<{ changed: StoredDestination[]; moved: number; dueAt: Date }> {
  const { rows } = await database.query<Row>(
    `UPDATE destinations
     SET rests_until = NULL, rested_at = NULL, reason = NULL, reply = NULL, version = version + 1, updated_at = clock_timestamp()
     WHERE provider = $1 AND source = ANY(ARRAY(
       SELECT source FROM destinations WHERE provider = $1 AND source = coalesce($2, source) ORDER BY source FOR UPDATE))
     RETURNING ${DESTINATION_COLUMNS}`,
    [provider, source],
  );
  if (rows.length === 0) {
    const from = source === undefined ? '' : ` from ${source}`;
    throw new DomainError(
      'not_found',
      `There is no record of mail to ${provider}${from}. See list-destinations.`,
    );
  }
  const dueAt = new Date(now.getTime() + SEEN_AFTER_MS);
  const changed = rows.map(toDestination);
  let moved = 0;
  for (const each of changed) moved += await makeMailDue(database, keyOfDestination(each), dueAt);
  return { changed, moved, dueAt };
}
