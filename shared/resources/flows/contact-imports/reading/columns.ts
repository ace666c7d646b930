// Decides which column of a file has which field: by the column map of the request, else by the names in the header.
import { type FieldsByKey, fieldsByKey } from '../../../../contract/contacts/fields.ts';
import { IMPORT_COLUMNS_MAX } from '../../../../contract/limits.ts';
import type { ContactProperty } from '../../../audience/contact-properties/contact-property.ts';
import type { ColumnMap } from '../contact-import.ts';
import { UnreadableFileError } from './unreadable-file.ts';

/** The column of a property. */
interface PropertyColumn {
  property: ContactProperty;
  /** How a reason names it. */
  name: string;
  position: number;
}

/** The position of each field in a row; undefined: the file does not have it. */
export interface Columns extends FieldsByKey<number | undefined> {
  email: number;
  unsubscribed: number | undefined;
  properties: readonly PropertyColumn[];
  /** The names of all columns. */
  header: readonly string[];
}

/** Field → its column where no column map names one. */
const NAMES = {
  email: 'email',
  ...fieldsByKey(({ column }) => column),
  unsubscribed: 'unsubscribed',
} as const;
type Field = keyof typeof NAMES;

const NAME_MAX_LENGTH = 1_000;
/** Names of a header that are shown where it has not the expected one. */
const SHOWN_NAMES = 10;
const SHOWN_NAME_LENGTH = 50;

/** Whether a name in a header is that of the column with the addresses. */
export function isEmailColumn(name: string, map: ColumnMap | null): boolean {
  if (name.length > NAME_MAX_LENGTH) return false;
  return map?.email === undefined ? fold(name) === NAMES.email : name.trim() === map.email.trim();
}

/**
 * Finds the columns.
 * @throws UnreadableFileError when the header does not have them
 */
export function findColumns(
  header: readonly string[],
  map: ColumnMap | null,
  properties: readonly ContactProperty[],
): Columns {
  if (header.length > IMPORT_COLUMNS_MAX) {
    throw new UnreadableFileError(
      `The file has more than ${IMPORT_COLUMNS_MAX.toLocaleString('en')} columns.`,
    );
  }
  const names = new HeaderNames(header);
  const find = map ? mapped(names, map) : (field: Field) => names.find(NAMES[field]);
  const email = find('email');
  if (email === undefined) throw noEmailColumn(header);
  return {
    email,
    ...fieldsByKey(({ key }) => find(key)),
    unsubscribed: find('unsubscribed'),
    properties: map ? mappedProperties(names, map, properties) : namedProperties(names, properties),
    header,
  };
}

/** `First Name`, `first-name` and `FIRST_NAME` are one name: that is how spreadsheets are labelled. */
function fold(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}

/** The names of a header, each of which is normalized once: there may be a thousand, and two hundred properties. */
class HeaderNames {
  readonly #header: readonly string[];
  readonly #exact = new Map<string, number[]>();
  readonly #folded = new Map<string, number[]>();

  constructor(header: readonly string[]) {
    this.#header = header;
    for (const [position, name] of header.entries()) {
      // No field, key or column map has a longer one.
      if (name.length > NAME_MAX_LENGTH) continue;
      addTo(this.#exact, name.trim(), position);
      addTo(this.#folded, fold(name), position);
    }
  }

  /** The column with this name, exactly, else in another spelling. @throws UnreadableFileError for two */
  find(name: string): number | undefined {
    return only(this.#exact.get(name) ?? this.#folded.get(fold(name)), name);
  }

  /** The column with exactly this name. @throws UnreadableFileError when there is none, or two */
  require(column: string): number {
    const position = only(this.#exact.get(column.trim()), column);
    if (position !== undefined) return position;
    throw new UnreadableFileError(
      `The header has no column ${quote(column)}. ${describeHeader(this.#header)}`,
    );
  }
}

function addTo(positions: Map<string, number[]>, name: string, position: number): void {
  const earlier = positions.get(name);
  if (earlier) earlier.push(position);
  else positions.set(name, [position]);
}

function only(positions: readonly number[] | undefined, name: string): number | undefined {
  if (positions && positions.length > 1) throw comesTwice(name);
  return positions?.[0];
}

/** Only fields that the map names, and the address by its usual name. */
function mapped(names: HeaderNames, map: ColumnMap): (field: Field) => number | undefined {
  return (field) => {
    const column = map[field];
    if (column !== undefined) return names.require(column);
    return field === 'email' ? names.find(NAMES.email) : undefined;
  };
}

function mappedProperties(
  names: HeaderNames,
  map: ColumnMap,
  properties: readonly ContactProperty[],
): PropertyColumn[] {
  const propertyOf = new Map(properties.map((property) => [property.key, property]));
  return map.properties.map(([key, column]) => {
    const property = propertyOf.get(key);
    if (!property) throw new UnreadableFileError(`The contact property \`${key}\` was deleted.`);
    return propertyColumn(property, names.require(column));
  });
}

function namedProperties(names: HeaderNames, properties: readonly ContactProperty[]): PropertyColumn[] {
  return properties.flatMap((property) => {
    const position = names.find(property.key);
    return position === undefined ? [] : [propertyColumn(property, position)];
  });
}

function propertyColumn(property: ContactProperty, position: number): PropertyColumn {
  return { property, name: `properties.${property.key}`, position };
}

function comesTwice(name: string): Error {
  return new UnreadableFileError(`The header has the column ${quote(name)} more than once.`);
}

function noEmailColumn(header: readonly string[]): Error {
  // Text in UTF-16 that is read as UTF-8 has a NUL for every other character.
  if (header.some((name) => name.includes('\0'))) {
    return new UnreadableFileError('The header cannot be read. Name the `encoding` of the file: utf-16le?');
  }
  // What the error quotes is kept, so it must be no person.
  if (header.some((name) => name.includes('@'))) {
    return new UnreadableFileError(
      'The first row has an address in place of the names of the columns. Add a row with their names before it.',
    );
  }
  return new UnreadableFileError(
    `The first row has no column \`email\`. Name the column in \`column_map\`. ${describeHeader(header)}`,
  );
}

function describeHeader(header: readonly string[]): string {
  if (header.some((name) => name.includes('@'))) return 'The first row has an address.';
  const shown = header.slice(0, SHOWN_NAMES).map(quote).join(', ');
  return `Its columns are ${shown}${header.length > SHOWN_NAMES ? ', …' : ''}.`;
}

/** Texts of a file may have characters that Postgres does not store. */
function quote(name: string): string {
  const text = name.replaceAll('\0', '\ufffd');
  return `"${text.length > SHOWN_NAME_LENGTH ? `${text.slice(0, SHOWN_NAME_LENGTH).toWellFormed()}…` : text}"`;
}
