// Refusals to be measured: opens and clicks of such an address are not recorded. Like an unsubscribe it is one fact per
// account and address, which outlives contacts. The account may refuse for a person; only the person can undo it
// (docs/reference/contacts.md#who-refuses-to-be-measured).
import type { CONTACT_TRACKING } from '../../../contract/contacts/values.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { AddressDecision, ChosenBy } from '../unsubscribes/unsubscribes.ts';

/** The choice as clients and people see it. */
export type ContactTracking = (typeof CONTACT_TRACKING)[number];

/** Rows are inserted in the order of their key (docs/architecture/guarantees.md#lock-order). A person confirms the account. */
const REFUSE = `
  WITH confirmed AS (
    UPDATE tracking_refusals SET chosen_by = 'person', chosen_at = $4, email_id = $5
    WHERE account_id = $1 AND email_key = ANY($2::text[]) AND chosen_by = 'account' AND $3 = 'person'
  )
  INSERT INTO tracking_refusals (account_id, email_key, chosen_by, chosen_at, email_id)
  SELECT $1, email_key, $3, $4, $5 FROM unnest($2::text[]) AS given (email_key) ORDER BY email_key
  ON CONFLICT (account_id, email_key) DO NOTHING RETURNING email_key AS "emailKey"`;

/** Refuses for addresses. @returns those that had not refused until now */
export async function refuseTracking(
  transaction: Transaction,
  { accountId, emailKeys, now, emailId }: AddressDecision,
  chosenBy: ChosenBy,
): Promise<string[]> {
  if (emailKeys.length === 0) return [];
  const { rows } = await transaction.query<{ emailKey: string }>({
    name: 'refuse-tracking',
    text: REFUSE,
    values: [accountId, emailKeys, chosenBy, now, emailId],
  });
  return rows.map(({ emailKey }) => emailKey);
}

/** Takes the refusal of an address back, for its person. @returns whether it had refused */
export async function allowTracking(
  transaction: Transaction,
  accountId: string,
  emailKey: string,
): Promise<boolean> {
  const { rowCount } = await transaction.query({
    name: 'allow-tracking',
    text: 'DELETE FROM tracking_refusals WHERE account_id = $1 AND email_key = $2',
    values: [accountId, emailKey],
  });
  return rowCount === 1;
}

/** A refusal as clients and people see it. */
export function trackingOf(refusesTracking: boolean): ContactTracking {
  return refusesTracking ? 'refused' : 'allowed';
}
