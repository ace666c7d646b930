// What the lists of webhooks and of their events ask for.
import type { ListSpec } from '../../lists/state/list-spec.ts';

/** The list. */
export const WEBHOOKS = { operation: 'listWebhooks', filters: [] } as const satisfies ListSpec;

/** The events of one webhook, a list inside its record. */
export const WEBHOOK_EVENTS = {
  operation: 'listWebhookEvents',
  filters: ['status', 'type'],
  prefix: 'events_',
} as const satisfies ListSpec;
