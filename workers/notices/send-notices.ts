// Mails notices of the service to the owners of accounts, through our own send path. A recurring task calls it
// periodically, so a notice that cannot be sent now is retried. If the process dies between storing the email and ending
// the notice, the owner gets two emails (at-least-once).
import { DomainError } from '../../shared/contract/domain-error.ts';
import { findOperatorSender, type OperatorSender } from '../../shared/resources/domains/operator-sender.ts';
import { createAcceptor } from '../../shared/resources/emails/accept/accept.ts';
import { type NewEmail, type ParsedMailbox, parseNamedMailbox } from '../../shared/resources/emails/email.ts';
import type { JobDeps } from '../runtime/job.ts';

/** Notices per run. */
export const NOTICES_MAX = 100;

/** An email to an owner. */
export interface Notice {
  /** Null: the account has no confirmed address, so nobody can be notified. */
  ownerAddress: string | null;
  subject: string;
  text: string;
  /** What it is about, for our log. */
  about: object;
  /** Marks the notice as done. */
  end(): Promise<void>;
}

/** Sends notices. An owner who cannot be mailed at all is not tried again. @throws errors that may pass */
export async function sendNotices(deps: JobDeps, notices: readonly Notice[]): Promise<void> {
  if (notices.length === 0) return;
  const { database, config, log } = deps;
  const sender = await findOperatorSender(database);
  if (!sender) {
    log.warn('owners cannot be notified: the oldest account has no domain that can send');
    return;
  }
  const acceptor = createAcceptor({ ...deps, simulatorDomains: config.simulatorDomains });
  const send = async ({ ownerAddress, about, ...content }: Notice) => {
    if (ownerAddress === null) return log.warn(about, 'an account has no owner to notify');
    try {
      await acceptor.accept(composeEmail(deps, content, ownerAddress, sender));
    } catch (error) {
      if (!(error instanceof DomainError) || error.name !== 'validation_error') throw error;
      log.warn({ err: error, ...about }, 'the owner of an account cannot be mailed');
    }
  };
  for (const notice of notices) {
    await send(notice);
    await notice.end();
  }
}

function composeEmail(
  { ids, clock }: Pick<JobDeps, 'ids' | 'clock'>,
  { subject, text }: Pick<Notice, 'subject' | 'text'>,
  ownerAddress: string,
  { accountId, domainName }: OperatorSender,
): NewEmail {
  return {
    id: ids.next(),
    accountId,
    boundDomainId: null,
    source: 'api',
    lane: 'transactional',
    from: mailbox(`Posthorn <notices@${domainName}>`),
    to: [mailbox(ownerAddress)],
    cc: [],
    bcc: [],
    replyTo: [],
    subject,
    html: null,
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

function mailbox(text: string): ParsedMailbox {
  const parsed = parseNamedMailbox(text);
  if (!parsed) throw new Error('An address of a notice cannot be parsed.');
  return parsed;
}
