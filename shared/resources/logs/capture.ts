// A body as a log keeps it: JSON of bounded size, without secrets. What is too large is cut between its values and never
// within, so that what is left is JSON still: long texts are shortened first, then lists and objects end early.
import { REDACTED, redactText, SHAPE_LENGTH_MAX } from '../../platform/redaction/redact-text.ts';
import { mayBeSecret } from '../../platform/redaction/secret-names.ts';
import { type FieldName, readFieldName } from './field-name.ts';

/** Largest captured body, as JSON in UTF-8 (decisions.md §9). */
export const CAPTURE_MAX_BYTES = 64 * 1024;
/** Stands where something was cut. */
export const CUT = '[cut]';
/** Characters that are left of a text, in a body that is too large as a whole. */
const CUT_TEXT_LENGTH = 4 * 1024;
/** JSON may be nested as deep as it likes; nobody reads it so deep. */
const DEPTH_MAX = 32;

const REDACTED_JSON = JSON.stringify(REDACTED);
const CUT_JSON = JSON.stringify(CUT);
/** What stands at the end of a list or an object that ends early. */
const CUT_ITEM = CUT_JSON;
const CUT_FIELD = `${CUT_JSON}:${CUT_JSON}`;
/** Brackets, and a comma with the longer of these. */
const CLOSING_BYTES = `{,${CUT_FIELD}}`.length;

/** What has been written, and the room that is left. */
interface Writing {
  json: string;
  leftBytes: number;
  /** Longer texts are shortened. */
  textLengthMax: number;
  /** Something did not fit: lists and objects end here. */
  isFull: boolean;
}

/** JSON of a body, as it was parsed or will be written; null for what is neither an object nor a list. */
export function captureBody(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const whole = write(body, Number.POSITIVE_INFINITY);
  return whole.isFull ? write(body, CUT_TEXT_LENGTH).json : whole.json;
}

function write(body: object, textLengthMax: number): Writing {
  const writing: Writing = { json: '', leftBytes: CAPTURE_MAX_BYTES, textLengthMax, isFull: false };
  writeValue(writing, body, readFieldName(''), 0);
  return writing;
}

/**
 * Writes a value, or as much of a list or an object as fits.
 * @param holder the field that holds the value, or the list that it is in
 * @returns false when nothing was written
 */
function writeValue(writing: Writing, value: unknown, holder: FieldName, depth: number): boolean {
  if (typeof value === 'object' && value !== null) {
    if (depth === DEPTH_MAX) return append(writing, CUT_JSON);
    return Array.isArray(value)
      ? writeList(writing, value, holder, depth)
      : writeObject(writing, value as Record<string, unknown>, holder, depth);
  }
  if (holder.holdsFiles) return append(writing, REDACTED_JSON);
  return typeof value === 'string'
    ? writeText(writing, value)
    : append(writing, JSON.stringify(value) ?? 'null');
}

/** A text that cannot fit is not looked at: it may have megabytes. */
function writeText(writing: Writing, text: string): boolean {
  const { textLengthMax, leftBytes } = writing;
  if (Math.min(text.length, textLengthMax) > leftBytes) return fill(writing);
  const shown = text.length > textLengthMax ? shorten(text, textLengthMax) : redactText(text);
  return append(writing, JSON.stringify(shown));
}

/** A secret on the edge is found as a whole, before it is cut. */
function shorten(text: string, length: number): string {
  return `${redactText(text.slice(0, length + SHAPE_LENGTH_MAX)).slice(0, length)}… ${CUT}`;
}

function writeList(writing: Writing, list: readonly unknown[], holder: FieldName, depth: number): boolean {
  return writeAll(writing, '[]', list, CUT_ITEM, (item) => writeValue(writing, item, holder, depth + 1));
}

function writeObject(
  writing: Writing,
  object: Record<string, unknown>,
  holder: FieldName,
  depth: number,
): boolean {
  const isFile = holder.holdsFiles;
  const isRawEmail = object['object'] === 'raw_email';
  const names = Object.keys(object).filter((name) => object[name] !== undefined);
  return writeAll(writing, '{}', names, CUT_FIELD, (name) => {
    const field = readFieldName(name);
    if (!append(writing, `${field.json}:`)) return false;
    const value = object[name];
    const isContent = (isFile && !field.isOfFile) || (isRawEmail && name === 'content');
    const isSecret = isContent || (field.isSecret && mayBeSecret(value));
    return isSecret ? append(writing, REDACTED_JSON) : writeValue(writing, value, field, depth + 1);
  });
}

/** Writes as many items as fit, and the mark in place of the rest. */
function writeAll<Item>(
  writing: Writing,
  brackets: string,
  items: readonly Item[],
  mark: string,
  writeItem: (item: Item) => boolean,
): boolean {
  if (writing.leftBytes < CLOSING_BYTES) return fill(writing);
  writing.leftBytes -= CLOSING_BYTES;
  writing.json += brackets[0];
  let written = 0;
  for (const item of items) {
    const { json, leftBytes } = writing;
    if ((written === 0 || append(writing, ',')) && writeItem(item)) written += 1;
    else Object.assign(writing, { json, leftBytes });
    if (writing.isFull) break;
  }
  const end = written === items.length ? '' : `${written > 0 ? ',' : ''}${mark}`;
  writing.json += end + brackets[1];
  writing.leftBytes += CLOSING_BYTES - brackets.length - end.length;
  return true;
}

function append(writing: Writing, json: string): boolean {
  const bytes = Buffer.byteLength(json);
  if (bytes > writing.leftBytes) return fill(writing);
  writing.leftBytes -= bytes;
  writing.json += json;
  return true;
}

function fill(writing: Writing): false {
  writing.isFull = true;
  return false;
}
