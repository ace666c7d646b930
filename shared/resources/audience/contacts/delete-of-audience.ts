// Deletes the contacts of a deleted audience in steps. Nothing is announced: the account has deleted the audience, and
// a million webhook messages would only say so again (docs/reference/contacts.md).

import type { ContactListener } from '../contact-events/contact-listener.ts';
import type { ContactWrite } from '../contact-writes/write-contacts.ts';
import { deleteContacts } from './delete.ts';

/** The contacts that one step deletes. */
export interface AudienceStep {
  accountId: string;
  audienceId: string;
  /** The last contact of the step before; NIL_UUID: the first step. */
  after: string;
  limit: number;
  now: Date;
}

/**
 * The page is read in the order of the audience's index, which no other index has (shared/platform/db/page.ts). Its rows
 * are then locked in the order in which every contact write locks them (docs/architecture/guarantees.md#lock-order).
 */
const LOCK = `
  SELECT id FROM contacts
  WHERE id = ANY(ARRAY(
      SELECT id FROM contacts
      WHERE audience_id = ANY($2::uuid[]) AND account_id = $1 AND id > $3
      ORDER BY audience_id, id LIMIT $4))
    AND account_id = $1
  ORDER BY account_id, email_key FOR UPDATE`;

/**
 * Deletes the next contacts of an audience with their memberships of segments.
 * @returns the last of them; undefined: there are no more
 */
export async function deleteContactsOfAudience(
  write: ContactWrite,
  contactListeners: readonly ContactListener[],
  { accountId, audienceId, after, limit, now }: AudienceStep,
): Promise<string | undefined> {
  const { rows } = await write.client.query<{ id: string }>({
    name: 'lock-contacts-of-audience',
    text: LOCK,
    values: [accountId, [audienceId], after, limit],
  });
  if (rows.length === 0) return undefined;
  const contactIds = rows.map(({ id }) => id).sort();
  await deleteContacts(write, contactListeners, { accountId, contactIds, now });
  return contactIds.at(-1);
}
