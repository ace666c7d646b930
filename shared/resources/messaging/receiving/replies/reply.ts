// Makes the reply to a received email (RFC 5322 §3.6.4): its recipients, and the fields by which mail clients and
// conversations/find-conversations.ts see that it belongs to the same conversation.

import { DomainError } from '../../../../contract/domain-error.ts';
import { ADDRESSES_MAX } from '../../../../contract/limits.ts';
import type { MailBody } from '../../../../contract/mail/fields.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { ParsedMailbox } from '../../emails/email.ts';
import type { ReceivedEmail } from '../find.ts';
import { valuesOf } from '../hops.ts';
import {
  chooseSender,
  findOwnMailboxes,
  keyOfMailbox,
  type OwnMailboxes,
  readMailboxes,
} from './mailboxes.ts';
import { countHop, type ReceivedReply, subjectOf } from './received-reply.ts';

/** The input of the client. */
export interface ReplyInput extends MailBody {
  /** null: the address that has received the original. */
  from: ParsedMailbox | null;
  cc: readonly ParsedMailbox[];
  bcc: ParsedMailbox[];
  /** Also to the other recipients of the original. */
  replyAll: boolean;
}

/** A longer one does not fit on the line of a header field (RFC 5322 §2.1.1). */
const MESSAGE_ID = /<[!-;=?-~]{1,900}>/g;
/** The most ids of a conversation: the first one is kept, and the newest. */
const REFERENCES_MAX = 20;
const REPLY_SUBJECT = /^re(?:\[\d+\])?\s*:/i;

/**
 * Makes a reply.
 * @throws DomainError `validation_error`: no address to reply to, too many of them, or the tenth hop
 */
export async function makeReply(
  database: Queryable,
  accountId: string,
  original: ReceivedEmail,
  { from, cc, bcc, replyAll, html, text }: ReplyInput,
): Promise<ReceivedReply> {
  const hops = countHop(original);
  const own = await findOwnMailboxes(database, accountId, original);
  const to = findRepliedTo(original);
  const sender = chooseSender(from, own);
  const others = replyAll ? findOthers(original, own, [sender, ...to, ...cc]) : [];
  if (to.length > ADDRESSES_MAX || cc.length + others.length > ADDRESSES_MAX) {
    throw new DomainError(
      'validation_error',
      `The reply would have more than ${ADDRESSES_MAX} recipients in \`to\` or in \`cc\`. Nothing was sent.`,
    );
  }
  return {
    from: sender,
    to,
    cc: [...cc, ...others],
    bcc,
    subject: subjectOf(original, 'Re: ', REPLY_SUBJECT),
    html,
    text,
    headers: { ...replyHeaders(original), ...hops },
    threadId: original.threadId,
  };
}

/** Reply-To wins over From. @throws DomainError `validation_error` when neither has an address */
function findRepliedTo({ replyTo, from }: ReceivedEmail): ParsedMailbox[] {
  const wanted = readMailboxes(replyTo);
  const to = wanted.length > 0 ? wanted : readMailboxes([from]);
  if (to.length > 0) return to;
  throw new DomainError('validation_error', 'The email has no address to reply to.');
}

/** RFC 5322 §3.6.3: the recipients of To and Cc get a copy. */
function findOthers(
  original: ReceivedEmail,
  { isOwn }: OwnMailboxes,
  known: readonly ParsedMailbox[],
): ParsedMailbox[] {
  const seen = new Set(known.map(keyOfMailbox));
  return readMailboxes([...original.to, ...original.cc]).filter((mailbox) => {
    const isNew = !seen.has(keyOfMailbox(mailbox)) && !isOwn(mailbox);
    seen.add(keyOfMailbox(mailbox));
    return isNew;
  });
}

function replyHeaders({ messageId, inReplyTo, headers }: ReceivedEmail): Record<string, string> {
  const [repliedTo] = idsIn([messageId]);
  const referred = idsIn(valuesOf(headers, 'References'));
  const before = referred.length > 0 ? referred : idsIn([inReplyTo]);
  const ids = [...new Set([...before.filter((id) => id !== repliedTo), ...(repliedTo ? [repliedTo] : [])])];
  const kept = ids.filter((_, place) => place === 0 || place > ids.length - REFERENCES_MAX);
  return {
    ...(repliedTo && { 'In-Reply-To': repliedTo }),
    ...(kept.length > 0 && { References: kept.join(' ') }),
  };
}

function idsIn(texts: readonly (string | null)[]): string[] {
  return texts.flatMap((text) => text?.match(MESSAGE_ID) ?? []);
}
