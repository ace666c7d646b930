// With what an automation is tried: who goes through it, what the event that starts it brings, and what comes on the way. Pure.
import type { SimulateAutomationBody } from '../../../../api/generated/types.ts';
import { readPayload } from '../../../events/send/event-draft.ts';
import { type EditedGraph, graphBody } from '../../graph/graph.ts';

/** An event of a try, as it is typed. */
export interface ComingEvent {
  /** The id of the row. */
  id: number;
  event: string;
  /** "2 days" */
  after: string;
  /** JSON; empty: none. */
  payload: string;
}

/** A case. */
export interface TryCase {
  /** Whether the contact exists. */
  isReal: boolean;
  contact: { id: string; label: string } | undefined;
  /** An invented contact. */
  invented: { email: string; firstName: string; properties: string };
  /** JSON; empty: none. */
  payload: string;
  events: readonly ComingEvent[];
}

/** The most events. */
export const COMING_MAX = 100;

/** The first case can be tried at once: addresses of example.com are reserved, and get no mail. */
export const NEW_CASE: TryCase = {
  isReal: false,
  contact: undefined,
  invented: { email: 'ada@customer.dev', firstName: 'Ada', properties: '' },
  payload: '',
  events: [],
};

/** The request body, or the faults by the field that the API would name. */
export type ReadCase = { body: SimulateAutomationBody } | { faults: ReadonlyMap<string, string> };

/** Reads a case. @param hasPayload the runs of a schedule have none */
export function readCase(asked: TryCase, graph: EditedGraph, hasPayload: boolean): ReadCase {
  const faults = new Map<string, string>();
  const read = (field: string, text: string): object | null => {
    const result = readPayload(text);
    if ('fault' in result) faults.set(field, result.fault);
    return 'fault' in result ? null : (result.payload ?? null);
  };
  const { isReal, contact, invented } = asked;
  if (isReal && !contact) faults.set('contact_id', 'Choose a contact.');
  if (!isReal && invented.email.trim() === '') faults.set('contact.email', 'Enter an address.');
  const person = isReal
    ? { contact_id: contact?.id ?? '' }
    : {
        contact: {
          email: invented.email,
          first_name: invented.firstName,
          properties: read('contact.properties', invented.properties),
        },
      };
  const payload = hasPayload ? read('payload', asked.payload) : null;
  const events = asked.events.map(({ event, after, payload: own }, index) => {
    if (event.trim() === '') faults.set(`events[${index}].event`, 'Choose an event.');
    if (after.trim() === '')
      faults.set(`events[${index}].after`, 'Enter when the event arrives, such as “1 hour”.');
    return { event, after, payload: read(`events[${index}].payload`, own) };
  });
  if (faults.size > 0) return { faults };
  return { body: { ...person, payload, events, ...graphBody(graph) } };
}

/** A case with one more event: the first awaited one of the graph that is not in the case yet. */
export function withEvent(asked: TryCase, waits: readonly string[]): TryCase {
  const { events } = asked;
  const missing = waits.find((name) => !events.some(({ event }) => event === name));
  const id = Math.max(0, ...events.map((each) => each.id)) + 1;
  return {
    ...asked,
    events: [...events, { id, event: missing ?? waits[0] ?? '', after: '1 hour', payload: '' }],
  };
}

/** The case that the browser has stored, if it is valid. */
export function storedCase(text: string | null): TryCase {
  try {
    const kept = JSON.parse(text ?? '') as Partial<TryCase>;
    const { invented, contact, events } = kept;
    const isWhole =
      typeof kept.payload === 'string' &&
      typeof kept.isReal === 'boolean' &&
      [invented?.email, invented?.firstName, invented?.properties].every(
        (each) => typeof each === 'string',
      ) &&
      (contact === undefined || (typeof contact.id === 'string' && typeof contact.label === 'string')) &&
      Array.isArray(events) &&
      events.every(
        (each) =>
          [each.event, each.after, each.payload].every((part) => typeof part === 'string') &&
          Number.isInteger(each.id),
      );
    return isWhole ? ({ ...NEW_CASE, ...kept } as TryCase) : NEW_CASE;
  } catch {
    return NEW_CASE;
  }
}
