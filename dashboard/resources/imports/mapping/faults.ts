// What is wrong with what the columns of a file become, before anything is sent, and what of it the first rows show. Pure.
import {
  isReservedPropertyKey,
  PROPERTY_KEY,
  PROPERTY_KEY_WORDS,
} from '../../../../shared/contract/contact-properties/keys.ts';
import { CONTACT_FIELDS } from '../../../../shared/contract/contacts/fields.ts';
import { CONTACT_TRACKING } from '../../../../shared/contract/contacts/values.ts';
import { CONTACT_PROPERTIES_MAX } from '../../../../shared/contract/limits.ts';
import {
  flagOfCell,
  valueOfCell,
} from '../../../../shared/resources/flows/contact-imports/parsing/cell-values.ts';
import { COLUMN_NAME_MAX_LENGTH } from '../../../../shared/resources/flows/contact-imports/parsing/header-names.ts';
import { PROPERTY_TYPE_WORDS } from '../../contact-properties/type-words.ts';
import { cellsOf, type FirstRows } from './guess.ts';
import { type ColumnTarget, type KnownProperty, TARGET_FIELDS } from './target.ts';

/** The faults of a mapping. */
export interface MappingFaults {
  /** Position of a column → fault of its target. */
  columns: ReadonlyMap<number, string>;
  /** Position of a column → fault of its new property's key. */
  keys: ReadonlyMap<number, string>;
  /** The fault of all of them together. */
  all: string | undefined;
}

/** The replacement of an invalid byte, and the character that cannot be stored. */
const UNREADABLE = /[\0\ufffd]/;
const ADDRESS = /^[^\s@]+@[^\s@]+$/;

/** Finds what the import would be refused for. */
export function findFaults(
  header: readonly string[],
  targets: readonly ColumnTarget[],
  properties: readonly KnownProperty[],
): MappingFaults {
  const columns = new Map<number, string>();
  const keys = new Map<number, string>();
  const names = countNames(header);
  const taken = new Map<string, number>();
  for (const [position, target] of targets.entries()) {
    if (target.to === 'nothing') continue;
    const key = target.to === 'new' ? keyFault(target.key, properties) : undefined;
    if (key !== undefined) keys.set(position, key);
    const use = target.to === 'field' ? `field ${target.field}` : `property ${target.key}`;
    const fault = nameFault(header[position] ?? '', names) ?? twiceFault(header, target, taken.get(use));
    if (fault !== undefined) columns.set(position, fault);
    if (!taken.has(use)) taken.set(use, position);
  }
  return { columns, keys, all: allFault(targets, properties.length) };
}

/** Whether nothing is wrong. */
export function areFine({ columns, keys, all }: MappingFaults): boolean {
  return columns.size === 0 && keys.size === 0 && all === undefined;
}

/** How many of the rows would be refused because of a column, in a sentence; undefined: none. */
export function misfitWords(
  { rows }: FirstRows,
  position: number,
  target: ColumnTarget,
  properties: readonly KnownProperty[],
) {
  const refuses = refusalOf(target, properties);
  if (!refuses) return undefined;
  const cells = isAddress(target) ? rows.map((row) => (row[position] ?? '').trim()) : cellsOf(rows, position);
  const count = cells.filter((cell) => UNREADABLE.test(cell) || refuses.if(cell)).length;
  if (count === 0) return undefined;
  const rowsInWords = count === 1 ? 'One' : String(count);
  return `${rowsInWords} of the first ${rows.length} rows would be refused: ${refuses.because}.`;
}

const isAddress = (target: ColumnTarget) => target.to === 'field' && target.field === 'email';

/** The refusals of a column, as in the import, except those about addresses and lengths. */
function refusalOf(target: ColumnTarget, properties: readonly KnownProperty[]) {
  if (target.to === 'nothing') return undefined;
  if (target.to === 'field') return fieldRefusal(target.field);
  const type = target.to === 'new' ? target.type : properties.find(({ key }) => key === target.key)?.type;
  if (!type) return undefined;
  const because = type === 'string' ? 'too long, or not readable' : `not a ${PROPERTY_TYPE_WORDS[type]}`;
  return { if: (cell: string) => valueOfCell(type, cell) === undefined, because };
}

function fieldRefusal(field: (typeof TARGET_FIELDS)[number]['field']) {
  if (field === 'email') return { if: (cell: string) => !ADDRESS.test(cell), because: 'not an address' };
  if (field === 'unsubscribed')
    return { if: (cell: string) => flagOfCell(cell) === undefined, because: 'not yes or no' };
  if (field === 'tracking')
    return {
      if: (cell: string) => !CONTACT_TRACKING.some((word) => word === cell.toLowerCase()),
      because: 'not allowed or refused',
    };
  const max = CONTACT_FIELDS.find(({ column }) => column === field)?.max ?? Infinity;
  return { if: (cell: string) => cell.length > max, because: 'too long, or not readable' };
}

/** The import finds columns by their names. */
function countNames(header: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of header) counts.set(name.trim(), (counts.get(name.trim()) ?? 0) + 1);
  return counts;
}

function nameFault(name: string, counts: ReadonlyMap<string, number>): string | undefined {
  if (name.trim() === '') return 'This column has no name. Add a name in the file, or leave the column out.';
  if (name.length > COLUMN_NAME_MAX_LENGTH) return 'The column name is too long. Shorten it in the file.';
  if ((counts.get(name.trim()) ?? 0) > 1)
    return 'Another column has the same name. Rename one in the file, or leave both out.';
  return undefined;
}

/** @param earlier position of the column that becomes the same */
function twiceFault(
  header: readonly string[],
  target: ColumnTarget,
  earlier: number | undefined,
): string | undefined {
  if (earlier === undefined) return undefined;
  const what =
    target.to === 'field'
      ? `the field “${TARGET_FIELDS.find(({ field }) => field === target.field)?.label}”`
      : `the property ${target.to === 'nothing' ? '' : target.key}`;
  return `The column “${header[earlier]}” is already ${what}. Leave one of them out.`;
}

function keyFault(key: string, properties: readonly KnownProperty[]): string | undefined {
  if (!PROPERTY_KEY.test(key)) return `A key must be ${PROPERTY_KEY_WORDS}.`;
  if (isReservedPropertyKey(key))
    return `Every contact has the field ${key}. Choose that field, or use another key.`;
  if (properties.some((property) => property.key === key))
    return `The property ${key} already exists. Choose it, or use another key.`;
  return undefined;
}

function allFault(targets: readonly ColumnTarget[], existing: number): string | undefined {
  if (!targets.some(isAddress)) return 'Choose the column with the email addresses.';
  const made = targets.filter(({ to }) => to === 'new').length;
  if (existing + made <= CONTACT_PROPERTIES_MAX) return undefined;
  return `An account can have at most ${CONTACT_PROPERTIES_MAX} properties. It has ${existing}, and these columns would add ${made}. Leave some out.`;
}
