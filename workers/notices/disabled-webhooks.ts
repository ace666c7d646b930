// Notifies the owners of accounts by email when a webhook was disabled because it kept failing.
import { companionOf } from '../../shared/resources/emails/accept/companion.ts';
import { NOTICES_MAX, type Notice, sendNotices } from '../../shared/resources/notices/send.ts';
import {
  endNotices,
  findDueNotices,
  WEBHOOK_NOTICES,
  type WebhookNotice,
} from '../../shared/resources/webhooks/delivery/notices.ts';
import type { JobDeps } from '../runtime/job.ts';
import { withAcceptor } from './with-acceptor.ts';

/** Sends the notices that are due. */
export async function notifyOfDisabledWebhooks(deps: JobDeps): Promise<void> {
  const { database } = deps;
  const due = await findDueNotices(database, NOTICES_MAX);
  await sendNotices(
    withAcceptor(deps),
    due.map((notice) => ({
      ...compose(notice),
      companion: companionOf(WEBHOOK_NOTICES, notice),
      end: async () => void (await endNotices(database, [notice])),
    })),
  );
}

function compose(notice: WebhookNotice): Omit<Notice, 'companion' | 'end'> {
  const { webhookId, endpointUrl, failingSince, ownerAddresses } = notice;
  const since = failingSince ? `since ${failingSince.toISOString()}` : 'for five days';
  return {
    ownerAddresses,
    about: { webhook: webhookId },
    subject: 'Your webhook was disabled',
    text: `Every attempt to deliver to your webhook has failed ${since}, so it is disabled.

Webhook: ${webhookId}
Endpoint: ${endpointUrl}

Posthorn no longer sends events to it. When the endpoint works again, enable the webhook:
PATCH /webhooks/${webhookId} {"status": "enabled"}
Posthorn then delivers the events that have waited.
`,
  };
}
