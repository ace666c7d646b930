// Notifies the owners of accounts by email when a webhook was disabled because it kept failing.
import {
  endNotice,
  findDueNotices,
  type WebhookNotice,
} from '../../shared/resources/webhooks/delivery/notices.ts';
import type { JobDeps } from '../runtime/job.ts';
import { NOTICES_MAX, type Notice, sendNotices } from './send-notices.ts';

/** Sends the notices that are due. */
export async function notifyOfDisabledWebhooks(deps: JobDeps): Promise<void> {
  const due = await findDueNotices(deps.database, NOTICES_MAX);
  await sendNotices(
    deps,
    due.map((notice) => ({ ...compose(notice), end: () => endNotice(deps.database, notice) })),
  );
}

function compose({ webhookId, endpointUrl, failingSince, ownerAddress }: WebhookNotice): Omit<Notice, 'end'> {
  const since = failingSince ? `since ${failingSince.toISOString()}` : 'for five days';
  return {
    ownerAddress,
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
