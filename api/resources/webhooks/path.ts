// Which webhook, and which of its events, a path names.
import type { Request } from 'express';
import { isUuidV7 } from '../../../shared/platform/time/ids.ts';
import type { WebhookKey } from '../../../shared/resources/webhooks/find.ts';
import type { MessageKey } from '../../../shared/resources/webhooks/messages/message.ts';
import { webhookEventNotFound, webhookNotFound } from '../../../shared/resources/webhooks/not-found.ts';
import { callerOf } from '../../caller.ts';

/** Reads `:id`. @throws DomainError `not_found` for what is no id of a webhook */
export function webhookOf(request: Request): WebhookKey {
  const id = String(request.params['id']);
  if (!isUuidV7(id)) throw webhookNotFound();
  return { accountId: callerOf(request).accountId, id };
}

/** Reads `:id` and `:eventId`. @throws DomainError `not_found` for what are no such ids */
export function webhookEventOf(request: Request): MessageKey {
  const { accountId, id: webhookId } = webhookOf(request);
  const id = String(request.params['eventId']);
  if (!isUuidV7(id)) throw webhookEventNotFound();
  return { accountId, webhookId, id };
}
