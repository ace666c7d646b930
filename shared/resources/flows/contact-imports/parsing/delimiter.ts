// Finds the character between the cells of a CSV file: spreadsheets write a semicolon where the comma is the decimal
// separator, and a tab on request.
import { RecordSplitter } from './records.ts';
import { UnreadableFileError } from './unreadable-file.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** The line that names the delimiter for Excel. */
const DECLARATION = /^\ufeff?sep=([,;\t|])[\r\n]/i;

/**
 * Finds the delimiter: what the file says itself, else the one that most cells of the header end with. A delimiter that
 * makes a cell of the wanted name is preferred.
 * @param start of the file
 * @param isWanted whether a cell of the header is the one that every file must have
 */
export function findDelimiter(start: string, isWanted: (cell: string) => boolean): string {
  const declared = DECLARATION.exec(start)?.[1];
  if (declared !== undefined) return declared;
  const found = DELIMITERS.map((delimiter) => {
    const header = firstRecord(start, delimiter);
    return { delimiter, hasWanted: header.some(isWanted), count: header.length };
  });
  const candidates = found.filter(({ hasWanted }) => hasWanted);
  const [best] = (candidates.length > 0 ? candidates : found).sort((a, b) => b.count - a.count);
  return best?.delimiter ?? ',';
}

/** Whether a row names the delimiter, so that it does not belong to the table. */
export function isDeclaration(cells: readonly string[]): boolean {
  return cells.length <= 2 && /^sep=.?$/i.test(cells.join(''));
}

function firstRecord(start: string, delimiter: string): string[] {
  const splitter = new RecordSplitter(delimiter);
  const records = () => [...splitter.push(start), ...splitter.end()];
  try {
    return records().find(({ cells }) => !isDeclaration(cells))?.cells ?? [];
  } catch (error) {
    if (error instanceof UnreadableFileError) return [];
    throw error;
  }
}
