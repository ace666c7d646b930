// An answer to a received email, a reply or a forward, before it is accepted like any other email; and what both have
// in common (docs/reference/receiving-answers.md).
import { DomainError } from '../../../../contract/domain-error.ts';
import { SUBJECT_MAX_LENGTH } from '../../../../contract/limits.ts';
import type { NewEmail } from '../../emails/email.ts';
import type { ReceivedEmail } from '../find.ts';
import { HOPS_HEADER, HOPS_MAX, hopsOf, nextHop } from '../hops.ts';

/** The parts of an answer. */
export type ReceivedReply = Pick<
  NewEmail,
  'from' | 'to' | 'cc' | 'bcc' | 'subject' | 'html' | 'text' | 'headers' | 'threadId'
>;

/**
 * The fields that count hops.
 * @throws DomainError `validation_error` at the tenth hop
 */
export function countHop({ headers }: Pick<ReceivedEmail, 'headers'>): Record<string, string> {
  const hops = hopsOf(headers);
  if (hops < HOPS_MAX) return nextHop(hops);
  throw new DomainError(
    'validation_error',
    `The email was already answered or forwarded ${HOPS_MAX} times, according to its ${HOPS_HEADER} header. Nothing was sent, because two programs may be answering each other.`,
  );
}

/**
 * The subject of an answer.
 * @param prefix `Re: `; it is left out where `isPrefixed` finds it
 */
export function subjectOf(
  { subject }: Pick<ReceivedEmail, 'subject'>,
  prefix = '',
  isPrefixed: RegExp = /^/,
): string {
  const plain = (subject ?? '').replace(/[\r\n\0]+/g, ' ').trim() || '(no subject)';
  const answered = isPrefixed.test(plain) ? plain : `${prefix}${plain}`;
  return answered.slice(0, SUBJECT_MAX_LENGTH).toWellFormed();
}
