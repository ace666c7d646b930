// Routes of /webhooks/:id/events: the events of a webhook, the attempts to deliver them, and replays.
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { requireMessage } from '../../../shared/resources/foundation/webhooks/messages/find.ts';
import { listMessages } from '../../../shared/resources/foundation/webhooks/messages/list.ts';
import { listAttempts } from '../../../shared/resources/foundation/webhooks/messages/list-attempts.ts';
import { replayMessage } from '../../../shared/resources/foundation/webhooks/messages/replay.ts';
import { requireReplay } from '../../../shared/resources/foundation/webhooks/replays/find.ts';
import { countReplay, startReplay } from '../../../shared/resources/foundation/webhooks/replays/start.ts';
import { toList } from '../../page.ts';
import { type Call, type Resource, route, uuidOf } from '../../route.ts';
import { listWebhookAttemptsQuery, listWebhookEventsQuery, replayWebhookInput } from './input.ts';
import {
  toReplayProgress,
  toWebhookAttempt,
  toWebhookEvent,
  toWebhookEventItem,
  toWebhookReplay,
} from './output.ts';

const webhook = { id: uuidOf('Webhook') };
const event = { ...webhook, eventId: uuidOf('Webhook event') };
const eventKeyOf = ({ caller: { accountId }, params }: Call<'/webhooks/:id/events/:eventId'>) => ({
  accountId,
  webhookId: params.id,
  id: params.eventId,
});

/** Routes of the events of webhooks. */
export const webhookEventRoutes: Resource = [
  route(
    OPERATIONS.listWebhookEvents,
    { params: webhook, query: listWebhookEventsQuery },
    async ({ deps, caller: { accountId }, params: { id }, query }) => {
      const { status, type, ...page } = query;
      const filters = { ...(status && { status }), ...(type && { type }) };
      return toList(await listMessages(deps.database, { accountId, id }, filters, page), toWebhookEventItem);
    },
  ),
  route(OPERATIONS.getWebhookEvent, { params: event }, async (call) =>
    toWebhookEvent(await requireMessage(call.deps.database, eventKeyOf(call))),
  ),
  route(OPERATIONS.listWebhookAttempts, { params: event, query: listWebhookAttemptsQuery }, async (call) =>
    toList(await listAttempts(call.deps.database, eventKeyOf(call), call.query), toWebhookAttempt),
  ),
  route(OPERATIONS.replayWebhookEvent, { params: event }, async (call) => {
    const key = eventKeyOf(call);
    await replayMessage(call.deps, key, call.deps.clock.now());
    return { object: 'webhook_event', id: key.id };
  }),
  route(
    OPERATIONS.replayWebhook,
    { params: webhook, body: replayWebhookInput },
    async ({ deps, caller: { accountId }, params: { id }, body: { since, status, dry_run: isDryRun } }) => {
      const asked = { since, status, now: deps.clock.now() };
      const replay = isDryRun
        ? await countReplay(deps.database, { accountId, id }, asked)
        : await startReplay(deps, { accountId, id }, { ...asked, id: deps.ids.next() });
      return toWebhookReplay(replay);
    },
  ),
  route(
    OPERATIONS.getWebhookReplay,
    { params: { ...webhook, replayId: uuidOf('Webhook replay') } },
    async ({ deps, caller: { accountId }, params: { id: webhookId, replayId } }) =>
      toReplayProgress(await requireReplay(deps.database, { accountId, webhookId, id: replayId })),
  ),
];
