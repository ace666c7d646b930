// Finds the character between the cells of a CSV file: spreadsheets write a semicolon where the comma is the decimal
// separator, and a tab on request.

const DELIMITERS = [',', ';', '\t', '|'] as const;
const BOM = '\ufeff';
/** Characters of a file in which its header is looked for. */
const HEADER_MAX_LENGTH = 256 * 1024;

/**
 * Finds the delimiter: the one that most of the header's cells end with, outside of quotes. A delimiter that makes a
 * cell of the wanted name is preferred.
 * @param start of the file
 * @param isWanted whether a cell of the header is the one that every file must have
 */
export function findDelimiter(start: string, isWanted: (cell: string) => boolean): string {
  const header = firstLine(start.slice(0, HEADER_MAX_LENGTH).replace(BOM, ''));
  const found = DELIMITERS.map((delimiter) => {
    const cells = splitOutsideQuotes(header, delimiter);
    return { delimiter, hasWanted: cells.some((cell) => isWanted(unquote(cell))), count: cells.length };
  });
  const candidates = found.filter(({ hasWanted }) => hasWanted);
  const [best] = (candidates.length > 0 ? candidates : found).sort((a, b) => b.count - a.count);
  return best?.delimiter ?? ',';
}

function firstLine(text: string): string {
  return splitOutsideQuotes(text, '\n', '\r')[0] ?? '';
}

/** Every second part of a text that is split at its quotes is inside of quotes. */
function splitOutsideQuotes(text: string, ...separators: string[]): string[] {
  const cells = [''];
  for (const [place, part] of text.split('"').entries()) {
    const isInside = place % 2 === 1;
    const quote = place === 0 ? '' : '"';
    const [first = '', ...rest] = isInside ? [part] : split(part, separators);
    cells.push(`${cells.pop()}${quote}${first}`, ...rest);
  }
  return cells;
}

function split(text: string, separators: readonly string[]): string[] {
  return separators.reduce((parts, separator) => parts.flatMap((part) => part.split(separator)), [text]);
}

function unquote(cell: string): string {
  const trimmed = cell.trim();
  return /^".*"$/s.test(trimmed) ? trimmed.slice(1, -1).replaceAll('""', '"') : trimmed;
}
