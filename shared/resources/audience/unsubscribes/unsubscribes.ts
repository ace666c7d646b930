// Unsubscribes: one fact per account and address, not per contact, which it outlives. An unsubscribe is undone by the
// person, or by a client that updates the contact; a step of an automation undoes only the account's own choice. An
// import or a new contact of the address undoes nothing (docs/reference/contacts.md#who-has-said-no).
import type { Transaction } from '../../../platform/db/transaction.ts';

/** The decider: the person, on a page or by a mail client, or the account, through the API. */
export type ChosenBy = 'person' | 'account';

/** A decision about addresses of an account. */
export interface AddressDecision {
  accountId: string;
  /** The addresses in key form (shared/mail/addresses.ts), each once. */
  emailKeys: readonly string[];
  now: Date;
  /** The email whose link was used. */
  emailId?: string | undefined;
}

/** Rows are inserted in the order of their key (docs/architecture/guarantees.md#lock-order). */
const UNSUBSCRIBE = `
  INSERT INTO unsubscribes (account_id, email_key, chosen_by, chosen_at, email_id)
  SELECT $1, email_key, $3, $4, $5 FROM unnest($2::text[]) AS given (email_key) ORDER BY email_key
  ON CONFLICT (account_id, email_key) DO NOTHING RETURNING email_key AS "emailKey"`;

/** The account must not take back later what the person has confirmed. */
const CONFIRM = `
  UPDATE unsubscribes SET chosen_by = 'person', chosen_at = $3, email_id = $4
  WHERE account_id = $1 AND email_key = ANY($2::text[]) AND chosen_by = 'account'`;

/**
 * Unsubscribes addresses. Earlier decisions stay, but the person's own decision counts as theirs.
 * @returns the addresses that were subscribed until now
 */
export async function unsubscribe(
  transaction: Transaction,
  { accountId, emailKeys, now, emailId }: AddressDecision,
  chosenBy: ChosenBy,
): Promise<string[]> {
  if (emailKeys.length === 0) return [];
  const { rows } = await transaction.query<{ emailKey: string }>({
    name: 'unsubscribe',
    text: UNSUBSCRIBE,
    values: [accountId, emailKeys, chosenBy, now, emailId],
  });
  if (chosenBy === 'person') {
    await transaction.query({
      name: 'confirm-unsubscribe',
      text: CONFIRM,
      values: [accountId, emailKeys, now, emailId],
    });
  }
  return rows.map(({ emailKey }) => emailKey);
}

/** Undoes the unsubscribe of an address, of the person too. @returns whether it was unsubscribed */
export async function resubscribe(
  transaction: Transaction,
  accountId: string,
  emailKey: string,
): Promise<boolean> {
  const { rowCount } = await transaction.query({
    name: 'resubscribe',
    text: 'DELETE FROM unsubscribes WHERE account_id = $1 AND email_key = $2',
    values: [accountId, emailKey],
  });
  return rowCount === 1;
}

/**
 * Undoes unsubscribes that the account has chosen; the person's own ones stay.
 * @returns the addresses that are subscribed now and were not
 */
export async function withdrawUnsubscribes(
  transaction: Transaction,
  accountId: string,
  emailKeys: readonly string[],
): Promise<string[]> {
  if (emailKeys.length === 0) return [];
  const { rows } = await transaction.query<{ emailKey: string }>({
    name: 'withdraw-unsubscribes',
    text: `DELETE FROM unsubscribes WHERE account_id = $1 AND email_key = ANY(ARRAY(
             SELECT email_key FROM unsubscribes
             WHERE account_id = $1 AND email_key = ANY($2::text[]) AND chosen_by = 'account'
             ORDER BY email_key FOR UPDATE))
           RETURNING email_key AS "emailKey"`,
    values: [accountId, emailKeys],
  });
  return rows.map(({ emailKey }) => emailKey);
}
