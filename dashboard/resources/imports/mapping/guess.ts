// Guesses what the columns of a file become, from their names and the first rows. Pure. Names are compared as the import
// compares them; more names than it knows are only a guess, which the person sees and may change.
import { isPropertyKey } from '../../../../shared/contract/contact-properties/keys.ts';
import { valueOfCell } from '../../../../shared/resources/flows/contact-imports/parsing/cell-values.ts';
import {
  exactName,
  foldName,
} from '../../../../shared/resources/flows/contact-imports/parsing/header-names.ts';
import { WHOLE_ADDRESS } from '../../../format/whole-address.ts';
import {
  type ColumnTarget,
  type KnownProperty,
  keyOfName,
  LEFT_OUT,
  type PropertyType,
  TARGET_FIELDS,
  type TargetField,
} from './target.ts';

/** The start of a file, as far as columns are guessed from it. */
export interface FirstRows {
  header: readonly string[];
  rows: readonly (readonly string[])[];
}

/** How lists of other services and languages name the fields, as `foldName` writes them. */
const OTHER_NAMES: Partial<Record<TargetField, readonly string[]>> = {
  email: ['e_mail', 'mail', 'email_address', 'e_mail_address', 'correo', 'courriel'],
  first_name: ['firstname', 'given_name', 'forename', 'vorname', 'prénom', 'nombre'],
  last_name: ['lastname', 'surname', 'family_name', 'nachname', 'nom', 'apellido', 'apellidos'],
  unsubscribed: ['opted_out', 'opt_out', 'unsubscribe'],
};
/** Digits that begin like this are not an amount: a postal code, a phone number or a customer number. */
const NO_AMOUNT = /^\+|^-?0\d/;
/** These may be numbers as well. */
const DIGIT = /^[01]$/;

/** Guesses the targets of columns. @param makesProperties whether columns without a property become new ones */
export function guessTargets(
  { header, rows }: FirstRows,
  properties: readonly KnownProperty[],
  makesProperties: boolean,
): ColumnTarget[] {
  const targets: (ColumnTarget | undefined)[] = header.map(() => undefined);
  const take = (position: number, target: ColumnTarget) => {
    if (position !== -1) targets[position] = target;
  };
  const find = (name: string) => findColumn(header, name, (position) => targets[position] === undefined);
  for (const { key } of properties) take(find(key), { to: 'property', key });
  for (const { field } of TARGET_FIELDS) {
    const names = [field, ...(OTHER_NAMES[field] ?? [])];
    take(names.map(find).find((position) => position !== -1) ?? -1, { to: 'field', field });
  }
  if (!targets.some((target) => target?.to === 'field' && target.field === 'email'))
    take(findAddresses({ header, rows }), { to: 'field', field: 'email' });
  const made = makesProperties ? newTargets({ header, rows }, targets) : [];
  return targets.map((target, position) => target ?? made[position] ?? LEFT_OUT);
}

/** The type that the values of a column have; text, where there are none or they differ. */
export function guessType(cells: readonly string[]): PropertyType {
  if (cells.length === 0 || cells.some((cell) => NO_AMOUNT.test(cell))) return 'string';
  const fits = (type: PropertyType) => cells.every((cell) => valueOfCell(type, cell) !== undefined);
  if (fits('boolean') && !cells.every((cell) => DIGIT.test(cell))) return 'boolean';
  return (['number', 'date'] as const).find(fits) ?? 'string';
}

/** The cells of a column that have something in them. */
export function cellsOf(rows: FirstRows['rows'], position: number): string[] {
  return rows.map((cells) => (cells[position] ?? '').trim()).filter((cell) => cell !== '');
}

/** Some different ones, to look at. */
export function samplesOf(rows: FirstRows['rows'], position: number, count: number): string[] {
  return [...new Set(cellsOf(rows, position))].slice(0, count);
}

/** The column with this name: exactly, else in another spelling. -1: there is none. */
function findColumn(header: readonly string[], name: string, isFree: (position: number) => boolean): number {
  const exact = header.findIndex((each, position) => isFree(position) && exactName(each) === name);
  if (exact !== -1) return exact;
  return header.findIndex((each, position) => isFree(position) && foldName(each) === foldName(name));
}

/** The column that has an address in each row that gives it something. */
function findAddresses({ header, rows }: FirstRows): number {
  const counts = header.map((_, position) => {
    const cells = cellsOf(rows, position);
    return cells.every((cell) => WHOLE_ADDRESS.test(cell)) ? cells.length : 0;
  });
  const most = Math.max(0, ...counts);
  return most === 0 ? -1 : counts.indexOf(most);
}

/** New properties for the columns that are nothing yet and can be one, each key once. */
function newTargets(
  { header, rows }: FirstRows,
  targets: readonly (ColumnTarget | undefined)[],
): (ColumnTarget | undefined)[] {
  const taken = new Set<string>();
  return header.map((name, position) => {
    const key = keyOfName(name);
    if (targets[position] || !isPropertyKey(key) || taken.has(key)) return undefined;
    taken.add(key);
    return { to: 'new', key, type: guessType(cellsOf(rows, position)) };
  });
}
