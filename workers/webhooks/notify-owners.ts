// Notifies the owners of accounts by email when a webhook was disabled because it kept failing, through our own send
// path. It runs periodically, so a notice that cannot be sent now is retried. If the process dies between storing the
// email and ending the notice, the owner gets two emails (at-least-once).

import { DomainError } from '../../shared/contract/domain-error.ts';
import { findOperatorSender, type OperatorSender } from '../../shared/resources/domains/operator-sender.ts';
import { type Acceptor, createAcceptor } from '../../shared/resources/emails/accept/accept.ts';
import { type NewEmail, type ParsedMailbox, parseNamedMailbox } from '../../shared/resources/emails/email.ts';
import {
  endNotice,
  findDueNotices,
  type WebhookNotice,
} from '../../shared/resources/webhooks/delivery/notices.ts';
import type { JobDeps } from '../runtime/job.ts';

/** Notices per run. */
const NOTICES_MAX = 100;

/** Sends the notices that are due. */
export async function notifyOwners(deps: JobDeps): Promise<void> {
  const { database, config, log } = deps;
  const notices = await findDueNotices(database, NOTICES_MAX);
  if (notices.length === 0) return;
  const sender = await findOperatorSender(database);
  if (!sender) {
    log.warn(
      'owners cannot be notified of disabled webhooks: the oldest account has no domain that can send',
    );
    return;
  }
  const acceptor = createAcceptor({ ...deps, simulatorDomains: config.simulatorDomains });
  for (const notice of notices) {
    await notifyOwner(deps, acceptor, notice, sender);
    await endNotice(database, notice);
  }
}

/** Sends one notice. An owner who cannot be mailed at all is not tried again. @throws errors that may pass */
async function notifyOwner(
  deps: JobDeps,
  acceptor: Acceptor,
  notice: WebhookNotice,
  sender: OperatorSender,
): Promise<void> {
  const { webhookId, ownerAddress } = notice;
  if (ownerAddress === null) {
    deps.log.warn({ webhook: webhookId }, 'a webhook was disabled, but its account has no owner to notify');
    return;
  }
  try {
    await acceptor.accept(composeNotice(deps, notice, ownerAddress, sender));
  } catch (error) {
    if (!(error instanceof DomainError) || error.name !== 'validation_error') throw error;
    deps.log.warn({ err: error, webhook: webhookId }, 'the owner of a disabled webhook cannot be mailed');
  }
}

function composeNotice(
  { ids, clock }: Pick<JobDeps, 'ids' | 'clock'>,
  { webhookId, endpointUrl, failingSince }: WebhookNotice,
  ownerAddress: string,
  { accountId, domainName }: OperatorSender,
): NewEmail {
  const since = failingSince ? `since ${failingSince.toISOString()}` : 'for five days';
  return {
    id: ids.next(),
    accountId,
    boundDomainId: null,
    source: 'api',
    from: mailbox(`Posthorn <notices@${domainName}>`),
    to: [mailbox(ownerAddress)],
    cc: [],
    bcc: [],
    replyTo: [],
    subject: 'Your webhook was disabled',
    html: null,
    text: `Every attempt to deliver to your webhook has failed ${since}, so it is disabled.

Webhook: ${webhookId}
Endpoint: ${endpointUrl}

Posthorn no longer sends events to it. When the endpoint works again, enable the webhook:
PATCH /webhooks/${webhookId} {"status": "enabled"}
Posthorn then delivers the events that have waited.
`,
    previewText: null,
    headers: {},
    tags: [],
    topicId: null,
    templateId: null,
    scheduledAt: null,
    createdAt: clock.now(),
  };
}

function mailbox(text: string): ParsedMailbox {
  const parsed = parseNamedMailbox(text);
  if (!parsed) throw new Error('An address of a notice cannot be parsed.');
  return parsed;
}
