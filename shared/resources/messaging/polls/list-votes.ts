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

/** The contact of the mail, else that of the address: of the default audience before others. */
const CONTACT = `
  coalesce(
    (SELECT contacts.id FROM emails JOIN contacts ON contacts.id = emails.contact_id
     WHERE emails.id = poll_votes.email_id AND contacts.account_id = poll_votes.account_id
       AND contacts.email_key = poll_votes.address_key),
    (SELECT contacts.id FROM contacts JOIN audiences ON audiences.id = audience_id AND deleted_at IS NULL
     WHERE contacts.account_id = poll_votes.account_id AND contacts.email_key = poll_votes.address_key
     ORDER BY is_default DESC, contacts.id LIMIT 1))`;

export const POLL_VOTE_LIST: List<PollVote> = {
  columns: `id, ${CONTACT} AS "contactId", address AS email, email_id AS "emailId", option_id AS "optionId",
            created_at AS "createdAt", updated_at AS "updatedAt"`,
  from: 'poll_votes',
  within: 'poll_id',
};
