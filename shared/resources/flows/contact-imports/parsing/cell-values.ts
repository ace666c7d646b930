// Reads a cell as a value of the type of a contact property. It imports no package, because the dashboard guesses types
// from the first rows of a file, and reads what one types as a fallback in the same way.
import type { CONTACT_PROPERTY_TYPES } from '../../../../contract/contact-properties/values.ts';
import { isValueOfType } from '../../../audience/contact-properties/value.ts';

const TRUE_WORDS: ReadonlySet<string> = new Set(['true', 'yes', '1', 't', 'y']);
const FALSE_WORDS: ReadonlySet<string> = new Set(['false', 'no', '0', 'f', 'n']);
/** A number as in JSON, optionally with a leading plus or zeros. */
const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** @param cell neither empty nor with space around it. @returns undefined for what is not a value of the type */
export function valueOfCell(
  type: (typeof CONTACT_PROPERTY_TYPES)[number],
  cell: string,
): string | number | boolean | undefined {
  if (type === 'boolean') return flagOfCell(cell);
  const value = type === 'number' ? numberOfCell(cell) : cell;
  return isValueOfType(type, value) ? value : undefined;
}

/** True, false, or undefined for a word that says neither. */
export function flagOfCell(cell: string): boolean | undefined {
  const word = cell.toLowerCase();
  if (TRUE_WORDS.has(word)) return true;
  return FALSE_WORDS.has(word) ? false : undefined;
}

/** Whether a cell is a number that would become another one: a number of JSON keeps about 15 digits. */
export function isRoundedNumber(cell: string): boolean {
  if (!NUMBER.test(cell)) return false;
  const value = Number(cell);
  const isTooLarge = Number.isInteger(value) && !Number.isSafeInteger(value);
  return isTooLarge || (Number.isFinite(value) && digitsOf(cell) !== digitsOf(String(value)));
}

/** The significant digits, without the position of the point. */
function digitsOf(number: string): string {
  return number.replace(/e.*$/i, '').replace(/\D/g, '').replace(/^0+/, '').replace(/0+$/, '');
}

function numberOfCell(cell: string): number | undefined {
  return NUMBER.test(cell) && !isRoundedNumber(cell) ? Number(cell) : undefined;
}
