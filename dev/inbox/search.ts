// Search of the inbox, in one place, so that the page and every test of the API get the same results. The searched text
// is made once, when a message arrives; a search over all messages is then a scan of strings.
import { domainToUnicode } from 'node:url';
import { htmlToText } from '../../shared/mail/html/html-to-text.ts';
import type { Envelope, StoredMessage } from './message-store.ts';
import type { InboxMessage } from './parse-message.ts';

/** Search criteria; an absent field matches everything. */
export interface MessageFilter {
  /** Part of a recipient: of the envelope or of the To header. */
  to?: string | undefined;
  /** Part of the subject. */
  subject?: string | undefined;
  /** Words, all of which occur in the subject, an address or the body. */
  q?: string | undefined;
}

/** Number of characters of a body that are searched: an ordinary mail has a hundredth of this. */
const SEARCHED_BODY_MAX_LENGTH = 512 * 1024;

/** Normalizes case and Unicode composition, so that "GRÜSSE" is found however it was typed. */
export function foldText(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** All text of a message that `q` searches. */
export function makeSearchText(envelope: Envelope, message: InboxMessage): string {
  const header = [message.subject, message.from, ...message.to, ...message.cc, ...message.replyTo];
  const body = [message.text, htmlToText(message.html ?? '')];
  const searchedBody = body.filter(Boolean).join('\n').slice(0, SEARCHED_BODY_MAX_LENGTH);
  return foldText([...header, envelope.from, ...envelope.to, searchedBody].filter(Boolean).join('\n'));
}

/** True when a message matches every field of the filter. */
export function matches(message: StoredMessage, filter: MessageFilter): boolean {
  const { envelope, summary, searchText } = message;
  if (filter.to !== undefined) {
    const wanted = foldAddress(filter.to);
    if (![...envelope.to, ...summary.to].some((address) => foldText(address).includes(wanted))) return false;
  }
  if (filter.subject !== undefined && !foldText(summary.subject ?? '').includes(foldText(filter.subject))) {
    return false;
  }
  const words = foldText(filter.q ?? '').split(/\s+/);
  return words.every((word) => searchText.includes(word));
}

/** SMTP server and parser return domains in Unicode; a client may search for the punycode form. */
function foldAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const unicodeDomain = at === -1 ? '' : domainToUnicode(address.slice(at + 1));
  return foldText(unicodeDomain ? address.slice(0, at + 1) + unicodeDomain : address);
}
