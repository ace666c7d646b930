// Captures a request or response body for its log: JSON of limited size with secrets redacted. A body that is too large
// is cut between values, never within one, so that the result is still valid JSON: long texts are shortened first, then
// lists and objects end early.
import { REDACTED, redactText, SHAPE_LENGTH_MAX } from '../../../platform/redaction/redact-text.ts';
import { mayBeSecret } from '../../../platform/redaction/secret-names.ts';
import { type FieldName, readFieldName } from './field-name.ts';

/** Largest captured body in bytes, as JSON in UTF-8 (docs/reference/logs.md). */
export const CAPTURE_MAX_BYTES = 64 * 1024;
/** The text that replaces a removed part. */
export const CUT = '[cut]';
/** The characters that are stored of a text, in a body that is too large as a whole. */
const CUT_TEXT_LENGTH = 4 * 1024;
/** Deeper values are cut: valid JSON may be nested deeper, but no reader needs it. */
const DEPTH_MAX = 32;

const REDACTED_JSON = JSON.stringify(REDACTED);
const CUT_JSON = JSON.stringify(CUT);
/** Ends a list or an object that was cut. */
const CUT_ITEM = CUT_JSON;
const CUT_FIELD = `${CUT_JSON}:${CUT_JSON}`;
/** Bytes reserved for ending a list or object: two brackets, a comma and the longer one of the marks. */
const CLOSING_BYTES = `{,${CUT_FIELD}}`.length;

/** The JSON written so far, and the room that is left. */
interface Writing {
  json: string;
  leftBytes: number;
  /** Longer texts are shortened to this length. */
  textLengthMax: number;
  /** A value did not fit: lists and objects end here. */
  isFull: boolean;
}

/** The JSON of a body, which is given as a value; null for anything that is neither an object nor a list. */
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
 * @param holder the field of the value, or of the list that contains it
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

/** A text that cannot fit is not redacted: it may have megabytes. */
function writeText(writing: Writing, text: string): boolean {
  const { textLengthMax, leftBytes } = writing;
  if (Math.min(text.length, textLengthMax) > leftBytes) return fill(writing);
  const shown = text.length > textLengthMax ? shorten(text, textLengthMax) : redactText(text);
  return append(writing, JSON.stringify(shown));
}

/** Redacts before cutting, so that a secret at the edge is still recognized. */
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

/** Writes as many items as fit, and the mark in place of the others. */
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
