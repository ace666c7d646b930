// Webhooks, their events and delivery attempts: the objects in answers, as JSON Schemas.
import * as field from '../shapes.ts';
import {
  WEBHOOK_EVENT_GROUPS,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_MESSAGE_STATES,
  WEBHOOK_REPLAY_STATUSES,
  WEBHOOK_STATUSES,
} from './values.ts';

const WEBHOOK_ITEM = {
  id: field.ID,
  endpoint_url: field.text('URL that events are posted to: a public http or https URL'),
  endpoint: field.text('Alias of `endpoint_url`: requests can use either name, and responses contain both'),
  events: field.list('Event types that the webhook subscribes to', {
    enum: [...WEBHOOK_EVENT_GROUPS, ...WEBHOOK_EVENT_TYPES],
  }),
  status: field.oneOf('Status', WEBHOOK_STATUSES),
  disabled_reason: field.textOrNull('Why Posthorn disabled the webhook; null: it did not'),
  health: field.group('Health of the endpoint', {
    last_success_at: field.timeOrNull('When an attempt last delivered an event; null: never'),
    failing_since: field.timeOrNull(
      'Time of the first failed attempt since the last success; null: none failed',
    ),
    failing_status: field.integerOrNull(
      'HTTP status of every response since then; null: they differ, or an attempt got no response',
    ),
    delivered_24h: field.count('Attempts of the last 24 hours that delivered an event'),
    failed_24h: field.count('Attempts of the last 24 hours that failed'),
    hours: field.groups('Attempts per hour, oldest first; hours without attempts are left out', {
      starts_at: field.time('Start of the hour, in UTC'),
      delivered: field.count('Attempts that delivered an event'),
      failed: field.count('Attempts that failed'),
    }),
    last_failed_event_id: field.idOrNull(
      'Event of the last failed attempt, while every attempt fails; null: none fail',
    ),
  }),
  created_at: field.CREATED_AT,
  updated_at: field.time('When the webhook was last changed'),
} as const;

const SIGNING_SECRET = field.text('Secret that signs the requests. Only this response contains it');
const STATUS_CODE = field.integerOrNull('HTTP status of the endpoint; null: no response');
const DURATION_MS = field.integer('Duration of the request in milliseconds');

const WEBHOOK_EVENT_ITEM = {
  id: field.ID,
  type: field.oneOf('Type of the event', WEBHOOK_EVENT_TYPES),
  created_at: field.time('When the event happened'),
  status: field.oneOf('Status of the delivery', WEBHOOK_MESSAGE_STATES),
  retrying: field.flag('True: the attempts so far failed, and another one follows'),
  next_attempt_at: field.timeOrNull('When the next delivery attempt is due; null: there is none'),
  recipient: field.textOrNull(
    'Address that the event is about: a recipient, a contact or a suppressed address; null: none',
  ),
} as const;

/** The events of a replay. */
const REPLAYED_EVENTS = {
  webhook_id: field.id('Id of the webhook'),
  since: field.time('Start of the time range'),
  status: field.oneOf(
    'Only events whose delivery ended with this status, or failed so far (`undelivered`); null: all events',
    [...WEBHOOK_REPLAY_STATUSES, null],
  ),
  total: field.integerOrNull(
    'Number of events to replay; null: more than 1,000,000, which are counted during the replay',
  ),
} as const;

/** Name of an object → its fields. */
export const WEBHOOK_OBJECTS = {
  WebhookItem: WEBHOOK_ITEM,
  Webhook: { object: field.type('webhook'), ...WEBHOOK_ITEM },
  CreatedWebhook: {
    object: field.type('webhook'),
    ...WEBHOOK_ITEM,
    signing_secret: SIGNING_SECRET,
  },
  WebhookSecret: {
    object: field.type('webhook'),
    id: field.ID,
    signing_secret: SIGNING_SECRET,
  },
  DeletedWebhook: field.deleted('webhook', 'True: the webhook was deleted'),
  WebhookTest: {
    object: field.type('webhook_test'),
    delivered: field.flag('True if the endpoint responded with a 2xx status'),
    status_code: STATUS_CODE,
    duration_ms: DURATION_MS,
    response: field.textOrNull('First 4 KiB of the response; if there was none, the reason'),
  },
  WebhookReplay: {
    object: field.type('webhook_replay'),
    id: field.idOrNull('Id of the replay; null: a dry run, which replays nothing'),
    ...REPLAYED_EVENTS,
    dry_run: field.flag('True: nothing was replayed'),
  },
  WebhookReplayProgress: {
    object: field.type('webhook_replay'),
    id: field.ID,
    ...REPLAYED_EVENTS,
    waiting: field.count('Events of the replay that wait for delivery'),
    delivered: field.count('Events of the replay that the endpoint accepted'),
    failed: field.count('Events of the replay that the endpoint did not accept'),
    created_at: field.CREATED_AT,
    ended_at: field.timeOrNull(
      'When the last event of the replay was delivered or failed, or the webhook was disabled; null: still in progress',
    ),
  },
  WebhookEventItem: WEBHOOK_EVENT_ITEM,
  WebhookEvent: {
    object: field.type('webhook_event'),
    ...WEBHOOK_EVENT_ITEM,
    payload: { description: 'Body that is posted to the endpoint', type: 'object' },
  },
  WebhookAttempt: {
    id: field.ID,
    http_status_code: STATUS_CODE,
    response: field.textOrNull('First 4 KiB of the response; null: no response'),
    response_headers: { description: 'Headers of the response', type: 'object' },
    error: field.textOrNull('Why there was no response; null: the endpoint responded'),
    duration_ms: DURATION_MS,
    sent_at: field.time('When the request was sent'),
  },
  ReplayedWebhookEvent: { object: field.type('webhook_event'), id: field.ID },
} as const satisfies Record<string, field.ObjectFields>;
