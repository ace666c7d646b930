// Topics: the objects in answers, as JSON Schemas.
import * as field from '../shapes.ts';
import { TOPIC_SUBSCRIPTIONS, TOPIC_VISIBILITIES } from './values.ts';

/** A topic in a list. */
export const TOPIC_ITEM = {
  id: field.ID,
  name: field.text('Name'),
  description: field.textOrNull('Description; null: there is none'),
  default_subscription: field.oneOf(
    '`opt_in`: an address receives the topic unless it opts out; `opt_out`: only if it opts in',
    TOPIC_SUBSCRIPTIONS,
  ),
  visibility: field.oneOf(
    '`public`: everyone can choose the topic; `private`: only people who receive it or opted out of it see it',
    TOPIC_VISIBILITIES,
  ),
  created_at: field.CREATED_AT,
  updated_at: field.time('When the topic was last changed'),
} as const;

/** Name of an object → its fields. */
export const TOPIC_OBJECTS = {
  TopicItem: TOPIC_ITEM,
  Topic: { object: field.type('topic'), ...TOPIC_ITEM },
  DeletedTopic: field.deleted('topic', 'True: the topic was deleted'),
} as const satisfies Record<string, field.ObjectFields>;
