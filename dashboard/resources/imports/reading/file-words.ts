// What a file is, and why it cannot be imported, in the words of a person who has it in a spreadsheet. Pure.
import { IMPORT_COLUMNS_MAX } from '../../../../shared/contract/limits.ts';
import { isBinary } from '../../../../shared/resources/flows/contact-imports/parsing/file-encoding.ts';
import { hasCellsBeyond } from '../../../../shared/resources/flows/contact-imports/parsing/table-records.ts';
import { amountText } from '../../../format/amount-text.ts';
import { WHOLE_ADDRESS } from '../../../format/whole-address.ts';
import type { FileStart } from './read-start.ts';

const DELIMITER_WORDS: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
};
/** All of a row in one cell: the separators after a quote that is not closed were read as its text. */
const OPEN_QUOTE = /[,;\t|]\s*"/;
const SPREADSHEET = /\.(xlsx?|xlsm|xlsb|ods|numbers)$/i;

/** "4 columns with commas between them; the first 20 rows were read." */
export function startWords({ header, delimiter, rows, isAll }: FileStart): string {
  const columns = header.length === 1 ? '1 column' : `${amountText(header.length)} columns`;
  const between = header.length === 1 ? '' : ` with ${DELIMITER_WORDS[delimiter] ?? delimiter} between them`;
  if (isAll) return `${columns}${between}, ${rows.length === 1 ? '1 row' : `${rows.length} rows`}.`;
  return `${columns}${between}. The preview shows the first ${rows.length} rows.`;
}

/** Why this is not a file of rows; undefined: it may be one. @param first bytes of the file */
export function formatFault(name: string, first: Uint8Array): string | undefined {
  if (!isBinary(first)) return undefined;
  const [, ending] = SPREADSHEET.exec(name) ?? [];
  if (ending === undefined)
    return `${name} is an archive, not a CSV file. Unpack it and choose the CSV file inside.`;
  return `${name} is a spreadsheet (.${ending.toLowerCase()}), not a CSV file. Open it, save it as CSV (in Excel: “CSV UTF-8”), and choose that file.`;
}

/** Why a file whose start was read cannot be imported, or not with this encoding; undefined: it can. */
export function startFault({ header, rows, isAll, endless }: FileStart): string | undefined {
  if (header.length === 0)
    return `Row ${endless ?? 1} does not end within the first 64 KB of the file. Check for a quote that is not closed.`;
  if (header.some((cell) => cell.includes('\0')))
    return 'The first row cannot be read. Choose another encoding.';
  if (header.length === 1 && OPEN_QUOTE.test(header[0] ?? ''))
    return 'A quote in the first row is not closed.';
  if (header.some((cell) => WHOLE_ADDRESS.test(cell.trim())))
    return 'The first row must hold column names, but it holds an address. Add a row of names above it, such as email, first_name.';
  if (header.length > IMPORT_COLUMNS_MAX)
    return `The file has more than ${amountText(IMPORT_COLUMNS_MAX)} columns.`;
  if (rows.length === 0 && isAll) return 'The file has column names but no rows.';
  return undefined;
}

/** The warning about a file that can be imported. */
export function startWarning({ rows, header, endless }: FileStart): string | undefined {
  if (endless !== undefined)
    return `Row ${endless} does not end within the first 64 KB of the file. If a quote in it is not closed, the import stops there.`;
  if (header.length > 1 && rows.some((cells) => hasCellsBeyond(header, cells)))
    return 'Some rows have more cells than the first row has names. These rows are refused. Put quotes around cells that contain a separator.';
  return undefined;
}
