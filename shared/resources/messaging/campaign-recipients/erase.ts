// Takes contacts that are erased out of dispatches: a recipient gets the id of a contact that never was, a new one for each, so
// nothing says any more that the rows of several campaigns are about one person.
import type { Transaction } from '../../../platform/db/transaction.ts';
import { timeOfUuidV7 } from '../../../platform/time/ids.ts';

/** The rows of contacts in dispatches. */
export interface ContactsOfDispatches {
  dispatchIds: readonly string[];
  contactIds: readonly string[];
}

/** A recipient and the id that it gets. */
export interface ForgottenRecipient {
  dispatchId: string;
  contactId: string;
  emailId: string | null;
  /** Its mail is not released. */
  isPending: boolean;
  newId: string;
}

/** Finds recipients, each with a new id. */
export async function findRecipientsToForget(
  client: Transaction,
  { dispatchIds, contactIds }: ContactsOfDispatches,
): Promise<ForgottenRecipient[]> {
  const { rows } = await client.query<ForgottenRecipient>({
    name: 'find-recipients-to-forget',
    text: `SELECT dispatch_id AS "dispatchId", contact_id AS "contactId", email_id AS "emailId",
                  state = 'pending' AS "isPending", gen_random_uuid() AS "newId"
           FROM campaign_recipients WHERE dispatch_id = ANY($1::uuid[]) AND contact_id = ANY($2::uuid[])`,
    values: [dispatchIds, contactIds],
  });
  return rows;
}

/**
 * The hash of the contact, by which mail is released, could be recognized, and the time at which its mail was due says where a
 * person lives: it becomes the time when the audience was taken.
 */
const FORGET = `
  UPDATE campaign_recipients AS recipient
  SET contact_id = found.new_id, is_erased = true, sort_key = 0, due_at = found.taken_at,
      state = CASE state WHEN 'pending' THEN 'left_out' ELSE state END,
      reason = CASE state WHEN 'pending' THEN 'deleted' ELSE reason END
  FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $6::timestamptz[]) AS found (dispatch_id, contact_id, new_id, taken_at)
  WHERE recipient.dispatch_id = found.dispatch_id AND recipient.contact_id = found.contact_id
    AND recipient.dispatch_id = ANY($4::uuid[]) AND recipient.contact_id = ANY($5::uuid[])`;

/**
 * Gives recipients their new ids, and leaves out those whose mail is not released. The caller has locked their emails,
 * which have the new ids already, and the campaigns of pending ones, so none is released before the commit.
 */
export async function forgetRecipients(
  client: Transaction,
  found: readonly ForgottenRecipient[],
): Promise<void> {
  if (found.length === 0) return;
  await client.query({
    name: 'forget-recipients',
    text: FORGET,
    values: [
      found.map(({ dispatchId }) => dispatchId),
      found.map(({ contactId }) => contactId),
      found.map(({ newId }) => newId),
      [...new Set(found.map(({ dispatchId }) => dispatchId))],
      [...new Set(found.map(({ contactId }) => contactId))],
      found.map(({ dispatchId }) => timeOfUuidV7(dispatchId)),
    ],
  });
}
