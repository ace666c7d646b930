// Routes of /webhooks: create, read, change and delete webhooks, rotate their signing secrets and send test events.
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { findPageOf } from '../../../shared/platform/db/list.ts';
import { createWebhook } from '../../../shared/resources/foundation/webhooks/create.ts';
import { deleteWebhook } from '../../../shared/resources/foundation/webhooks/delete.ts';
import { findDeliveryCounts } from '../../../shared/resources/foundation/webhooks/delivery/counters.ts';
import { requireWebhook } from '../../../shared/resources/foundation/webhooks/find.ts';
import { WEBHOOK_LIST } from '../../../shared/resources/foundation/webhooks/list.ts';
import { sendTest } from '../../../shared/resources/foundation/webhooks/send-test.ts';
import { rotateSecret } from '../../../shared/resources/foundation/webhooks/signing-secret.ts';
import { updateWebhook } from '../../../shared/resources/foundation/webhooks/update.ts';
import type { WebhookRow } from '../../../shared/resources/foundation/webhooks/webhook.ts';
import { createSampleEvent } from '../../../shared/resources/sample-events.ts';
import { checkUrl } from '../../input/check-url.ts';
import { toList } from '../../page.ts';
import { type Call, type Resource, route, uuidOf } from '../../route.ts';
import { webhookEventRoutes } from './events-router.ts';
import { createWebhookInput, listWebhooksQuery, testWebhookInput, updateWebhookInput } from './input.ts';
import { toCreatedWebhook, toWebhook, toWebhookItem, toWebhookSecret, toWebhookTest } from './output.ts';

const params = { id: uuidOf('Webhook') };
const keyOf = ({ caller: { accountId }, params: { id } }: Call<'/webhooks/:id'>) => ({ accountId, id });

/** Routes of webhooks. */
export const webhookRoutes: Resource = [
  route(OPERATIONS.createWebhook, { body: createWebhookInput }, async ({ deps, caller, body }) => {
    const { database, secrets, ids, clock, config } = deps;
    const { endpoint_url: endpointUrl, events } = body;
    checkUrl('endpoint_url', endpointUrl, config.outboundReach);
    const { accountId } = caller;
    const webhook = { id: ids.next(), accountId, endpointUrl, events, createdAt: clock.now() };
    return toCreatedWebhook(await createWebhook(database, secrets, webhook));
  }),
  route(OPERATIONS.listWebhooks, { query: listWebhooksQuery }, async ({ deps, caller, query }) => {
    const page = await findPageOf(deps.database, WEBHOOK_LIST, caller.accountId, query);
    const ids = page.rows.map(({ id }) => id);
    const counts = await findDeliveryCounts(deps.database, ids, deps.clock.now());
    return toList(page, (webhook) => toWebhookItem(webhook, counts.get(webhook.id)));
  }),
  route(OPERATIONS.getWebhook, { params }, async (call) =>
    toCounted(call, await requireWebhook(call.deps.database, keyOf(call))),
  ),
  route(
    OPERATIONS.updateWebhook,
    { params, body: updateWebhookInput },
    async (call) => {
      const { endpoint_url: endpointUrl, events, status, if_updated_at: ifUpdatedAt } = call.body;
      const changes = { endpointUrl, events, status, ifUpdatedAt };
      return toCounted(call, await updateWebhook(call.deps, keyOf(call), changes, call.deps.clock.now()));
    },
    {
      check({ deps, body: { endpoint_url: endpointUrl } }) {
        if (endpointUrl !== undefined) checkUrl('endpoint_url', endpointUrl, deps.config.outboundReach);
      },
    },
  ),
  route(OPERATIONS.deleteWebhook, { params }, async (call) => {
    await deleteWebhook(call.deps.database, keyOf(call));
    return { object: 'webhook', id: call.params.id, deleted: true };
  }),
  route(OPERATIONS.rotateWebhook, { params }, rotate),
  route(OPERATIONS.rotateWebhookSigningSecret, { params }, rotate),
  route(OPERATIONS.testWebhook, { params, body: testWebhookInput }, async (call) => {
    const { database, secrets, webhookPoster: poster, ids, clock, config } = call.deps;
    const [simulatorDomain = ''] = config.simulatorDomains;
    const sample = { nextId: () => ids.next(), now: clock.now(), simulatorDomain };
    const event = await createSampleEvent(call.body.type, sample);
    return toWebhookTest(await sendTest({ database, secrets, poster }, keyOf(call), event));
  }),
  ...webhookEventRoutes,
];

async function toCounted({ deps: { database, clock } }: Call<'/webhooks/:id'>, webhook: WebhookRow) {
  const counts = await findDeliveryCounts(database, [webhook.id], clock.now());
  return toWebhook(webhook, counts.get(webhook.id));
}

async function rotate(call: Call<'/webhooks/:id'>) {
  const { database, secrets, clock } = call.deps;
  return toWebhookSecret(call.params.id, await rotateSecret(database, secrets, keyOf(call), clock.now()));
}
