// The values of a run that rules and steps can name (docs/reference/automation-steps.md#values): those of the contact, of the
// event that started it, and of the events for which it has waited. Pure.
import { columnField } from '../../../../shared/contract/segments/fields.ts';
import type { RuleField, RuleFields, RuleOption } from '../../../rules/rule-fields.ts';
import type { EditedGraph } from './graph.ts';

const CONTACT_PREFIX = columnField('');
const EVENT_PREFIX = 'event.';
const WAIT_PREFIX = 'wait_events.';
const ID: RuleField = {
  name: columnField('id'),
  type: 'text',
  label: 'Id of the contact',
  words: 'id of the contact',
};

/** The known contents of a payload: from its schema, or from a received one. */
export interface KnownPayload {
  /** The awaited event; undefined: the event that starts the run, or, in the filter of a wait, the one that arrives. */
  waitedFor: string | undefined;
  /** `order.total` */
  paths: readonly string[];
}

/**
 * The fields of a run.
 * @param contact of `useContactFields`; only what is of the contact itself is a value of a run
 * @param waits names of the events for which the graph waits
 * @param payloads what is offered; any other field of an event may be named as well
 */
export function runFields(
  contact: RuleFields,
  waits: readonly string[],
  payloads: readonly KnownPayload[] = [],
): RuleFields {
  const isOfContact = (name: string) => name.startsWith(CONTACT_PREFIX);
  const ofEvents = payloads.flatMap(({ waitedFor, paths }) =>
    paths.map((path): RuleOption => {
      const name = waitedFor === undefined ? `${EVENT_PREFIX}${path}` : `${WAIT_PREFIX}${waitedFor}.${path}`;
      return {
        id: name,
        label: name,
        hint: waitedFor === undefined ? 'Event' : `What came with ${waitedFor}`,
      };
    }),
  );
  return {
    list: [...ofEvents, ...contact.list.filter(({ id }) => isOfContact(id))],
    records: [],
    find(name) {
      if (name === ID.name) return ID;
      if (isOfContact(name)) return contact.find(name);
      if (!isOfEvent(name, waits)) return undefined;
      return { name, type: 'any', label: name, words: name };
    },
    segmentName: contact.segmentName,
  };
}

/** The events for which a graph waits, each once. */
export function waitsIn({ steps }: Pick<EditedGraph, 'steps'>): string[] {
  const names = steps.map(({ config }) => (config as { event_name?: unknown }).event_name);
  return [...new Set(names.filter((name) => typeof name === 'string' && name.trim() !== ''))] as string[];
}

/** The levels of a payload that are offered. */
const LEVELS = 3;

/** The paths of the values in a payload; names with dots cannot be part of one. */
export function pathsIn(payload: unknown, levels = LEVELS): string[] {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return [];
  return Object.entries(payload).flatMap(([name, value]) => {
    if (name === '' || name.includes('.')) return [];
    const below = levels > 1 ? pathsIn(value, levels - 1).map((path) => `${name}.${path}`) : [];
    return below.length > 0 ? below : [name];
  });
}

function isOfEvent(name: string, waits: readonly string[]): boolean {
  const path = name.startsWith(EVENT_PREFIX)
    ? name.slice(EVENT_PREFIX.length)
    : waits
        .filter((event) => name.startsWith(`${WAIT_PREFIX}${event}.`))
        .map((event) => name.slice(`${WAIT_PREFIX}${event}.`.length))
        .sort((one, other) => one.length - other.length)[0];
  return path?.split('.').every((part) => part !== '') ?? false;
}
