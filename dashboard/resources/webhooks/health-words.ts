// How a webhook is doing, in the words of a row: an endpoint that fails is not just enabled. record-words.ts has the sentences
// of its record. Pure.
import type { WebhookItem } from '../../api/generated/types.ts';
import { amountText } from '../../format/amount-text.ts';
import { listTime, relativeTime } from '../../format/time.ts';

const MINUTE_MS = 60_000;

/** The values for `Status`. */
export interface WebhookBadge {
  status: string;
  label: string;
}

export type WebhookHealth = Pick<WebhookItem, 'status' | 'health'>;

/** "Failing since 12:40" of an endpoint that fails, else "enabled" or "disabled". */
export function webhookBadge({ status, health }: WebhookHealth, now: Date): WebhookBadge {
  const { failing_since } = health;
  if (status === 'disabled' || failing_since === null) return { status, label: status };
  return { status: 'failing', label: `failing since ${sinceWords(failing_since, now)}` };
}

/** The same in a row of a list: "failing for 3 h". */
export function webhookRowBadge(webhook: WebhookHealth, now: Date): WebhookBadge {
  const look = webhookBadge(webhook, now);
  const { failing_since } = webhook.health;
  if (look.status !== 'failing' || failing_since === null) return look;
  const since = new Date(failing_since);
  if (now.getTime() - since.getTime() < MINUTE_MS) return { ...look, label: 'failing' };
  const ago = relativeTime(since, now);
  return ago.endsWith(' ago') ? { ...look, label: `failing for ${ago.slice(0, -' ago'.length)}` } : look;
}

/** "12:40", "yesterday 12:40", "12 Mar". */
export function sinceWords(at: string, now: Date): string {
  return listTime(new Date(at), now, { hasSeconds: false }).replace('Yest.', 'yesterday');
}

/** Why a disabled webhook is disabled. */
export function disabledWords({ disabled_reason }: Pick<WebhookItem, 'disabled_reason'>): string {
  return disabled_reason ?? 'A member of this account disabled it.';
}

/** "In the last 24 hours 3 tries succeeded and 1 failed." */
export function dayWords({ delivered_24h, failed_24h }: WebhookItem['health']): string {
  if (delivered_24h + failed_24h === 0) return 'There were no attempts in the last 24 hours.';
  const tries = (count: number) => `${amountText(count)} ${count === 1 ? 'attempt' : 'attempts'}`;
  if (failed_24h === 0) return `In the last 24 hours ${tries(delivered_24h)} succeeded, and none failed.`;
  return `In the last 24 hours ${tries(failed_24h)} failed, and ${delivered_24h === 0 ? 'none' : amountText(delivered_24h)} succeeded.`;
}
