// /webhooks: makes, shows, changes and deletes webhooks, replaces their secrets and tries their endpoints.
import { type RequestHandler, Router } from 'express';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { checkEndpoint } from '../../../shared/resources/webhooks/check-endpoint.ts';
import { createWebhook } from '../../../shared/resources/webhooks/create.ts';
import { deleteWebhook } from '../../../shared/resources/webhooks/delete.ts';
import { webhookQueue } from '../../../shared/resources/webhooks/delivery/queue.ts';
import { findWebhook } from '../../../shared/resources/webhooks/find.ts';
import { listWebhooks } from '../../../shared/resources/webhooks/list.ts';
import { createSampleEvent } from '../../../shared/resources/webhooks/sample-event.ts';
import { sendTest } from '../../../shared/resources/webhooks/send-test.ts';
import { rotateSecret } from '../../../shared/resources/webhooks/signing-secret.ts';
import { updateWebhook } from '../../../shared/resources/webhooks/update.ts';
import { answerJson } from '../../answer.ts';
import { callerOf } from '../../caller.ts';
import type { ApiDeps } from '../../deps.ts';
import { toList } from '../../page.ts';
import { route } from '../../route.ts';
import { validate } from '../../validate.ts';
import { createWebhookInput, listWebhooksQuery, testWebhookInput, updateWebhookInput } from './input.ts';
import { toCreatedWebhook, toWebhook, toWebhookItem, toWebhookSecret, toWebhookTest } from './output.ts';
import { webhookOf } from './path.ts';

/** Routes of webhooks. */
export function webhooksRouter(deps: ApiDeps): Router {
  const { database } = deps;
  const router = Router();
  route(router, OPERATIONS.createWebhook, create(deps));
  route(router, OPERATIONS.listWebhooks, async (request, response) => {
    const page = validate(listWebhooksQuery, request.query);
    const webhooks = await listWebhooks(database, callerOf(request).accountId, page);
    answerJson(response, toList(webhooks, toWebhookItem));
  });
  route(router, OPERATIONS.getWebhook, async (request, response) => {
    answerJson(response, toWebhook(await findWebhook(database, webhookOf(request))));
  });
  route(router, OPERATIONS.updateWebhook, update(deps));
  route(router, OPERATIONS.deleteWebhook, async (request, response) => {
    const key = webhookOf(request);
    await deleteWebhook(database, key);
    answerJson(response, { object: 'webhook', id: key.id, deleted: true });
  });
  route(router, OPERATIONS.rotateWebhook, rotate(deps));
  route(router, OPERATIONS.rotateWebhookSigningSecret, rotate(deps));
  route(router, OPERATIONS.testWebhook, test(deps));
  return router;
}

function create({ database, secrets, ids, clock, config }: ApiDeps): RequestHandler {
  return async (request, response) => {
    const { endpoint_url: endpointUrl, events } = validate(createWebhookInput, request.body);
    checkEndpoint(endpointUrl, config.outboundReach);
    const { accountId } = callerOf(request);
    const webhook = { id: ids.next(), accountId, endpointUrl, events, createdAt: clock.now() };
    answerJson(response, toCreatedWebhook(await createWebhook(database, secrets, webhook)), 201);
  };
}

function update({ database, clock, config, queues }: ApiDeps): RequestHandler {
  return async (request, response) => {
    const { endpoint_url: endpointUrl, events, status } = validate(updateWebhookInput, request.body);
    if (endpointUrl !== undefined) checkEndpoint(endpointUrl, config.outboundReach);
    const changes = { endpointUrl, events, status };
    const webhook = await updateWebhook(database, webhookOf(request), changes, clock.now());
    // What has waited while it was disabled is due.
    if (webhook.status === 'enabled') queues.wake(webhookQueue, [webhook.id]);
    answerJson(response, toWebhook(webhook));
  };
}

function rotate({ database, secrets, clock }: ApiDeps): RequestHandler {
  return async (request, response) => {
    const key = webhookOf(request);
    answerJson(response, toWebhookSecret(key.id, await rotateSecret(database, secrets, key, clock.now())));
  };
}

function test({ database, secrets, webhookPoster: poster, ids, clock, config }: ApiDeps): RequestHandler {
  return async (request, response) => {
    const { type } = validate(testWebhookInput, request.body);
    const { simulatorDomain } = config;
    const event = createSampleEvent(type, { nextId: () => ids.next(), now: clock.now(), simulatorDomain });
    answerJson(
      response,
      toWebhookTest(await sendTest({ database, secrets, poster }, webhookOf(request), event)),
    );
  };
}
