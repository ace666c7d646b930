// Submits mail of the service itself, such as notices to the owners of an account and links for one person. It is accepted
// for the account of the operator, with the source `notice`, which nothing else may set: nothing that limits an account
// applies to it (shared/resources/messaging/emails/notices/notice.ts), and only its recipients can read it (hidden-contents.ts).
import { DomainError, type RefusalReason } from '../../../contract/domain-error.ts';
import { EMPTY_MAIL_CONTENT } from '../../../contract/mail/fields.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { OperatorSender } from '../../messaging/domains/senders/operator-sender.ts';
import type { Acceptor } from '../../messaging/emails/accept/accept.ts';
import { type Companion, CompanionLostError } from '../../messaging/emails/accept/companion.ts';
import {
  type NewEmail,
  newEmail,
  type ParsedMailbox,
  parseStoredNamedMailbox,
} from '../../messaging/emails/email.ts';

/** Dependencies of submitting. */
export interface SubmitNoticeDeps {
  acceptor: Acceptor;
  clock: Clock;
}

/** The mail to submit. */
export interface NoticeMail {
  /** Id of the email. */
  id: string;
  /** 1 to ADDRESSES_MAX addresses. */
  to: readonly string[];
  subject: string;
  text: string;
  html: string | null;
  /** Marks the mail as sent, in the transaction that stores it. */
  companion: Companion;
}

/**
 * The result of the mail. `lost`: another process has sent it, or there is nothing to send any more. `refused`: no one
 * can be reached. `passing`: it may be accepted later.
 */
export type NoticeOutcome =
  | { kind: 'accepted' | 'lost'; refusal?: never }
  | { kind: 'refused' | 'passing'; refusal: DomainError };

/** Submits one mail. @throws anything but a refusal, such as a database that is away */
export async function submitNotice(
  deps: SubmitNoticeDeps,
  sender: OperatorSender,
  mail: NoticeMail,
): Promise<NoticeOutcome> {
  const { companion } = mail;
  try {
    const emails = [composeEmail(deps, sender, mail)];
    await deps.acceptor.submit({ accountId: sender.accountId, emails, companion });
    return { kind: 'accepted' };
  } catch (error) {
    if (error instanceof CompanionLostError) return { kind: 'lost' };
    if (!(error instanceof DomainError)) throw error;
    return { kind: isPassing(error) ? 'passing' : 'refused', refusal: error };
  }
}

/** Why an address gets no notice. Any other refusal is not a fault of the address, and passes. */
const FAULTS_OF_ADDRESS: ReadonlySet<RefusalReason> = new Set<RefusalReason>([
  'suppressed_address',
  'reserved_domain',
]);

function isPassing({ reason }: DomainError): boolean {
  return reason === undefined || !FAULTS_OF_ADDRESS.has(reason);
}

function composeEmail(
  { clock }: Pick<SubmitNoticeDeps, 'clock'>,
  { accountId, domainName }: OperatorSender,
  { id, to, subject, text, html }: NoticeMail,
): NewEmail {
  const from = requireMailbox(`Posthorn <notices@${domainName}>`);
  return newEmail(
    { ...EMPTY_MAIL_CONTENT, from, subject, html, text },
    {
      id,
      accountId,
      source: 'notice',
      to: to.map(requireMailbox),
      createdAt: clock.now(),
      // RFC 3834 §5: an out-of-office note answers it no more than a list.
      headers: { 'Auto-Submitted': 'auto-generated' },
    },
  );
}

function requireMailbox(text: string): ParsedMailbox {
  const parsed = parseStoredNamedMailbox(text);
  if (!parsed) throw new Error('An address of a notice cannot be parsed.');
  return parsed;
}
