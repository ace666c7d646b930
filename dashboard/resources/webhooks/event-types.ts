// The events to which a webhook can subscribe (docs/reference/webhooks.md#event-names), as options of a field.
import type { Webhook, WebhookEvent } from '../../api/generated/types.ts';

/** What a webhook subscribes to: an event or a group of them. */
export type Subscription = Webhook['events'][number];
/** One event. */
export type EventType = WebhookEvent['type'];

interface Option<Id extends string> {
  id: Id;
  label: string;
  hint?: string;
}

const BY_KIND = {
  emails: [
    'email.scheduled',
    'email.sent',
    'email.delivered',
    'email.delivery_delayed',
    'email.opened',
    'email.clicked',
    'email.bounced',
    'email.complained',
    'email.suppressed',
    'email.failed',
    'email.canceled',
    'email.received',
  ],
  contacts: [
    'contact.created',
    'contact.updated',
    'contact.deleted',
    'contact.topics.updated',
    'contact.import.completed',
  ],
  domains: ['domain.created', 'domain.updated', 'domain.deleted'],
  suppressions: ['suppression.added', 'suppression.removed'],
  topics: ['topic.created', 'topic.updated', 'topic.deleted'],
} as const satisfies Readonly<Record<string, readonly EventType[]>>;

/** Every event. */
export const EVENT_TYPES: readonly EventType[] = Object.values(BY_KIND).flat();

/** Events alone, for filters and tests. */
export const EVENT_OPTIONS: readonly Option<EventType>[] = EVENT_TYPES.map((id) => ({ id, label: id }));

/** Everything, then each group with its events below it. */
export const SUBSCRIPTION_OPTIONS: readonly Option<Subscription>[] = [
  { id: '*', label: '*', hint: 'Every event, including those of later versions' },
  ...Object.entries(BY_KIND).flatMap(([kind, types]) => [
    {
      id: `${types[0].split('.')[0]}.*` as Subscription,
      label: `${types[0].split('.')[0]}.*`,
      hint: `Every event of ${kind}, including those of later versions`,
    },
    ...types.map((id) => ({ id, label: id })),
  ]),
];
