// Decides which column of a file has which field: by the column map of the request, else by the names in the header. A
// column may have a property that does not exist yet; then it is made (running/settle-columns.ts).
import { isPropertyKey } from '../../../../contract/contact-properties/keys.ts';
import { CONTACT_FIELDS, type FieldsByKey, fieldsByKey } from '../../../../contract/contacts/fields.ts';
import { IMPORT_COLUMNS_MAX } from '../../../../contract/limits.ts';
import type { ContactProperty } from '../../../audience/contact-properties/contact-property.ts';
import type { MissingProperty } from '../../../audience/contact-properties/insert.ts';
import type { ColumnMap, FullContactImport } from '../contact-import.ts';
import {
  COLUMN_NAME_MAX_LENGTH,
  describeHeader,
  EMAIL_COLUMN,
  foldName,
  HeaderNames,
} from './header-names.ts';
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
  tracking: number | undefined;
  properties: readonly PropertyColumn[];
  /** The names of all columns. */
  header: readonly string[];
}

/** The assignment of columns to fields. */
export interface AssignedColumns extends Omit<Columns, 'properties' | 'header'> {
  properties: readonly AssignedProperty[];
}

/** A property with its column; it may be missing. */
export interface AssignedProperty extends MissingProperty {
  position: number;
}

/** The options of a request about the columns of its file. */
export type ColumnOptions = Pick<FullContactImport, 'columnMap' | 'createsProperties'>;

/** Field → its column where no column map names one. */
const NAMES = {
  email: EMAIL_COLUMN,
  ...fieldsByKey(({ column }) => column),
  unsubscribed: 'unsubscribed',
  tracking: 'tracking',
} as const;
type Field = keyof typeof NAMES;

/**
 * Decides about the columns. Properties that may be created are last, in the order of the file.
 * @throws UnreadableFileError when the header does not have the columns
 */
export function assignColumns(
  header: readonly string[],
  options: ColumnOptions,
  properties: readonly ContactProperty[],
): AssignedColumns {
  if (header.length > IMPORT_COLUMNS_MAX) {
    throw new UnreadableFileError(
      `The file has more than ${IMPORT_COLUMNS_MAX.toLocaleString('en')} columns.`,
    );
  }
  const { columnMap: map } = options;
  const names = new HeaderNames(header);
  const find = map ? mapped(names, map) : (field: Field) => names.find(NAMES[field]);
  const email = find('email');
  if (email === undefined) throw noEmailColumn(header);
  const fields = {
    email,
    ...fieldsByKey(({ key }) => find(key)),
    unsubscribed: find('unsubscribed'),
    tracking: !map && hasOwnTracking(properties) ? undefined : find('tracking'),
  };
  if (map) return { ...fields, properties: mappedProperties(names, map, options, properties) };
  const named = namedProperties(names, properties);
  if (!options.createsProperties) return { ...fields, properties: named };
  const taken = new Set([...Object.values(fields), ...named.map(({ position }) => position)]);
  return { ...fields, properties: [...named, ...newProperties(header, names, taken)] };
}

/** Makes the columns from the decision. Properties that do not exist are left out. */
export function existingColumns(
  header: readonly string[],
  { properties, ...fields }: AssignedColumns,
  existing: readonly ContactProperty[],
): Columns {
  const propertyOf = new Map(existing.map((property) => [property.key, property]));
  const columns = properties.flatMap(({ key, position }) => {
    const property = propertyOf.get(key);
    return property ? [{ property, name: propertyColumnField(key), position }] : [];
  });
  return { ...fields, properties: columns, header };
}

/** Position and name of each field that has a column, in the order of the file. */
export function fieldsOf({
  properties,
  email,
  unsubscribed,
  tracking,
  ...columns
}: Columns): [number, string][] {
  const positions: [number | undefined, string][] = [
    [email, NAMES.email],
    ...CONTACT_FIELDS.map(({ key, column }) => [columns[key], column] as [number | undefined, string]),
    [unsubscribed, NAMES.unsubscribed],
    [tracking, NAMES.tracking],
    ...properties.map(({ position, name }) => [position, name] as [number, string]),
  ];
  return positions
    .filter((each): each is [number, string] => each[0] !== undefined)
    .sort(([a], [b]) => a - b);
}

/** How a reason and a record name the property with a key. */
export function propertyColumnField(key: string): string {
  return `properties.${key}`;
}

/** An account may have a property of this name, from before it was a field: then the column is the property's. */
function hasOwnTracking(properties: readonly ContactProperty[]): boolean {
  return properties.some(({ key }) => foldName(key) === NAMES.tracking);
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
  { createsProperties }: ColumnOptions,
  properties: readonly ContactProperty[],
): AssignedProperty[] {
  const propertyOf = new Map(properties.map((property) => [property.key, property]));
  return map.properties.map(([key, column, given]) => {
    const property = propertyOf.get(key);
    if (!property && given === undefined && !createsProperties) {
      throw new UnreadableFileError(`The contact property \`${key}\` was deleted.`);
    }
    const type = property?.type ?? given ?? 'string';
    if (given !== undefined && given !== type) throw otherType(key, given, type);
    return { key, type, position: names.require(column) };
  });
}

function otherType(key: string, given: string, type: string): Error {
  return new UnreadableFileError(
    `The contact property \`${key}\` now exists with the type ${type}, but the \`column_map\` gives ${given}.`,
  );
}

function namedProperties(names: HeaderNames, properties: readonly ContactProperty[]): AssignedProperty[] {
  return properties.flatMap(({ key, type }) => {
    const position = names.find(key);
    return position === undefined ? [] : [{ key, type, position }];
  });
}

/** Each name that can be a key gets a property, as if the property existed. @throws UnreadableFileError for two columns */
function newProperties(
  header: readonly string[],
  names: HeaderNames,
  taken: ReadonlySet<number | undefined>,
): AssignedProperty[] {
  const left = header.filter((_, position) => !taken.has(position));
  const keys = new Set(
    left
      .filter((name) => name.length <= COLUMN_NAME_MAX_LENGTH)
      .map(foldName)
      .filter(isPropertyKey),
  );
  return [...keys].flatMap((key) => {
    const position = names.find(key);
    return position === undefined || taken.has(position) ? [] : [{ key, type: 'string', position }];
  });
}

function noEmailColumn(header: readonly string[]): Error {
  // Text in UTF-16 that is read as UTF-8 has a NUL for every other character.
  if (header.some((name) => name.includes('\0'))) {
    return new UnreadableFileError(
      'The header cannot be read. Set the `encoding` of the file, possibly utf-16le.',
    );
  }
  // The quotation in the error is stored, so it must not identify a person.
  if (header.some((name) => name.includes('@'))) {
    return new UnreadableFileError(
      'The first row has an address instead of column names. Add a row with column names above it.',
    );
  }
  return new UnreadableFileError(
    `The first row has no column \`email\`. Name the address column in \`column_map\`. ${describeHeader(header)}`,
  );
}
