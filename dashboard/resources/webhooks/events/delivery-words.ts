// The statuses of a delivery in words: those of the API are for programs.
import type { WebhookEventItem } from '../../../api/generated/types.ts';

/** Status → words. */
export const DELIVERY_WORDS: Readonly<Record<WebhookEventItem['status'], string>> = {
  pending: 'waiting',
  attempting: 'attempting',
  success: 'delivered',
  failed: 'failed',
};
