// The type of a topic: a subject of mail to which an address can subscribe and from which it can unsubscribe.
import type { TOPIC_SUBSCRIPTIONS, TOPIC_VISIBILITIES } from '../../../contract/topics/values.ts';

/** Whether an address receives the mail of a topic. */
export type TopicSubscription = (typeof TOPIC_SUBSCRIPTIONS)[number];

/** The viewers of a topic on the preference page. */
export type TopicVisibility = (typeof TOPIC_VISIBILITIES)[number];

/** A topic. */
export interface Topic {
  id: string;
  accountId: string;
  name: string;
  description: string | null;
  /** Whether an address that has not chosen receives the mail. */
  defaultSubscription: TopicSubscription;
  visibility: TopicVisibility;
  createdAt: Date;
  updatedAt: Date;
}

/** The columns of a Topic. */
export const TOPIC_COLUMNS =
  'id, account_id AS "accountId", name, description, default_subscription AS "defaultSubscription", visibility, created_at AS "createdAt", updated_at AS "updatedAt"';
