// Finds columns by their names in the header of a file, and names them in reasons. It imports no package, because the
// dashboard compares names in the same way before a file is sent.
import { withoutInvisible } from '../../../../mail/invisible-characters.ts';
import { UnreadableFileError } from './unreadable-file.ts';

/** No field, key or column map has a longer name. */
export const COLUMN_NAME_MAX_LENGTH = 1_000;
/** The column of the addresses, where no column map names another. */
export const EMAIL_COLUMN = 'email';
/** Names of a header that are shown where it has not the expected one. */
const SHOWN_NAMES = 10;
const SHOWN_NAME_LENGTH = 50;

/** `First Name`, `first-name` and `FIRST_NAME` are one name: that is how spreadsheets are labelled. */
export function foldName(name: string): string {
  return exactName(name)
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}

/** A visible name. */
export function exactName(name: string): string {
  return withoutInvisible(name).trim();
}

/** Whether a name in a header is the column with the addresses. @param mapped the name in the column map */
export function isEmailColumn(name: string, mapped: string | undefined): boolean {
  if (name.length > COLUMN_NAME_MAX_LENGTH) return false;
  return mapped === undefined ? foldName(name) === EMAIL_COLUMN : exactName(name) === exactName(mapped);
}

/** The names of a header, each normalized once: there may be a thousand, and two hundred properties. */
export class HeaderNames {
  readonly #header: readonly string[];
  readonly #exact = new Map<string, number[]>();
  readonly #folded = new Map<string, number[]>();

  constructor(header: readonly string[]) {
    this.#header = header;
    for (const [position, name] of header.entries()) {
      if (name.length > COLUMN_NAME_MAX_LENGTH) continue;
      addTo(this.#exact, exactName(name), position);
      addTo(this.#folded, foldName(name), position);
    }
  }

  /** The column with this name, exactly, else in another spelling. @throws UnreadableFileError for two */
  find(name: string): number | undefined {
    return only(this.#exact.get(name) ?? this.#folded.get(foldName(name)), name);
  }

  /** The column with exactly this name. @throws UnreadableFileError when there is none, or two */
  require(column: string): number {
    const position = only(this.#exact.get(exactName(column)), column);
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

function comesTwice(name: string): Error {
  return new UnreadableFileError(`The header has the column ${quote(name)} more than once.`);
}

/** The names of a header, for a reason: the quotation is stored, so it must not identify a person. */
export function describeHeader(header: readonly string[]): string {
  if (header.some((name) => name.includes('@'))) return 'The first row has an address.';
  const shown = header.slice(0, SHOWN_NAMES).map(quote).join(', ');
  return `Its columns are ${shown}${header.length > SHOWN_NAMES ? ', …' : ''}.`;
}

/** Texts of a file may have characters that Postgres does not store. */
function quote(name: string): string {
  const text = name.replaceAll('\0', '\ufffd');
  return `"${text.length > SHOWN_NAME_LENGTH ? `${text.slice(0, SHOWN_NAME_LENGTH).toWellFormed()}…` : text}"`;
}
