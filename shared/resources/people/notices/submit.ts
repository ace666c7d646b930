// Submits mail of the service itself, such as notices to the owners of an account and links for one person. It is accepted
// like any other email, for the account of the operator. Its source is `notice`: only its recipients can read it
// (shared/resources/emails/hidden-contents.ts).
import { DomainError, type RefusalReason } from '../../contract/domain-error.ts';
import type { ErrorName } from '../../contract/errors.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { Ids } from '../../platform/time/ids.ts';
import type { OperatorSender } from '../domains/operator-sender.ts';
import type { Acceptor } from '../emails/accept/accept.ts';
import { type Companion, CompanionLostError } from '../emails/accept/companion.ts';
import { type NewEmail, type ParsedMailbox, parseNamedMailbox } from '../emails/email.ts';

/** Dependencies of submitting. */
export interface SubmitNoticeDeps {
  acceptor: Acceptor;
  ids: Ids;
  clock: Clock;
}

/** The mail to submit. */
export interface NoticeMail {
  /** 1 to ADDRESSES_MAX addresses. */
  to: readonly string[];
  subject: string;
  text: string;
  html: string | null;
  /** Marks the mail as sent, in the transaction that stores it. */
  companion: Companion;
}

/**
 * What became of the mail. `lost`: another process has sent it, or there is nothing to send any more. `refused`: nobody
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

const PASSING: ReadonlySet<ErrorName> = new Set<ErrorName>([
  'daily_quota_exceeded',
  'monthly_quota_exceeded',
  'reputation_limit_exceeded',
  'reputation_paused',
  'sending_service_unavailable',
  'sending_configuration_unavailable',
]);

/** The sender was found just before: that its domain stopped sending meanwhile is no fault of the mail. */
const PASSING_REASONS: ReadonlySet<RefusalReason> = new Set<RefusalReason>([
  'sandbox_limit_reached',
  'domain_not_sendable',
  'domain_not_registered',
]);

function isPassing({ name, reason }: DomainError): boolean {
  return PASSING.has(name) || (reason !== undefined && PASSING_REASONS.has(reason));
}

function composeEmail(
  { ids, clock }: Pick<SubmitNoticeDeps, 'ids' | 'clock'>,
  { accountId, domainName }: OperatorSender,
  { to, subject, text, html }: NoticeMail,
): NewEmail {
  return {
    id: ids.next(),
    accountId,
    boundDomainId: null,
    source: 'notice',
    lane: 'transactional',
    from: requireMailbox(`Posthorn <notices@${domainName}>`),
    to: to.map(requireMailbox),
    cc: [],
    bcc: [],
    replyTo: [],
    subject,
    html,
    text,
    previewText: null,
    headers: {},
    tags: [],
    topicId: null,
    templateId: null,
    automationId: null,
    scheduledAt: null,
    createdAt: clock.now(),
  };
}

function requireMailbox(text: string): ParsedMailbox {
  const parsed = parseNamedMailbox(text);
  if (!parsed) throw new Error('An address of a notice cannot be parsed.');
  return parsed;
}
