// Notifies the owners of accounts by email when a webhook was disabled because it kept failing.

import {
  endNotices,
  findDueNotices,
  type WebhookNotice,
} from '../../shared/resources/foundation/webhooks/delivery/notices.ts';
import { type CompanionKind, companionOf } from '../../shared/resources/messaging/emails/accept/companion.ts';
import { NOTICES_MAX, type Notice, sendNotices } from '../../shared/resources/people/notices/send.ts';
import type { JobDeps } from '../runtime/job.ts';
import { withAcceptor } from './with-acceptor.ts';

const ENDING: CompanionKind<WebhookNotice> = { write: endNotices };

/** Sends the notices that are due. */
export async function notifyOfDisabledWebhooks(deps: JobDeps): Promise<void> {
  const { database } = deps;
  const due = await findDueNotices(database, NOTICES_MAX);
  await sendNotices(
    withAcceptor(deps),
    due.map((notice) => ({
      ...compose(notice),
      companion: companionOf(ENDING, notice),
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
    text: `Every attempt to deliver events to your webhook failed ${since}, so Posthorn disabled the webhook.

Webhook: ${webhookId}
Endpoint: ${endpointUrl}

Posthorn no longer sends events to it. Once the endpoint works again, enable the webhook:
PATCH /webhooks/${webhookId} {"status": "enabled"}
Posthorn then delivers the pending events.
`,
  };
}
