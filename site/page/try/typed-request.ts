// Makes the request of what is typed into a form. What is left empty is not sent.
import type { TriedField, TriedOperation } from '../../../shared/contract/site/tried-operation.ts';

/** A request as a form has it. */
export interface Request {
  method: string;
  /** With its query, below PUBLIC_URL. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body: unknown;
}

/** A field that cannot be sent as it is. */
export interface Fault {
  name: string;
  words: string;
}

/** What is typed, by the place and the name of the field. */
export type Typed = (field: TriedField) => string;

/** @returns the faults, if there are some */
export function requestOf(operation: TriedOperation, typed: Typed): Request | readonly Fault[] {
  const faults: Fault[] = [];
  const values = new Map<TriedField, unknown>();
  for (const field of operation.fields) {
    const text = typed(field);
    if (text === '' && field.in !== 'path') continue;
    try {
      values.set(field, typedValue(field, text));
    } catch (error) {
      faults.push({ name: field.name, words: (error as Error).message });
    }
  }
  return faults.length > 0 ? faults : requestWith(operation, values);
}

/** @throws Error that says what to type */
function typedValue({ kind, in: place }: TriedField, text: string): unknown {
  if (place === 'path') return segmentOf(text);
  if (place === 'header' && !PRINTABLE.test(text)) throw new Error('A header must be printable ASCII.');
  if (place !== 'body') return kind === 'choice' ? String(JSON.parse(text)) : text;
  if (kind === 'number') return numberOf(text);
  if (kind === 'choice') return JSON.parse(text);
  if (kind === 'json' || (kind === 'list' && text.trimStart().startsWith('['))) return jsonOf(text);
  return text;
}

/** The characters of a header, as browsers send it (RFC 9110 §5.5). */
const PRINTABLE = /^[\x20-\x7e]*$/;

/** A browser takes dots for other levels of the path, also when they are encoded. */
function segmentOf(text: string): string {
  if (text.trim() === '') throw new Error('Enter a value for the path.');
  if (/^\.{1,2}$/.test(text)) throw new Error('A value of only dots would change the path.');
  return text;
}

function numberOf(text: string): number {
  const number = Number(text);
  // JSON has no infinity, and a space is no 0.
  if (text.trim() === '' || !Number.isFinite(number)) throw new Error('Enter a number.');
  return number;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`Enter valid JSON: ${(error as Error).message}`);
  }
}

function requestWith(
  { method, path, isWholeBody, fields }: TriedOperation,
  values: ReadonlyMap<TriedField, unknown>,
): Request {
  const at = (place: TriedField['in']) =>
    [...values].filter(([field]) => field.in === place).map(([{ name }, value]) => [name, value] as const);
  const filled = at('path').reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(String(value))),
    path,
  );
  const texts = (place: TriedField['in']) =>
    Object.fromEntries(at(place).map(([name, value]) => [name, String(value)]));
  const query = new URLSearchParams(texts('query')).toString();
  const body = Object.fromEntries(at('body'));
  return {
    method,
    path: query === '' ? filled : `${filled}?${query}`,
    headers: texts('header'),
    body: bodyOf(fields, isWholeBody === true ? body['body'] : body),
  };
}

/** An operation without fields of a body gets none. */
function bodyOf(fields: readonly TriedField[], body: unknown): unknown {
  return fields.some(({ in: place }) => place === 'body') ? body : undefined;
}
