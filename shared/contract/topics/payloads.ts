// Topics: the data of their webhook events.
import type { Payload, Payloads } from '../payload.ts';
import * as field from '../shapes.ts';
import { TOPIC_ITEM } from './objects.ts';

const { visibility, ...SHOWN } = TOPIC_ITEM;
const DATA = { ...SHOWN, deleted: field.flag('True: the topic was deleted') } as const;

const event = (summary: string): Payload => ({ summary, data: DATA });

/** Type of an event → its data. */
export const TOPIC_PAYLOADS: Payloads<'topic'> = {
  'topic.created': event('A topic was created'),
  'topic.updated': event('A topic was changed'),
  'topic.deleted': event('A topic was deleted'),
};
