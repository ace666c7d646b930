// An event that is being written: what the form holds, samples for the fields of a schema, and what is sent. Pure.
import { JSON_DEPTH_MAX } from '../../../../shared/contract/limits.ts';
import type { SendEventBody } from '../../../api/generated/types.ts';
import type { FieldType, Schema } from '../definitions/schema-draft.ts';
import { findJsonFault } from './json-fault.ts';

/** The chosen or typed value: a typed one has no id. */
interface Chosen {
  id: string | undefined;
  label: string;
}

/** A domain, and the audience in which a contact of it is found. */
export interface EventDomain {
  name: string;
  audience_id: string;
}

/** The typed values. */
export interface EventDraft {
  contact: Chosen | undefined;
  event: Chosen | undefined;
  domain: EventDomain;
  /** JSON. */
  payload: string;
}

/** A parsed payload: the object, or the fault of the text. */
export type ReadPayload = { payload: object | undefined } | { fault: string };

/** A payload with so much white space is an accident; longer texts cost too much at every key that is pressed. */
const TEXT_MAX_LENGTH = 1024 * 1024;
/** The body around it is a level. The browser cannot write deeper values as JSON again. */
const DEPTH_MAX = JSON_DEPTH_MAX - 1;

/** A value of each type. @param today as `2026-11-20` */
const sampleOf = (type: FieldType, today: string) =>
  ({ string: 'text', number: 1, boolean: true, date: today })[type];

/** A payload that fits a schema, as text; empty: there is none, and none is needed. */
export function samplePayload(schema: Schema, today: string): string {
  const fields = Object.entries(schema ?? {});
  if (fields.length === 0) return '';
  return JSON.stringify(
    Object.fromEntries(fields.map(([name, type]) => [name, sampleOf(type, today)])),
    null,
    2,
  );
}

/** Parses the typed payload. */
export function readPayload(text: string): ReadPayload {
  if (text.trim() === '') return { payload: undefined };
  if (text.length > TEXT_MAX_LENGTH) return { fault: 'The payload must have at most 64 KiB of JSON.' };
  const fault = findJsonFault(text);
  if (fault) return { fault: `Line ${fault.line}, column ${fault.column}: ${fault.message}.` };
  if (depthOf(text) > DEPTH_MAX) return { fault: `The payload must have at most ${DEPTH_MAX} levels.` };
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { fault: 'The payload must be a JSON object that starts with { and ends with }.' };
  return { payload: value };
}

/** How many brackets of JSON are open at once, at most. */
function depthOf(json: string): number {
  let depth = 0;
  let most = 0;
  for (const [mark] of json.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (mark === '[' || mark === '{') depth += 1;
    else if (mark === ']' || mark === '}') depth -= 1;
    most = Math.max(most, depth);
  }
  return most;
}

/** The request body. Missing fields are left out, so that the API reports them. */
export function sendBodyOf(
  { contact, event, domain }: EventDraft,
  payload: object | undefined,
): SendEventBody {
  return {
    event: event?.label ?? '',
    domain: domain.name,
    ...(contact?.id === undefined ? { email: contact?.label ?? '' } : { contact_id: contact.id }),
    ...(payload !== undefined && { payload }),
  } as SendEventBody;
}
