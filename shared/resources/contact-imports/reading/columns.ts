// Decides which column of a file has which field: by the column map of the request, else by the names in the header.
import { IMPORT_COLUMNS_MAX } from '../../../contract/limits.ts';
import type { ContactProperty } from '../../contact-properties/contact-property.ts';
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
export interface Columns {
  email: number;
  firstName: number | undefined;
  lastName: number | undefined;
  unsubscribed: number | undefined;
  properties: readonly PropertyColumn[];
  /** The names of all columns. */
  header: readonly string[];
}

/** Field → its column where no column map names one. */
const NAMES = {
  email: 'email',
  firstName: 'first_name',
  lastName: 'last_name',
  unsubscribed: 'unsubscribed',
} as const;
type Field = keyof typeof NAMES;

/** Names of a header that are shown where it has not the expected one. */
const SHOWN_NAMES = 10;
const SHOWN_NAME_LENGTH = 50;

/** Whether a name in a header is that of the column with the addresses. */
export function isEmailColumn(name: string, map: ColumnMap | null): boolean {
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
      `The file has ${header.length} columns; it may have up to ${IMPORT_COLUMNS_MAX}.`,
    );
  }
  const find = map ? mapped(header, map) : named(header);
  const email = find('email');
  if (email === undefined) throw noEmailColumn(header);
  return {
    email,
    firstName: find('firstName'),
    lastName: find('lastName'),
    unsubscribed: find('unsubscribed'),
    properties: map
      ? mappedProperties(header, map, properties)
      : properties.flatMap((property) => {
          const position = findName(header, property.key);
          return position === undefined ? [] : [propertyColumn(property, position)];
        }),
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

type Find = (field: Field) => number | undefined;

function named(header: readonly string[]): Find {
  return (field) => findName(header, NAMES[field]);
}

/** Only fields that the map names, and the address by its usual name. */
function mapped(header: readonly string[], map: ColumnMap): Find {
  return (field) => {
    const column = map[field];
    if (column !== undefined) return requireColumn(header, column);
    return field === 'email' ? findName(header, NAMES.email) : undefined;
  };
}

function mappedProperties(
  header: readonly string[],
  map: ColumnMap,
  properties: readonly ContactProperty[],
): Columns['properties'] {
  const propertyOf = new Map(properties.map((property) => [property.key, property]));
  return map.properties.map(([key, column]) => {
    const property = propertyOf.get(key);
    if (!property) throw new UnreadableFileError(`The contact property \`${key}\` was deleted.`);
    return propertyColumn(property, requireColumn(header, column));
  });
}

function propertyColumn(property: ContactProperty, position: number): PropertyColumn {
  return { property, name: `properties.${property.key}`, position };
}

/** The column with this name, exactly, else in another spelling. */
function findName(header: readonly string[], name: string): number | undefined {
  const exact = positionsOf(header, (each) => each.trim() === name);
  const positions = exact.length > 0 ? exact : positionsOf(header, (each) => fold(each) === fold(name));
  if (positions.length > 1) throw comesTwice(name);
  return positions[0];
}

function requireColumn(header: readonly string[], column: string): number {
  const positions = positionsOf(header, (each) => each.trim() === column.trim());
  if (positions.length > 1) throw comesTwice(column);
  if (positions[0] === undefined) {
    throw new UnreadableFileError(`The header has no column ${quote(column)}. ${describeHeader(header)}`);
  }
  return positions[0];
}

function positionsOf(header: readonly string[], is: (name: string) => boolean): number[] {
  return header.flatMap((name, position) => (is(name) ? [position] : []));
}

function comesTwice(name: string): Error {
  return new UnreadableFileError(`The header has the column ${quote(name)} more than once.`);
}

function noEmailColumn(header: readonly string[]): Error {
  // Text in UTF-16 that is read as UTF-8 has a NUL for every other character.
  if (header.some((name) => name.includes('\0'))) {
    return new UnreadableFileError('The header cannot be read. Name the `encoding` of the file: utf-16le?');
  }
  return new UnreadableFileError(
    `The first row has no column \`email\`. Name the column in \`column_map\`. ${describeHeader(header)}`,
  );
}

function describeHeader(header: readonly string[]): string {
  const shown = header.slice(0, SHOWN_NAMES).map(quote).join(', ');
  return `Its columns are ${shown}${header.length > SHOWN_NAMES ? ', …' : ''}.`;
}

/** Texts of a file may have characters that Postgres does not store. */
function quote(name: string): string {
  const text = name.replaceAll('\0', '\ufffd');
  return `"${text.length > SHOWN_NAME_LENGTH ? `${text.slice(0, SHOWN_NAME_LENGTH).toWellFormed()}…` : text}"`;
}
