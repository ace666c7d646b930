// The file of the scenario `imports`: six columns, and addresses that are far apart in the index, as those of people are.
import { addressOf } from './stored-contacts.ts';

/** A row of the file. */
export interface ImportedRow {
  email: string;
  firstName: string;
  lastName: string;
  city: string;
  visits: number;
  memberSince: string;
}

const HEADER = 'email,first_name,last_name,city,visits,member_since';
const MONTHS = 12;
const ROWS_PER_PIECE = 10_000;

/** The row of a number, from 1 on. */
export function importedRow(number: number): ImportedRow {
  return {
    email: addressOf(number),
    firstName: `First${number % 5_000}`,
    lastName: `Last${number % 20_000}`,
    city: `City ${number % 500}`,
    visits: number % 100,
    memberSince: `2026-${String(1 + (number % MONTHS)).padStart(2, '0')}-15`,
  };
}

/** The CSV file with the rows from 1 to `count`. */
export function createImportFile(count: number): Buffer {
  const pieces = [Buffer.from(`${HEADER}\n`)];
  for (let first = 1; first <= count; first += ROWS_PER_PIECE) {
    const rows = Math.min(ROWS_PER_PIECE, count - first + 1);
    pieces.push(Buffer.from(Array.from({ length: rows }, (_, index) => lineOf(first + index)).join('')));
  }
  return Buffer.concat(pieces);
}

function lineOf(number: number): string {
  const { email, firstName, lastName, city, visits, memberSince } = importedRow(number);
  return `${email},${firstName},${lastName},${city},${visits},${memberSince}\n`;
}
