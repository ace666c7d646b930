// Input of /webhooks (docs/reference/webhooks.md).
import Joi from 'joi';
import {
  WEBHOOK_EVENT_GROUPS,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_MESSAGE_FINAL_STATES,
  WEBHOOK_MESSAGE_STATES,
  WEBHOOK_STATUSES,
} from '../../../shared/contract/webhooks/values.ts';
import type { PageRequest } from '../../../shared/platform/db/page.ts';
import type { MessageFilters } from '../../../shared/resources/webhooks/messages/list.ts';
import type {
  WebhookEventType,
  WebhookMessageFinalState,
  WebhookStatus,
  WebhookSubscription,
} from '../../../shared/resources/webhooks/webhook.ts';
import { pageQuery } from '../../page.ts';

/** Body of POST /webhooks. */
export interface CreateWebhookInput {
  endpoint_url: string;
  /** The other name of `endpoint_url`; after validation `endpoint_url` has the value. */
  endpoint?: string;
  events: WebhookSubscription[];
}

/** Body of PATCH /webhooks/:id. */
export interface UpdateWebhookInput {
  endpoint_url?: string;
  endpoint?: string;
  events?: WebhookSubscription[];
  status?: WebhookStatus;
}

/** Body of POST /webhooks/:id/replay. */
export interface ReplayWebhookInput {
  /** As the client wrote it. */
  since: string;
  status?: WebhookMessageFinalState;
}

/** The field has two names; after this step only `endpoint_url` is set. */
function joinEndpoints(
  { endpoint, ...input }: UpdateWebhookInput & { endpoint?: string },
  { error }: Joi.CustomHelpers,
) {
  const { endpoint_url: url = endpoint } = input;
  if (endpoint !== undefined && endpoint !== url) return error('webhook.endpoints');
  return url === undefined ? input : { ...input, endpoint_url: url };
}

function requireEndpoint(input: UpdateWebhookInput, { error }: Joi.CustomHelpers) {
  return input.endpoint_url === undefined ? error('field.missing', { field: 'endpoint_url' }) : input;
}

const ENDPOINTS_MESSAGE = {
  'webhook.endpoints': '`endpoint` and `endpoint_url` are the same field and must not differ',
};

const events = Joi.array()
  .items(Joi.string().valid(...WEBHOOK_EVENT_GROUPS, ...WEBHOOK_EVENT_TYPES))
  .min(1)
  .custom((names: string[]) => [...new Set(names)]);

const requiredUrl = Joi.string().empty(Joi.valid('', null));

/** Body of POST /webhooks. */
export const createWebhookInput = Joi.object<CreateWebhookInput>({
  endpoint_url: requiredUrl,
  endpoint: requiredUrl,
  events: events.empty(null).required(),
})
  .custom(joinEndpoints)
  .custom(requireEndpoint)
  .messages(ENDPOINTS_MESSAGE);

/** Body of PATCH /webhooks/:id. */
export const updateWebhookInput = Joi.object<UpdateWebhookInput>({
  endpoint_url: Joi.string(),
  endpoint: Joi.string(),
  events,
  status: Joi.string().valid(...WEBHOOK_STATUSES),
})
  .custom(joinEndpoints)
  .messages(ENDPOINTS_MESSAGE);

/** Body of POST /webhooks/:id/test. */
export const testWebhookInput = Joi.object<{ type: WebhookEventType }>({
  type: Joi.string()
    .valid(...WEBHOOK_EVENT_TYPES)
    .empty(null)
    .default('email.delivered'),
});

/** Body of POST /webhooks/:id/replay. */
export const replayWebhookInput = Joi.object<ReplayWebhookInput>({
  since: Joi.string().empty(null).required(),
  status: Joi.string()
    .valid(...WEBHOOK_MESSAGE_FINAL_STATES)
    .empty(null),
});

/** Query of GET /webhooks. */
export const listWebhooksQuery = pageQuery;

/** Query of GET /webhooks/:id/events. */
export const listWebhookEventsQuery = (pageQuery as Joi.ObjectSchema).keys({
  status: Joi.string().valid(...WEBHOOK_MESSAGE_STATES),
  type: Joi.string().valid(...WEBHOOK_EVENT_TYPES),
}) as Joi.ObjectSchema<PageRequest & MessageFilters>;

/** Query of GET /webhooks/:id/events/:eventId/attempts. */
export const listWebhookAttemptsQuery = pageQuery;
