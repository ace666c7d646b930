// /webhooks/:id/events and /webhooks/:id/replay: what was or will be delivered to a webhook, how that went, and
// delivering it once more.
import { Router } from 'express';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { webhookQueue } from '../../../shared/resources/webhooks/delivery/queue.ts';
import { findMessage } from '../../../shared/resources/webhooks/messages/find.ts';
import { listMessages } from '../../../shared/resources/webhooks/messages/list.ts';
import { listAttempts } from '../../../shared/resources/webhooks/messages/list-attempts.ts';
import { replayMessage } from '../../../shared/resources/webhooks/messages/replay.ts';
import { webhookReplayQueue } from '../../../shared/resources/webhooks/replays/queue.ts';
import { startReplay } from '../../../shared/resources/webhooks/replays/start.ts';
import { answerJson } from '../../answer.ts';
import type { ApiDeps } from '../../deps.ts';
import { toList } from '../../page.ts';
import { route } from '../../route.ts';
import { validate } from '../../validate.ts';
import { listWebhookAttemptsQuery, listWebhookEventsQuery, replayWebhookInput } from './input.ts';
import { toWebhookAttempt, toWebhookEvent, toWebhookEventItem, toWebhookReplay } from './output.ts';
import { webhookEventOf, webhookOf } from './path.ts';

/** Routes of the events of webhooks. */
export function webhookEventsRouter({ database, ids, clock, queues }: ApiDeps): Router {
  const router = Router();
  route(router, OPERATIONS.listWebhookEvents, async (request, response) => {
    const { status, type, ...page } = validate(listWebhookEventsQuery, request.query);
    const filters = { ...(status && { status }), ...(type && { type }) };
    const messages = await listMessages(database, webhookOf(request), filters, page);
    answerJson(response, toList(messages, toWebhookEventItem));
  });
  route(router, OPERATIONS.getWebhookEvent, async (request, response) => {
    answerJson(response, toWebhookEvent(await findMessage(database, webhookEventOf(request))));
  });
  route(router, OPERATIONS.listWebhookAttempts, async (request, response) => {
    const page = validate(listWebhookAttemptsQuery, request.query);
    const attempts = await listAttempts(database, webhookEventOf(request), page);
    answerJson(response, toList(attempts, toWebhookAttempt));
  });
  route(router, OPERATIONS.replayWebhookEvent, async (request, response) => {
    const key = webhookEventOf(request);
    await replayMessage(database, key, clock.now());
    queues.wake(webhookQueue, [key.webhookId]);
    answerJson(response, { object: 'webhook_event', id: key.id });
  });
  route(router, OPERATIONS.replayWebhook, async (request, response) => {
    const { since, status } = validate(replayWebhookInput, request.body);
    const asked = { id: ids.next(), since, status, now: clock.now() };
    const replay = await startReplay(database, webhookOf(request), asked);
    queues.wake(webhookReplayQueue, [replay.id]);
    answerJson(response, toWebhookReplay(replay));
  });
  return router;
}
