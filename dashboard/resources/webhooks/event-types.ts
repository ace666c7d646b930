// The events to which a webhook can subscribe, from the contract, as options of a field.
import { WEBHOOK_EVENT_GROUPS, WEBHOOK_EVENT_TYPES } from '../../../shared/contract/webhooks/values.ts';

/** One event. */
export type EventType = (typeof WEBHOOK_EVENT_TYPES)[number];
/** A subscription of a webhook: an event or a group of them. */
export type Subscription = EventType | (typeof WEBHOOK_EVENT_GROUPS)[number];

interface Option<Id extends string> {
  id: Id;
  label: string;
  hint?: string;
}

/** Events alone, for filters and tests. */
export const EVENT_OPTIONS: readonly Option<EventType>[] = WEBHOOK_EVENT_TYPES.map(optionOf);

/** Everything, then each group with its events below it. */
export const SUBSCRIPTION_OPTIONS: readonly Option<Subscription>[] = WEBHOOK_EVENT_GROUPS.flatMap((group) => {
  const hint = group === '*' ? 'All events' : `All events that start with ${group.slice(0, -1)}`;
  const types = WEBHOOK_EVENT_TYPES.filter((type) => group.slice(0, -1) === `${type.split('.')[0]}.`);
  return [{ id: group, label: group, hint: `${hint}, including those added later` }, ...types.map(optionOf)];
});

/** "12 of 29 events": a group counts as the events that it means. */
export function subscribedWords(events: readonly Subscription[]): string {
  const isMeant = (type: EventType) =>
    events.some((name) => name === type || (name.endsWith('*') && type.startsWith(name.slice(0, -1))));
  const count = WEBHOOK_EVENT_TYPES.filter(isMeant).length;
  return count === WEBHOOK_EVENT_TYPES.length
    ? 'All events'
    : `${count} of ${WEBHOOK_EVENT_TYPES.length} events`;
}

function optionOf<Id extends string>(id: Id): Option<Id> {
  return { id, label: id };
}
