// The name of the sender on the pages of an account that has set none: taken from the default From of the domain that
// sent the email of the link, or of the default domain when that email or its domain was removed.
import { domainToUnicode } from 'node:url';
import { parseStoredMailbox } from '../../../mail/addresses.ts';
import type { Queryable } from '../../../platform/db/connect.ts';

const FIND = `
  SELECT default_from AS "defaultFrom"
  FROM ((SELECT default_from, 1 AS place
         FROM emails JOIN domains ON domains.id = emails.domain_id
         WHERE emails.id = $2 AND emails.account_id = $1 AND domains.account_id = $1)
        UNION ALL
        (SELECT default_from, 2 FROM domains WHERE account_id = $1 AND is_default)) AS senders
  ORDER BY place LIMIT 1`;

/**
 * @param mail without an email it is the default domain's
 * @returns the display name, or the domain of an address that has none; null: the domain has no From by default
 */
export async function findSenderName(
  database: Queryable,
  { accountId, emailId }: { accountId: string; emailId: string | null },
): Promise<string | null> {
  const { rows } = await database.query<{ defaultFrom: string | null }>({
    name: 'find-sender-name',
    text: FIND,
    values: [accountId, emailId],
  });
  const mailbox = parseStoredMailbox(rows[0]?.defaultFrom ?? '');
  return mailbox ? (mailbox.name ?? (domainToUnicode(mailbox.domain) || mailbox.domain)) : null;
}
