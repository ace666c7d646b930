// The start of a file that is to be imported (dashboard/resources/imports/reading): the browser reads the columns and the
// first 20 rows as the import does.
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { decodeStart } from '../../dashboard/resources/imports/reading/decode-start.ts';
import {
  formatFault,
  startFault,
  startWarning,
  startWords,
} from '../../dashboard/resources/imports/reading/file-words.ts';
import { ROWS_READ, readStart, START_BYTES } from '../../dashboard/resources/imports/reading/read-start.ts';
import { decodeFile } from '../../shared/resources/flows/contact-imports/parsing/decode.ts';
import { FileRows } from '../../shared/resources/flows/contact-imports/parsing/file-rows.ts';
import { IMPORT_FILES, type ImportFile } from '../api/contact-imports/files.ts';

type Rows = readonly (readonly string[])[];

/** As the import reads the whole file. @returns header and first rows, or why it fails */
async function readByImport({ bytes, encoding }: ImportFile): Promise<Rows | string> {
  const rows = new FileRows({ columnMap: null, rowsRead: 0 });
  const read: (readonly string[])[] = [];
  const take = () => {
    do {
      read.push(...rows.read(() => true).map(({ cells }) => cells));
      const { newHeader: header } = rows;
      if (!header) continue;
      read.push(header);
      const none = {
        unsubscribed: undefined,
        tracking: undefined,
        firstName: undefined,
        lastName: undefined,
      };
      rows.use({ email: 0, ...none, properties: [], header });
    } while (rows.hasMore);
  };
  try {
    for await (const { text } of decodeFile(inPieces(bytes), encoding)) {
      rows.push(text);
      take();
    }
    rows.end();
    take();
    rows.checkEnd();
  } catch (error) {
    return (error as Error).message;
  }
  return read.slice(0, ROWS_READ + 1);
}

function inPieces(bytes: Buffer): Readable {
  const starts = Array.from({ length: Math.ceil(bytes.length / START_BYTES) }, (_, at) => at * START_BYTES);
  return Readable.from(starts.map((start) => bytes.subarray(start, start + START_BYTES)));
}

const startOf = (bytes: Uint8Array, encoding?: ImportFile['encoding']) =>
  readStart({ bytes: bytes.subarray(0, START_BYTES), isWhole: bytes.length <= START_BYTES, encoding });

function readByBrowser(bytes: Uint8Array, encoding?: ImportFile['encoding']): Rows | string {
  try {
    const { header, rows } = startOf(bytes, encoding);
    return [header, ...rows];
  } catch (error) {
    return (error as Error).message;
  }
}

const textOf = (text: string) => startOf(Buffer.from(text));

describe('The start of a file that is to be imported', () => {
  it(`has the columns and rows that the import reads, for each of ${IMPORT_FILES.length} files`, async () => {
    expect(IMPORT_FILES).to.have.length.above(40);
    for (const file of IMPORT_FILES) {
      expect(await readByImport(file), `${file.name}, by the import`).to.deep.equal(file.expected);
      expect(readByBrowser(file.bytes, file.encoding), `${file.name}, by the browser`).to.deep.equal(
        file.expected,
      );
    }
  });

  it('has an encoding that is guessed as the file was written, where no other reads the same', () => {
    for (const { name, bytes, encoding, expected } of IMPORT_FILES)
      expect(readByBrowser(bytes), name).to.deep.equal(expected, `${name}, written in ${encoding}`);
    const ascii = Buffer.from('email\nbo@x.dev');
    expect(decodeStart(ascii, { declared: undefined, isWhole: true }).encoding).to.equal('utf-8');
  });

  it('is UTF-8 though its last character is cut', () => {
    const bytes = Buffer.from(`email,first_name\nbo@x.dev,${'é'.repeat(START_BYTES)}`);
    expect(startOf(bytes.subarray(0, START_BYTES)).encoding).to.equal('utf-8');
    expect(startOf(bytes).encoding).to.equal('utf-8');
    expect(startOf(bytes).endless, 'the row that is not complete').to.equal(2);
  });

  it('says which spreadsheet or archive it is, and what to do', () => {
    const zip = Buffer.from('504b030414000600', 'hex');
    expect(formatFault('people.xlsx', zip)).to.equal(
      'people.xlsx is a spreadsheet (.xlsx), not a CSV file. Open it, save it as CSV (in Excel: “CSV UTF-8”), and choose that file.',
    );
    expect(formatFault('people.zip', zip)).to.include('people.zip is an archive, not a CSV file.');
    expect(formatFault('people.xlsx', Buffer.from('email\n')), 'a CSV with another ending').to.equal(
      undefined,
    );
  });

  it('says why a file is refused before it is sent', () => {
    const faults: [text: string, fault: string | undefined][] = [
      ['email,first_name\nbo@x.dev,Bo', undefined],
      ['bo@x.dev,Bo\ncy@x.dev,Cy', 'The first row must hold column names'],
      ['email,first_name\n', 'The file has column names but no rows.'],
      [`email${',x'.repeat(1_000)}\nbo@x.dev`, 'The file has more than 1,000 columns.'],
      [`"email\n${'bo@x.dev\n'.repeat(10_000)}`, 'Row 1 does not end within the first 64 KB of the file.'],
    ];
    for (const [text, fault] of faults) {
      const found = startFault(textOf(text));
      if (fault === undefined) expect(found, text).to.equal(undefined);
      else expect(found, text.slice(0, 50)).to.include(fault);
    }
    const wide = Buffer.from('email\nbo@x.dev\n', 'utf16le');
    expect(startFault(startOf(wide))).to.equal(undefined);
    expect(startFault(startOf(wide, 'utf-8'))).to.equal(
      'The first row cannot be read. Choose another encoding.',
    );
  });

  it('warns of rows that may be refused', () => {
    for (const row of ['bo@x.dev,Bo', 'bo@x.dev,Bo,, '])
      expect(startWarning(textOf(`email,first_name\n${row}`))).to.equal(undefined);
    expect(startWarning(textOf('email,first_name\nbo@x.dev,Bo,x'))).to.include(
      'more cells than the first row',
    );
    const endless = textOf(`email,first_name\nbo@x.dev,Bo\ncy@x.dev,"Cy\n${'x\n'.repeat(START_BYTES)}`);
    expect(startWarning(endless)).to.include('Row 3 does not end within the first 64 KB');
  });

  it('says how many columns and rows it has', () => {
    expect(startWords(textOf('email;first_name\nbo@x.dev;Bo'))).to.equal(
      '2 columns with semicolons between them, 1 row.',
    );
    expect(startWords(textOf(`email\n${'bo@x.dev\n'.repeat(30)}`))).to.equal(
      '1 column. The preview shows the first 20 rows.',
    );
  });
});
