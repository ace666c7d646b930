// Makes mail due that waits for providers, when operators have changed these: it is checked again, and sent, or waits
// for another one.
import type { Queryable } from '../../../platform/db/connect.ts';
import { findProviders } from '../../foundation/providers/stored.ts';
import { destinationOfProvider, keyOfDestination } from '../destinations/destination.ts';
import { SEEN_AFTER_MS } from '../destinations/operate.ts';
import { makeMailDue } from '../emails/delivery/held/make-mail-due.ts';

/**
 * @param name absent: mail that waits for any provider
 * @returns the number of recipients that are due at `dueAt`, when all processes have seen the change
 */
export async function makeMailOfProvidersDue(
  database: Queryable,
  now: Date,
  name?: string,
): Promise<{ moved: number; dueAt: Date }> {
  const names = name === undefined ? (await findProviders(database)).map((each) => each.name) : [name];
  const dueAt = new Date(now.getTime() + SEEN_AFTER_MS);
  let moved = 0;
  for (const each of names)
    moved += await makeMailDue(database, keyOfDestination(destinationOfProvider(each)), dueAt);
  return { moved, dueAt };
}
