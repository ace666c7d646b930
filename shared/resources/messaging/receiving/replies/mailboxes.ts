// The addresses of answers to received mail: which address of ours answers, and which addresses of the original can be
// written to. They are as its sender wrote them, so they may be anything.
import { DomainError } from '../../../../contract/domain-error.ts';
import { addressKey } from '../../../../mail/addresses.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { findOwnNames, type OwnName } from '../../domains/senders/find-own-names.ts';
import { type ParsedMailbox, parseNamedMailbox } from '../../emails/email.ts';
import type { ReceivedEmail } from '../find.ts';

/** A name that is not quoted although it must be, and the only address of the text. */
const UNQUOTED = /^([^<>]*)<([^<>]+)>\s*$/;

/** The texts that are addresses. Older names that should have been quoted are quoted. */
export function readMailboxes(texts: readonly (string | null)[]): ParsedMailbox[] {
  return texts.flatMap((text) =>
    text === null ? [] : (parseNamedMailbox(text) ?? parseUnquoted(text) ?? []),
  );
}

function parseUnquoted(text: string): ParsedMailbox | undefined {
  const [, name = '', address = ''] = UNQUOTED.exec(text) ?? [];
  const quoted = name
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .replace(/["\\]/g, '\\$&');
  return parseNamedMailbox(`"${quoted}" <${address.trim()}>`) ?? parseNamedMailbox(address);
}

/** The addresses of ours at which an email has arrived, and whether an address is one of ours. */
export interface OwnMailboxes {
  /** The default sender of an answer: the first whose domain may send, else the first. */
  sender: ParsedMailbox | undefined;
  /** Whether mail to it would return to this account. */
  isOwn(mailbox: ParsedMailbox): boolean;
}

/** Finds which addresses are the account's own: those that have received the email, and all at domains that receive. */
export async function findOwnMailboxes(
  database: Queryable,
  accountId: string,
  { receivedFor, to, cc }: Pick<ReceivedEmail, 'receivedFor' | 'to' | 'cc'>,
): Promise<OwnMailboxes> {
  const receivers = readMailboxes(receivedFor);
  const names = [...receivers, ...readMailboxes([...to, ...cc])].map(({ mailbox }) => mailbox.domain);
  const owned = await findOwnNames(database, accountId, [...new Set(names)]);
  const domainOf = ({ mailbox }: ParsedMailbox): OwnName | undefined => owned.get(mailbox.domain);
  const keys = new Set(receivers.map(keyOfMailbox));
  return {
    sender: receivers.find((receiver) => domainOf(receiver)?.maySend) ?? receivers[0],
    isOwn: (mailbox) => keys.has(keyOfMailbox(mailbox)) || domainOf(mailbox)?.receives === true,
  };
}

/** @throws DomainError `validation_error` when the client gave no sender and no address of ours has received the email */
export function chooseSender(given: ParsedMailbox | null, { sender }: OwnMailboxes): ParsedMailbox {
  const chosen = given ?? sender;
  if (chosen) return chosen;
  throw new DomainError('validation_error', 'None of your addresses received the email. Give a `from`.');
}

/** The same for two spellings of one address. */
export function keyOfMailbox({ mailbox }: ParsedMailbox): string {
  return addressKey(mailbox.address);
}
