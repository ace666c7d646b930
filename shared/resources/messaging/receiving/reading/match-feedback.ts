// Finds the recipient of a complaint. Reporters mask the recipient, so data from our own mail decides: the token in
// X-Posthorn-Ref, else the token of the return path, else the Message-ID of an email with one recipient. It is read
// before anything is recorded: a recipient never changes its email or its account.
import type { RecipientTokens } from '../../../../mail/feedback/recipient-tokens.ts';
import { readMessageId } from '../../../../mail/header-fields.ts';
import type { OriginalMessage } from '../../../../mail/reports/report.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { ReportSubject } from './read-report.ts';

interface Named {
  recipientId: string;
  accountId: string;
}

/**
 * Finds the recipient.
 * @param accountId the account whose mail the complaint may be about; null: any account
 */
export async function matchFeedback(
  { database, tokens }: { database: Queryable; tokens: RecipientTokens },
  original: OriginalMessage,
  accountId: string | null,
): Promise<ReportSubject> {
  const token = readToken(original, tokens);
  if (token === 'forged') return { effect: 'forged' };
  // With a token the Message-ID does not count: an SMTP client chooses its own, which may contain the id of another email.
  const emailId = token ? undefined : readMessageId(original.messageId);
  const { byToken, byEmail } = await find(database, token?.recipientId, emailId);
  const [only, ...others] = byEmail;
  const found = token ? byToken : others.length === 0 ? only : undefined;
  if (!found) return { effect: 'unknown' };
  if (accountId !== null && found.accountId !== accountId) return { effect: 'foreign' };
  return { recipientId: found.recipientId };
}

/** A token that is none of ours ends the search: its reporter could take all else from a mail of ours. */
function readToken({ ref, returnPath }: OriginalMessage, tokens: RecipientTokens) {
  if (ref !== null) {
    const recipientId = tokens.recipientOf(ref);
    return recipientId === undefined ? 'forged' : { recipientId };
  }
  return tokens.readLocalPart(returnPath?.slice(0, returnPath.lastIndexOf('@')) ?? '');
}

/** Two recipients of an email suffice to know that it has more than one. */
async function find(database: Queryable, recipientId: string | undefined, emailId: string | undefined) {
  if (recipientId === undefined && emailId === undefined) return { byToken: undefined, byEmail: [] };
  const { rows } = await database.query<Named & { isByToken: boolean }>({
    name: 'find-recipients-of-feedback',
    text: `SELECT true AS "isByToken", id AS "recipientId", account_id AS "accountId"
           FROM email_recipients WHERE id = ANY($1::uuid[])
           UNION ALL
           (SELECT false, id, account_id FROM email_recipients WHERE email_id = ANY($2::uuid[]) LIMIT 2)`,
    values: [recipientId === undefined ? [] : [recipientId], emailId === undefined ? [] : [emailId]],
  });
  return {
    byToken: rows.find(({ isByToken }) => isByToken),
    byEmail: rows.filter(({ isByToken }) => !isByToken),
  };
}
