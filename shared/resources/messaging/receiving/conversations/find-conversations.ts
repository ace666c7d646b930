// Finds the conversation of a message: the one of the message to which it replies, else of the last known one that it
// refers to. The Message-IDs of sent mail contain the id of the email; those from SMTP clients, and those of received
// mail, are looked up.
import { textArrayLiteral } from '../../../../platform/db/parameters/array-literal.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { ReadEmail } from '../received-email.ts';

/** The references that are read, from the end: a conversation rarely has more. */
const REFERENCES_MAX = 20;
/** A Message-ID of ours: `<id@domain>`. */
const OUR_ID = '^<([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@';

const FIND = `
  SELECT reply.place, known.thread_id AS "threadId"
  FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS reply (account_id, message_ids, place)
  CROSS JOIN LATERAL (
    SELECT found.thread_id FROM unnest(reply.message_ids::text[]) WITH ORDINALITY AS referred (message_id, nearness)
    CROSS JOIN LATERAL (
      SELECT coalesce(thread_id, id) AS thread_id FROM emails
      WHERE id = substring(referred.message_id FROM '${OUR_ID}')::uuid AND account_id = reply.account_id
      UNION ALL
      (SELECT coalesce(thread_id, id) FROM emails
       WHERE account_id = reply.account_id AND message_id = referred.message_id AND source = 'smtp'
       ORDER BY id LIMIT 1)
      UNION ALL
      (SELECT thread_id FROM received_emails
       WHERE account_id = reply.account_id AND received_emails.message_id = referred.message_id AND thread_id IS NOT NULL
       ORDER BY id LIMIT 1)
    ) AS found
    ORDER BY nearness LIMIT 1
  ) AS known`;

/** Finds the conversation of each; one that belongs to none begins its own. @returns their ids, in order */
export async function findConversations(
  transaction: Transaction,
  emails: readonly ReadEmail[],
): Promise<string[]> {
  const referring = emails.map((email) => ({ email, ids: referredIds(email) }));
  const asked = referring.filter(({ ids }) => ids.length > 0);
  const threads = new Map<string, string>();
  if (asked.length > 0) {
    const { rows } = await transaction.query<{ place: string; threadId: string }>({
      name: 'find-conversations-of-received',
      text: FIND,
      values: [asked.map(({ email }) => email.accountId), asked.map(({ ids }) => textArrayLiteral(ids))],
    });
    for (const { place, threadId } of rows) {
      const email = asked[Number(place) - 1]?.email;
      if (email) threads.set(email.id, threadId);
    }
  }
  return emails.map(({ id }) => threads.get(id) ?? id);
}

/** The nearest first. */
function referredIds({ message: { inReplyTo, references } }: ReadEmail): string[] {
  const ids = [...(inReplyTo === null ? [] : [inReplyTo]), ...references.slice(-REFERENCES_MAX).reverse()];
  return [...new Set(ids)].filter(isIndexed);
}

/** RFC 5322 §2.1.1: a line has at most 998 octets. An index takes no much longer key. */
const MESSAGE_ID_MAX_OCTETS = 998;

/** Whether a Message-ID is stored for look-ups. */
export function isIndexed(messageId: string): boolean {
  return Buffer.byteLength(messageId) <= MESSAGE_ID_MAX_OCTETS;
}
