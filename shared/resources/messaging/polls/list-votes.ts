// The list of the votes of a poll, newest first: each address once, in the order in which they first voted.
import type { List } from '../../../platform/db/list.ts';

/** The vote of an address. */
export interface PollVote {
  id: string;
  /** Null: the address has no contact, or the person was erased. */
  contactId: string | null;
  /** Empty: the person was erased. */
  email: string;
  emailId: string;
  optionId: string;
  createdAt: Date;
  updatedAt: Date;
}

/** SQL of a contact of the address in an audience that is not deleted. @param which more about the audience */
const contactWhere = (which: string) => `
    (SELECT contacts.id FROM contacts JOIN audiences ON audiences.id = audience_id AND deleted_at IS NULL
     WHERE contacts.account_id = poll_votes.account_id AND contacts.email_key = poll_votes.address_key ${which} LIMIT 1)`;

/**
 * The contact of the mail, else the contact of the address: in the default audience before others. Each is looked up by
 * key.
 */
const CONTACT = `
  coalesce(
    (SELECT contacts.id FROM emails JOIN contacts ON contacts.id = emails.contact_id
     WHERE emails.id = poll_votes.email_id AND contacts.account_id = poll_votes.account_id
       AND contacts.email_key = poll_votes.address_key),
    ${contactWhere('AND is_default')}, ${contactWhere('')})`;

export const POLL_VOTE_LIST: List<PollVote> = {
  columns: `id, ${CONTACT} AS "contactId", address AS email, email_id AS "emailId", option_id AS "optionId",
            created_at AS "createdAt", updated_at AS "updatedAt"`,
  from: 'poll_votes',
  within: 'poll_id',
};
