// An answer to a received email, a reply or a forward, before it is accepted like any other email; and what both have
// in common (docs/reference/receiving-answers.md).
import { DomainError } from '../../../../contract/domain-error.ts';
import { SUBJECT_MAX_LENGTH } from '../../../../contract/limits.ts';
import type { NewEmail } from '../../emails/email.ts';
import type { ReceivedEmail } from '../find.ts';

/** What an answer is made of. */
export type ReceivedAnswer = Pick<
  NewEmail,
  'from' | 'to' | 'cc' | 'bcc' | 'subject' | 'html' | 'text' | 'headers' | 'threadId'
>;

/** A header field that counts how often mail was answered by a program, so that two programs do not do so for ever. */
export const HOPS_HEADER = 'X-Posthorn-Hops';
/** An answer that would be the tenth is refused. */
const HOPS_MAX = 9;
const NUMBER = /^\s*(\d+)\s*$/;

/**
 * The fields that count hops. Of several counts of the original the largest one is taken.
 * @throws DomainError `validation_error` at the tenth hop
 */
export function countHop({ headers }: Pick<ReceivedEmail, 'headers'>): Record<string, string> {
  const counts = valuesOf(headers, HOPS_HEADER).flatMap((value) => NUMBER.exec(value)?.[1] ?? []);
  const hops = 1 + Math.max(0, ...counts.map(Number));
  if (hops > HOPS_MAX) {
    throw new DomainError(
      'validation_error',
      `The email has been answered or forwarded ${HOPS_MAX} times already, as its ${HOPS_HEADER} header says. Nothing was sent, because this may be a loop of two programs.`,
    );
  }
  return { [HOPS_HEADER]: String(hops) };
}

/** The values of all header fields with this name. */
export function valuesOf(headers: ReceivedEmail['headers'], name: string): string[] {
  const lowerCased = name.toLowerCase();
  return headers.filter((field) => field.name.toLowerCase() === lowerCased).map(({ value }) => value);
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
