// Files that people import, with what is read of each: the importer is tested with them, and so is the dashboard, which
// shows the same rows before a file is sent.
import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import type { ContactImportEncoding } from '../../../shared/resources/flows/contact-imports/contact-import.ts';

/** A file. */
export interface ImportFile {
  name: string;
  bytes: Buffer;
  /** What a request says of it; a byte order mark says more. */
  encoding: ContactImportEncoding;
  /** The header and the rows, up to 20; or why it cannot be read. */
  expected: readonly (readonly string[])[] | string;
}

const BOM = '\ufeff';
const HEADER = ['email', 'first_name'];
const BO = ['bo@x.dev', 'Bo'];
const PLAIN = [HEADER, BO];
const ZOE = [HEADER, ['bo@x.dev', 'Zoë – “€”']];
const NOT_TEXT = 'The file must be plain text, but it is a spreadsheet or an archive. Export it as CSV.';

function file(
  name: string,
  text: string | Buffer,
  expected: ImportFile['expected'],
  encoding: ContactImportEncoding = 'utf-8',
): ImportFile {
  const bytes = typeof text === 'string' ? iconv.encode(text, encoding, { addBOM: false }) : text;
  return { name, bytes, encoding, expected };
}

const table = (rows: readonly (readonly string[])[], delimiter = ',', lineBreak = '\n') =>
  rows.map((cells) => cells.join(delimiter)).join(lineBreak);
const numbered = (count: number) => Array.from({ length: count }, (_, at) => [`bo${at}@x.dev`, `Bo ${at}`]);

/** Every delimiter with every line break, with a last one and without. */
const SEPARATED = [',', ';', '\t', '|'].flatMap((delimiter) =>
  ['\n', '\r\n', '\r'].flatMap((lineBreak) => [
    file(
      `cells with ${JSON.stringify(delimiter)}, lines with ${JSON.stringify(lineBreak)}`,
      table(PLAIN, delimiter, lineBreak),
      PLAIN,
    ),
    file(
      `quoted cells with ${JSON.stringify(delimiter)}, lines with ${JSON.stringify(lineBreak)}`,
      [`"email"${delimiter}first_name`, `"bo@x.dev"${delimiter}"B ${delimiter} ""o""${lineBreak}x"`, ''].join(
        lineBreak,
      ),
      [HEADER, ['bo@x.dev', `B ${delimiter} "o"${lineBreak}x`]],
    ),
  ]),
);

const ENCODED = [
  file('UTF-8', table(ZOE), ZOE),
  file('UTF-8 with a byte order mark', BOM + table(ZOE), ZOE),
  file('UTF-16', table(ZOE), ZOE, 'utf-16le'),
  file('UTF-16 with a byte order mark', BOM + table(ZOE), ZOE, 'utf-16le'),
  {
    ...file('UTF-16 with a byte order mark, declared as UTF-8', BOM + table(ZOE), ZOE, 'utf-16le'),
    encoding: 'utf-8',
  },
  file('Windows-1252', table(ZOE), ZOE, 'windows-1252'),
  file(
    'Windows-1252 with bytes that it does not have',
    Buffer.from([...Buffer.from('email,first_name\nbo@x.dev,B'), 0x81, 0x8d, 0x8f, 0x90, 0x9d]),
    [HEADER, ['bo@x.dev', `B${'\ufffd'.repeat(5)}`]],
    'windows-1252',
  ),
  file('UTF-16 in big-endian order', iconv.encode(`${BOM}${table(ZOE)}`, 'utf-16be', { addBOM: false }), ZOE),
  {
    ...file('UTF-8 with a byte order mark, declared as Windows-1252', BOM + table(ZOE), ZOE),
    encoding: 'windows-1252',
  },
  file(
    'byte order marks of files that were joined',
    `${BOM}${BOM}"email",first_name\n${BOM}"bo@x.dev",Bo`,
    PLAIN,
  ),
  file('a mark before the line that names the delimiter', `${BOM}${BOM}sep=;\na,b;email\n1;bo@x.dev`, [
    ['a,b', 'email'],
    ['1', 'bo@x.dev'],
  ]),
  file(
    'half a surrogate in UTF-16',
    Buffer.from([...Buffer.from('email\nbo\ud83d', 'utf16le')]),
    [['email'], ['bo\ufffd']],
    'utf-16le',
  ),
  file('a character that is cut between two pieces', `email,first_name\n${'é'.repeat(20_000)}@x.dev,Bo\n`, [
    HEADER,
    [`${'é'.repeat(20_000)}@x.dev`, 'Bo'],
  ]),
] satisfies ImportFile[];

const HEADED = [
  file('blank rows before the header', '\n  \n;;\nemail;first_name\nbo@x.dev;Bo', PLAIN),
  file('the line that names the delimiter for Excel', 'sep=;\r\nemail;first_name\r\nbo@x.dev;Bo', PLAIN),
  file('that line with a comma, in a file with semicolons in its names', 'sep=,\nemail,a;b;c\nbo@x.dev,Bo', [
    ['email', 'a;b;c'],
    BO,
  ]),
  file('the address column decides about the delimiter', 'a;b;c,Email,d\n1;2;3,bo@x.dev,4', [
    ['a;b;c', 'Email', 'd'],
    ['1;2;3', 'bo@x.dev', '4'],
  ]),
  file('no header', table([BO, ['cy@x.dev', 'Cy']]), [BO, ['cy@x.dev', 'Cy']]),
  file('two columns of the same name', 'email,email\nbo@x.dev,cy@x.dev', [
    ['email', 'email'],
    ['bo@x.dev', 'cy@x.dev'],
  ]),
  file('columns without names', ',email,\n1,bo@x.dev,2', [
    ['', 'email', ''],
    ['1', 'bo@x.dev', '2'],
  ]),
  file('200 columns', table([columns(200), columns(200)]), [columns(200), columns(200)]),
  file('more columns than a row may have', table([columns(1_200), BO]), [columns(1_200).slice(0, 1_001), BO]),
  file('names with markup and signs', '<b>email</b>,Größe (cm)\nbo@x.dev,1.90', [
    ['<b>email</b>', 'Größe (cm)'],
    ['bo@x.dev', '1.90'],
  ]),
];

const ROWS = [
  file('20 rows', table([HEADER, ...numbered(20)]), [HEADER, ...numbered(20)]),
  file('more than 20 rows', table([HEADER, ...numbered(30)]), [HEADER, ...numbered(20)]),
  file('more than 64 KB', table([HEADER, ...numbered(10_000)]), [HEADER, ...numbered(20)]),
  file('rows with too few cells and too many', 'email,first_name\nbo@x.dev\nbo@x.dev,Bo,x', [
    HEADER,
    ['bo@x.dev'],
    [...BO, 'x'],
  ]),
  file('empty cells after the last column', 'email,first_name\nbo@x.dev,Bo,, ,', [
    HEADER,
    [...BO, '', ' ', ''],
  ]),
  file('the address column is found by what is seen of its name', 'a;b;c,e\u00admail\u200b\n1;2;3,bo@x.dev', [
    ['a;b;c', 'e\u00admail\u200b'],
    ['1;2;3', 'bo@x.dev'],
  ]),
  file('blank rows between rows', 'email,first_name\n\n , \n"",""\nbo@x.dev,Bo\n\n', PLAIN),
  file('a quote inside of a cell', 'email,first_name\nbo@x.dev,O"Neill', [HEADER, ['bo@x.dev', 'O"Neill']]),
  file('text after a closing quote', 'email,first_name\nbo@x.dev,"Bo" x', [HEADER, ['bo@x.dev', '"Bo" x']]),
  file('spaces around cells and quotes', ' email , "first_name" \n bo@x.dev , "Bo" ', [
    [' email ', 'first_name'],
    [' bo@x.dev ', 'Bo'],
  ]),
  file('a row of 30 KB', `email,first_name\nbo@x.dev,${'x'.repeat(30_000)}\n`, [
    HEADER,
    ['bo@x.dev', 'x'.repeat(30_000)],
  ]),
  file('a header and nothing else', 'email,first_name\n', [HEADER]),
  file('names of 255 characters', `email,${'n'.repeat(255)}\nbo@x.dev,Bo`, [['email', 'n'.repeat(255)], BO]),
  file('a NUL in a cell', 'email,first_name\nbo@x.dev,B\0', [HEADER, ['bo@x.dev', 'B\0']]),
  file('emoji and combined characters', 'email,first_name\nbo@x.dev,👩‍👩‍👧 Zoe\u0308', [
    HEADER,
    ['bo@x.dev', '👩‍👩‍👧 Zoe\u0308'],
  ]),
];

const REFUSED = [
  file('only blank rows', '\n  \n\n', 'The file has only blank rows.'),
  file('a byte order mark alone', BOM, 'The file is empty.'),
  file(
    'a quote that never closes',
    'email,first_name\nbo@x.dev,"Bo\ncy@x.dev,Cy',
    'Row 2 cannot be parsed. Check for a missing quote.',
  ),
  file('a gzip archive', gzipSync('email\nbo@x.dev'), NOT_TEXT),
  file('an Excel workbook', Buffer.from('504b030414000600', 'hex'), NOT_TEXT),
  file('an old Excel workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), NOT_TEXT),
];

/** All of them. */
export const IMPORT_FILES: readonly ImportFile[] = [...SEPARATED, ...ENCODED, ...HEADED, ...ROWS, ...REFUSED];

function columns(count: number): string[] {
  return Array.from({ length: count }, (_, at) => (at === 0 ? 'email' : `c${at}`));
}
