// Refuses to delete things in use: an audience, a segment, a topic, a contact property, a campaign, a poll, a template
// or a domain. Their users (filters of segments, automations and campaigns) are above them in the order of rooms; so
// each user gives the process a function that finds a use, and the code that deletes gets all of these functions.
import { DomainError } from '../../contract/domain-error.ts';
import type { Transaction } from '../../platform/db/transaction.ts';

/** The thing that is about to be deleted. A template is identified by its id and its alias. */
export type UsedResource =
  | { kind: 'audience' | 'segment' | 'topic' | 'campaign' | 'poll' | 'domain'; id: string }
  | { kind: 'contact_property'; key: string }
  | { kind: 'template'; names: readonly string[] };

/**
 * Finds a use. The transaction has locked the account (accounts/lock.ts), as transactions that begin a use do, so none
 * begins before the deletion is committed.
 * @returns the user, as the subject of a sentence: `The enabled automation "Welcome"`; undefined: there is none
 */
export type FindUse = (
  client: Transaction,
  accountId: string,
  used: UsedResource,
) => Promise<string | undefined>;

/** Finds the first use. @returns as FindUse */
export async function findFirstUse(
  client: Transaction,
  inUse: readonly FindUse[],
  accountId: string,
  used: UsedResource,
): Promise<string | undefined> {
  for (const findUse of inUse) {
    const user = await findUse(client, accountId, used);
    if (user !== undefined) return user;
  }
  return undefined;
}

/** Checks that nothing is in use. @throws DomainError `validation_error` that names the first use */
export async function requireUnused(
  client: Transaction,
  inUse: readonly FindUse[],
  accountId: string,
  used: UsedResource,
): Promise<void> {
  const user = await findFirstUse(client, inUse, accountId, used);
  if (user !== undefined)
    throw new DomainError('validation_error', `${user} uses it, so it cannot be deleted.`);
}
