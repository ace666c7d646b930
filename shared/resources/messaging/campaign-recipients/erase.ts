// Takes contacts that are erased out of dispatches: a recipient gets the id of a contact that never was, a new one for each, so
// nothing says any more that the rows of several campaigns are about one person.
import type { Transaction } from '../../../platform/db/transaction.ts';

/** The rows of contacts in dispatches. */
export interface ContactsOfDispatches {
  dispatchIds: readonly string[];
  contactIds: readonly string[];
}

/** The order of keys is that of release (release.ts) no more, and a hash of the contact could be recognized. */
const FORGET = 'is_erased = true, sort_key = 0';

const LEAVE_OUT = `
  WITH left_out AS (
    UPDATE campaign_recipients SET state = 'left_out', reason = 'deleted', contact_id = gen_random_uuid(), ${FORGET}
    WHERE dispatch_id = ANY($1::uuid[]) AND contact_id = ANY($2::uuid[]) AND state = 'pending'
    RETURNING dispatch_id
  )
  SELECT dispatch_id AS "dispatchId", count(*)::integer AS count FROM left_out GROUP BY dispatch_id`;

/**
 * Leaves out those whose mail is not released. The caller has locked the campaigns, so none is released before the commit.
 * @returns how many of each dispatch
 */
export async function leaveOutErased(
  client: Transaction,
  { dispatchIds, contactIds }: ContactsOfDispatches,
): Promise<{ dispatchId: string; count: number }[]> {
  const { rows } = await client.query<{ dispatchId: string; count: number }>({
    name: 'leave-out-erased-recipients',
    text: LEAVE_OUT,
    values: [dispatchIds, contactIds],
  });
  return rows;
}

/** A recipient and the id that it gets. */
export interface ForgottenRecipient {
  dispatchId: string;
  contactId: string;
  emailId: string | null;
  newId: string;
}

/** Finds the others, each with a new id. */
export async function findRecipientsToForget(
  client: Transaction,
  { dispatchIds, contactIds }: ContactsOfDispatches,
): Promise<ForgottenRecipient[]> {
  const { rows } = await client.query<ForgottenRecipient>({
    name: 'find-recipients-to-forget',
    text: `SELECT dispatch_id AS "dispatchId", contact_id AS "contactId", email_id AS "emailId",
                  gen_random_uuid() AS "newId"
           FROM campaign_recipients WHERE dispatch_id = ANY($1::uuid[]) AND contact_id = ANY($2::uuid[])`,
    values: [dispatchIds, contactIds],
  });
  return rows;
}

const FORGET_FOUND = `
  UPDATE campaign_recipients AS recipient SET contact_id = found.new_id, ${FORGET}
  FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS found (dispatch_id, contact_id, new_id)
  WHERE recipient.dispatch_id = found.dispatch_id AND recipient.contact_id = found.contact_id
    AND recipient.dispatch_id = ANY($4::uuid[]) AND recipient.contact_id = ANY($5::uuid[])`;

/** Gives recipients their new ids. Their emails, which the caller has locked, have them already. */
export async function forgetRecipients(
  client: Transaction,
  found: readonly ForgottenRecipient[],
): Promise<void> {
  if (found.length === 0) return;
  await client.query({
    name: 'forget-recipients',
    text: FORGET_FOUND,
    values: [
      found.map(({ dispatchId }) => dispatchId),
      found.map(({ contactId }) => contactId),
      found.map(({ newId }) => newId),
      [...new Set(found.map(({ dispatchId }) => dispatchId))],
      [...new Set(found.map(({ contactId }) => contactId))],
    ],
  });
}
