// How a webhook and its events are doing, in words: an endpoint that fails is not just enabled, and an event whose tries
// have failed does not just wait. Pure.
import { WEBHOOK_FAILING_DAYS_MAX } from '../../../shared/contract/webhooks/values.ts';
import type { WebhookEventItem, WebhookItem } from '../../api/generated/types.ts';
import { amountText } from '../../format/amount-text.ts';
import { dayAndTime, listTime, relativeTime } from '../../format/time.ts';
import { DELIVERY_WORDS } from './events/delivery-words.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** What `Status` shows. */
interface Look {
  status: string;
  label: string;
}

type Health = Pick<WebhookItem, 'status' | 'health'>;

/** "Failing since 12:40" of an endpoint that fails, else "enabled" or "disabled". */
export function webhookLook({ status, health }: Health, now: Date): Look {
  const { failing_since } = health;
  if (status === 'disabled' || failing_since === null) return { status, label: status };
  return { status: 'failing', label: `failing since ${sinceWords(failing_since, now)}` };
}

/** The same in a row of a list: "failing for 3 h". */
export function webhookRowLook(webhook: Health, now: Date): Look {
  const look = webhookLook(webhook, now);
  const { failing_since } = webhook.health;
  if (look.status !== 'failing' || failing_since === null) return look;
  const since = new Date(failing_since);
  if (now.getTime() - since.getTime() < MINUTE_MS) return { ...look, label: 'failing' };
  const ago = relativeTime(since, now);
  return ago.endsWith(' ago') ? { ...look, label: `failing for ${ago.slice(0, -' ago'.length)}` } : look;
}

/** "12:40", "yesterday 12:40", "12 Mar". */
export function sinceWords(at: string, now: Date): string {
  return listTime(new Date(at), now).replace('Yest.', 'yesterday');
}

/** Why a disabled webhook is disabled. */
export function disabledWords({ disabled_reason }: Pick<WebhookItem, 'disabled_reason'>): string {
  return disabled_reason ?? 'A member of this account disabled it.';
}

/** What becomes of the events of a disabled webhook: of those before it was disabled, and of those since. */
export const EVENTS_WHILE_DISABLED =
  'Events that waited when it was disabled are posted as soon as it is enabled. Those that occur until then are never posted.';

/** What fails, and when the service disables the webhook for it; undefined: nothing does. */
export function failingWords({ status, health }: Health, now: Date): string | undefined {
  const { failing_since, last_success_at } = health;
  if (status === 'disabled' || failing_since === null) return undefined;
  const since = new Date(failing_since);
  const last =
    last_success_at === null
      ? 'No event has ever been delivered.'
      : `The last event was delivered ${relativeTime(new Date(last_success_at), now)}.`;
  const end = dayAndTime(new Date(since.getTime() + WEBHOOK_FAILING_DAYS_MAX * DAY_MS));
  return `${dayWords(health)} ${last} If every try goes on failing, the service disables this webhook on ${end}.`;
}

/** "In the last 24 hours 3 tries succeeded and 1 failed." */
export function dayWords({ delivered_24h, failed_24h }: WebhookItem['health']): string {
  if (delivered_24h + failed_24h === 0) return 'There were no tries in the last 24 hours.';
  const tries = (count: number) => `${amountText(count)} ${count === 1 ? 'try' : 'tries'}`;
  if (failed_24h === 0) return `In the last 24 hours ${tries(delivered_24h)} succeeded, and none failed.`;
  return `In the last 24 hours ${tries(failed_24h)} failed, and ${delivered_24h === 0 ? 'none' : amountText(delivered_24h)} succeeded.`;
}

type Delivery = Pick<WebhookEventItem, 'status' | 'retrying' | 'next_attempt_at'>;

/**
 * The delivery of an event: "failing, next try in 5 min".
 * @param webhook undefined: it is not known. The events of an endpoint that fails wait untried until it answers
 */
export function deliveryLook(
  { status, retrying, next_attempt_at }: Delivery,
  now: Date,
  webhook?: Health,
): Look {
  if (status !== 'pending') return { status, label: DELIVERY_WORDS[status] };
  if (webhook?.status === 'disabled') return { status, label: 'waits until it is enabled' };
  if (!retrying || next_attempt_at === null)
    return webhook && webhook.health.failing_since !== null
      ? { status: 'blocked', label: 'held back, endpoint fails' }
      : { status, label: DELIVERY_WORDS.pending };
  const next = new Date(next_attempt_at);
  return { status: 'failing', label: `failing, next try ${next > now ? relativeTime(next, now) : 'soon'}` };
}
