// What the record of a webhook says of its endpoint, and of the delivery of an event: one whose attempts have failed does not
// just wait. Lists need none of it (health-words.ts). Pure.
import { WEBHOOK_FAILING_DAYS_MAX } from '../../../shared/contract/webhooks/values.ts';
import type { WebhookEventItem } from '../../api/generated/types.ts';
import { dayAndTime, relativeTime } from '../../format/time.ts';
import { DELIVERY_WORDS } from './events/delivery-words.ts';
import { dayWords, type WebhookBadge, type WebhookHealth } from './health-words.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The treatment of a disabled webhook's events: those before it was disabled, and those since. */
export const EVENTS_WHILE_DISABLED =
  'Events that were already waiting are posted when you enable the webhook. Events that occur while it is disabled are never posted.';

/** The failures, and when the service disables the webhook because of them; undefined: there are none. */
export function failingWords({ status, health }: WebhookHealth, now: Date): string | undefined {
  const { failing_since, last_success_at } = health;
  if (status === 'disabled' || failing_since === null) return undefined;
  const since = new Date(failing_since);
  const last =
    last_success_at === null
      ? 'No event has ever been delivered.'
      : `The last event was delivered ${relativeTime(new Date(last_success_at), now)}.`;
  const end = dayAndTime(new Date(since.getTime() + WEBHOOK_FAILING_DAYS_MAX * DAY_MS));
  return `${dayWords(health)} ${last} If every attempt keeps failing, Posthorn disables this webhook on ${end}.`;
}

type Delivery = Pick<WebhookEventItem, 'status' | 'retrying' | 'next_attempt_at'>;

/**
 * The delivery of an event: "failing, next attempt in 5 min".
 * @param webhook undefined: it is not known. The events of an endpoint that fails wait untried until it answers
 */
export function deliveryBadge(
  { status, retrying, next_attempt_at }: Delivery,
  now: Date,
  webhook?: WebhookHealth,
): WebhookBadge {
  if (status !== 'pending') return { status, label: DELIVERY_WORDS[status] };
  if (webhook?.status === 'disabled') return { status, label: 'waiting until the webhook is enabled' };
  if (!retrying || next_attempt_at === null)
    return webhook && webhook.health.failing_since !== null
      ? { status: 'blocked', label: 'held back, endpoint failing' }
      : { status, label: DELIVERY_WORDS.pending };
  const next = new Date(next_attempt_at);
  return {
    status: 'failing',
    label: `failing, next attempt ${next > now ? relativeTime(next, now) : 'soon'}`,
  };
}
