// Mails the owners of accounts whose webhooks were disabled for failing, through our own send path. Recurring: what
// cannot be sent now is tried again. A process that dies between storing the mail and ending the notice mails twice.

import { DomainError } from '../../shared/contract/domain-error.ts';
import { parseMailbox } from '../../shared/mail/addresses.ts';
import { findOperatorSender, type OperatorSender } from '../../shared/resources/domains/operator-sender.ts';
import { type Acceptor, createAcceptor } from '../../shared/resources/emails/accept/accept.ts';
import type { GivenMailbox, NewEmail } from '../../shared/resources/emails/email.ts';
import {
  endNotice,
  findDueNotices,
  type WebhookNotice,
} from '../../shared/resources/webhooks/delivery/notices.ts';
import type { JobDeps } from '../runtime/job.ts';

/** Notices of one run. */
const NOTICES_MAX = 100;

/** Sends what is due. */
export async function notifyOwners(deps: JobDeps): Promise<void> {
  const { database, config, log } = deps;
  const notices = await findDueNotices(database, NOTICES_MAX);
  if (notices.length === 0) return;
  const sender = await findOperatorSender(database);
  if (!sender) {
    log.warn('owners cannot be told of disabled webhooks: the oldest account has no domain that may send');
    return;
  }
  const acceptor = createAcceptor({ ...deps, simulatorDomain: config.simulatorDomain });
  for (const notice of notices) {
    await tellOwner(deps, acceptor, notice, sender);
    await endNotice(database, notice);
  }
}

/** Whoever cannot be mailed at all is not tried again. @throws what may pass */
async function tellOwner(
  deps: JobDeps,
  acceptor: Acceptor,
  notice: WebhookNotice,
  sender: OperatorSender,
): Promise<void> {
  const { webhookId, ownerAddress } = notice;
  if (ownerAddress === null) {
    deps.log.warn({ webhook: webhookId }, 'a webhook was disabled, and its account has no owner to tell');
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

Nothing is sent to it any more. When the endpoint works again, enable the webhook:
PATCH /webhooks/${webhookId} {"status": "enabled"}
What has waited is then delivered.
`,
    previewText: null,
    headers: {},
    tags: [],
    scheduledAt: null,
    createdAt: clock.now(),
  };
}

function mailbox(text: string): GivenMailbox {
  const parsed = parseMailbox(text);
  if (!parsed) throw new Error('An address of ours is none.');
  return { text, mailbox: parsed };
}
