// Reads a row of a file: the cells become a contact, or the reason why they cannot. An empty cell does not change a
// contact.
import { type ContactTextField, fieldsByKey } from '../../../../contract/contacts/fields.ts';
import { CONTACT_TRACKING } from '../../../../contract/contacts/values.ts';
import { addressKey, invisibleHint, parseMailbox } from '../../../../mail/addresses.ts';
import type { ContactPropertyType } from '../../../audience/contact-properties/contact-property.ts';
import { PROPERTY_VALUE_WORDS } from '../../../audience/contact-properties/value.ts';
import type { CheckedContact } from '../../../audience/contacts/save/input.ts';
import { flagOfCell, isRoundedNumber, valueOfCell } from './cell-values.ts';
import type { Columns } from './columns.ts';
import { hasCellsBeyond } from './table-records.ts';

/** A row that cannot be imported; the message is the `reason` of its failure. It quotes no cell. */
export class RefusedRowError extends Error {
  override readonly name = 'RefusedRowError';
}

/** All contacts of a file join the same segments and topics: the import's, not the row's. */
const NONE: readonly never[] = [];

/** The replacement of an invalid byte, and the character that Postgres does not store. */
const UNREADABLE = /[\0\ufffd]/;

/** Reads a row. @throws RefusedRowError */
export function readRow(cells: readonly string[], columns: Columns): CheckedContact {
  const { header } = columns;
  if (cells.length > header.length && hasCellsBeyond(header, cells)) {
    throw new RefusedRowError(
      `The row has more cells than the header, which has ${header.length}. Check for a cell that contains a delimiter but has no quotes.`,
    );
  }
  const values: [number, unknown][] = [];
  for (const { property, name, position } of columns.properties) {
    const value = readValue(property.type, readCell(cells, position, name), name);
    if (value !== undefined) values.push([property.number, value]);
  }
  return {
    ...readAddress(readCell(cells, columns.email, 'email')),
    ...fieldsByKey((field) => readText(readCell(cells, columns[field.key], field.column), field)),
    unsubscribed: readFlag(readCell(cells, columns.unsubscribed, 'unsubscribed'), 'unsubscribed') ?? false,
    refusesTracking: readTracking(readCell(cells, columns.tracking, 'tracking')),
    values,
    segmentIds: NONE,
    topics: NONE,
  };
}

/** @returns '' for a cell that is absent */
function readCell(cells: readonly string[], position: number | undefined, name: string): string {
  const cell = position === undefined ? '' : (cells[position] ?? '').trim();
  if (UNREADABLE.test(cell)) {
    throw new RefusedRowError(`\`${name}\` has unreadable characters. Check the \`encoding\` of the file.`);
  }
  return cell;
}

function readAddress(cell: string): Pick<CheckedContact, 'email' | 'emailKey'> {
  if (cell === '') throw new RefusedRowError('`email` is missing.');
  const mailbox = parseMailbox(cell);
  if (!mailbox || mailbox.name !== undefined) {
    throw new RefusedRowError(
      `\`email\` must be an address \`email@domain\`, without a name${invisibleHint(cell)}.`,
    );
  }
  return { email: mailbox.address, emailKey: addressKey(mailbox.address) };
}

function readText(cell: string, { column, max }: ContactTextField): string | undefined {
  if (cell.length > max) throw new RefusedRowError(`\`${column}\` must have at most ${max} characters.`);
  return cell === '' ? undefined : cell;
}

function readFlag(cell: string, name: string): boolean | undefined {
  if (cell === '') return undefined;
  const flag = flagOfCell(cell);
  if (flag === undefined) throw new RefusedRowError(`\`${name}\` must be true or false (or yes, no, 1, 0).`);
  return flag;
}

function readTracking(cell: string): boolean {
  const word = cell.toLowerCase();
  if (word !== '' && !CONTACT_TRACKING.some((known) => known === word)) {
    throw new RefusedRowError(`\`tracking\` must be ${CONTACT_TRACKING.join(' or ')}.`);
  }
  return word === 'refused';
}

function readValue(type: ContactPropertyType, cell: string, name: string): unknown {
  if (cell === '') return undefined;
  if (type === 'boolean') return readFlag(cell, name);
  const value = valueOfCell(type, cell);
  if (type === 'number' && isRoundedNumber(cell))
    throw new RefusedRowError(
      `\`${name}\` has more digits than a number can store. Use a property of type string to keep them all.`,
    );
  if (value === undefined) throw new RefusedRowError(`\`${name}\` must be ${PROPERTY_VALUE_WORDS[type]}.`);
  return value;
}
