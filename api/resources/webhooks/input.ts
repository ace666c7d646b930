// Input of /webhooks (docs/reference/webhooks.md).
import Joi from 'joi';
import { WEBHOOK_OBJECTS } from '../../../shared/contract/webhooks/objects.ts';
import {
  WEBHOOK_EVENT_GROUPS,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_MESSAGE_STATES,
  WEBHOOK_REPLAY_STATUSES,
  WEBHOOK_STATUSES,
} from '../../../shared/contract/webhooks/values.ts';
import type { PageRequest } from '../../../shared/platform/db/page.ts';
import type { MessageFilters } from '../../../shared/resources/foundation/webhooks/messages/list.ts';
import type {
  WebhookEventType,
  WebhookReplayStatus,
  WebhookStatus,
  WebhookSubscription,
} from '../../../shared/resources/foundation/webhooks/webhook.ts';
import { describedAs } from '../../input/described-as.ts';
import { ifUpdatedAt } from '../../input/if-updated-at.ts';
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
  if_updated_at?: Date;
}

/** Body of POST /webhooks/:id/replay. */
export interface ReplayWebhookInput {
  /** The time as the client wrote it. */
  since: string;
  status?: WebhookReplayStatus;
  dry_run: boolean;
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
export const createWebhookInput = Joi.object<CreateWebhookInput>(
  describedAs(WEBHOOK_OBJECTS.Webhook, {
    endpoint_url: requiredUrl.description(
      'URL that events are posted to: a public http or https URL. Required, under this name or as `endpoint`',
    ),
    endpoint: requiredUrl,
    events: events
      .empty(null)
      .required()
      .description(
        'Event types to subscribe to; `*` subscribes to all events, `email.*` to all email events',
      ),
  }),
)
  .custom(joinEndpoints)
  .custom(requireEndpoint)
  .messages(ENDPOINTS_MESSAGE);

/** Body of PATCH /webhooks/:id. */
export const updateWebhookInput = Joi.object<UpdateWebhookInput>(
  describedAs(WEBHOOK_OBJECTS.Webhook, {
    endpoint_url: Joi.string(),
    endpoint: Joi.string(),
    events: events.description('Event types to subscribe to; replaces the current list'),
    status: Joi.string()
      .valid(...WEBHOOK_STATUSES)
      .description('`disabled` stops delivery; `enabled` resumes it, and earlier failures no longer count'),
    if_updated_at: ifUpdatedAt('webhook'),
  }),
)
  .custom(joinEndpoints)
  .messages(ENDPOINTS_MESSAGE);

/** Body of POST /webhooks/:id/test. */
export const testWebhookInput = Joi.object<{ type: WebhookEventType }>({
  type: Joi.string()
    .valid(...WEBHOOK_EVENT_TYPES)
    .empty(null)
    .default('email.delivered')
    .description('Type of the test event. Default: `email.delivered`'),
});

/** Body of POST /webhooks/:id/replay. */
export const replayWebhookInput = Joi.object<ReplayWebhookInput>({
  since: Joi.string()
    .empty(null)
    .required()
    .description('Replay events since this time: ISO 8601 or English such as `2 hours ago`'),
  status: Joi.string()
    .valid(...WEBHOOK_REPLAY_STATUSES)
    .empty(null)
    .description(
      'Only events whose delivery ended with this status, or `undelivered`: failed events and those whose attempts so far failed. Default: all events, including those waiting for delivery',
    ),
  dry_run: Joi.boolean()
    .strict()
    .empty(null)
    .default(false)
    .description('True: replays nothing and returns the number of events in `total`'),
});

/** Query of GET /webhooks. */
export const listWebhooksQuery = pageQuery;

/** Query of GET /webhooks/:id/events. */
export const listWebhookEventsQuery = (pageQuery as Joi.ObjectSchema).keys({
  status: Joi.string()
    .valid(...WEBHOOK_MESSAGE_STATES)
    .description('Only events with this delivery status'),
  type: Joi.string()
    .valid(...WEBHOOK_EVENT_TYPES)
    .description('Only events of this type'),
}) as Joi.ObjectSchema<PageRequest & MessageFilters>;

/** Query of GET /webhooks/:id/events/:eventId/attempts. */
export const listWebhookAttemptsQuery = pageQuery;
