// Reads the fields of JSON that a client has sent, and names the path of a fault. Own fields only: what a prototype has
// is not the client's.
import { DomainError } from '../../../../../contract/domain-error.ts';

/** An object of a request. */
export type GivenFields = Readonly<Record<string, unknown>>;

/** The refusal of a field. @param what completes the sentence "`steps[0].config.duration` …" */
export function refuseField(path: string, what: string): DomainError {
  return new DomainError('validation_error', `\`${path}\` ${what}.`, { field: path });
}

/** The refusal of a request without a field. @param why a sentence, with the space before it */
export function missingField(path: string, why = ''): DomainError {
  return new DomainError('missing_required_field', `Missing \`${path}\` field.${why}`, { field: path });
}

/** Keys of a client are shown in paths up to here. */
const SHOWN_KEY_LENGTH = 50;

/** The path of a field. @param path '': of the body itself */
export function fieldPath(path: string, name: string): string {
  const shown = name.slice(0, SHOWN_KEY_LENGTH).toWellFormed();
  return path === '' ? shown : `${path}.${shown}`;
}

/** @returns undefined when the field is absent or null */
export function fieldOf(fields: GivenFields, name: string): unknown {
  return Object.hasOwn(fields, name) ? (fields[name] ?? undefined) : undefined;
}

/** @throws DomainError when it is absent or no object */
export function requireFields(given: unknown, path: string): GivenFields {
  if (given === undefined || given === null) throw missingField(path);
  if (typeof given === 'object' && !Array.isArray(given)) return given as GivenFields;
  throw refuseField(path || 'body', 'must be an object');
}

/** @returns undefined when the text is absent, null or empty */
export function optionalText(
  fields: GivenFields,
  name: string,
  path: string,
  maxLength: number,
): string | undefined {
  const given = fieldOf(fields, name);
  if (given === undefined || given === '') return undefined;
  return checkText(given, fieldPath(path, name), maxLength);
}

/** @throws DomainError also when the text is absent, null or empty */
export function requireText(fields: GivenFields, name: string, path: string, maxLength: number): string {
  const text = optionalText(fields, name, path, maxLength);
  if (text === undefined) throw missingField(fieldPath(path, name));
  return text;
}

/** @throws DomainError when it is not a text or too long */
export function checkText(given: unknown, path: string, maxLength: number): string {
  if (typeof given !== 'string') throw refuseField(path, 'must be a string');
  if (given.length > maxLength)
    throw refuseField(path, `must have at most ${maxLength.toLocaleString('en')} characters`);
  return given;
}

/** A list. Its length is checked before its items are read. */
export function checkList(given: unknown, path: string, maxLength: number): readonly unknown[] {
  if (!Array.isArray(given)) throw refuseField(path, 'must be a list');
  if (given.length <= maxLength) return given;
  throw refuseField(
    path,
    `must have at most ${maxLength.toLocaleString('en')} items; it has ${given.length.toLocaleString('en')}`,
  );
}
