// The chunks of a file with many blank rows: what they skip, how rows are numbered, and where such a file ends.
import { expect } from 'chai';
import iconv from 'iconv-lite';
import { IMPORT_BLANK_BYTES_MAX } from '../../../../../shared/contract/limits.ts';
import { FairTurns } from '../../../../../shared/platform/sharing/fair-turns.ts';
import type { UploadStore } from '../../../../../shared/platform/storage/upload-store.ts';
import type {
  ContactImportEncoding,
  FullContactImport,
} from '../../../../../shared/resources/flows/contact-imports/contact-import.ts';
import {
  type Chunk,
  readChunks,
} from '../../../../../shared/resources/flows/contact-imports/parsing/chunks.ts';
import {
  assignColumns,
  existingColumns,
} from '../../../../../shared/resources/flows/contact-imports/parsing/columns.ts';

/** Bytes in which the store gives a file: no multiple of what is decoded at a time. */
const STORED_BYTES = 100_003;
const MEGABYTE = 1024 * 1024;

interface Reading {
  encoding?: ContactImportEncoding;
  rowsRead?: number;
  turns?: FairTurns;
}

/** Reads a file that comes in parts, each so many times. */
async function readFile(
  parts: [text: string, times: number][],
  { turns = new FairTurns(), ...given }: Reading = {},
) {
  const importing = {
    accountId: 'account',
    contentId: 'file',
    size: 0,
    columnMap: null,
    encoding: 'utf-8',
    rowsRead: 0,
    ...given,
  } as FullContactImport;
  function* read() {
    for (const [text, times] of parts) {
      const part = iconv.encode(text, importing.encoding);
      if (part.length === 0) continue;
      const perPiece = Math.max(1, Math.floor(STORED_BYTES / part.length));
      const piece = Buffer.alloc(perPiece * part.length, part);
      for (let left = times; left > 0; left -= perPiece)
        yield piece.subarray(0, Math.min(left, perPiece) * part.length);
    }
  }
  const store = { read } as unknown as UploadStore;
  const chunks: Chunk[] = [];
  let error: string | undefined;
  try {
    const findColumns = async (header: readonly string[]) =>
      existingColumns(header, assignColumns(header, importing, []), []);
    const options = { importing, findColumns, rowsMax: 5_000, goesOn: () => true, turns };
    for await (const chunk of readChunks(store, options)) chunks.push(chunk);
  } catch (thrown) {
    error = (thrown as Error).message;
  }
  const rows = chunks.flatMap((chunk) => chunk.rows.map(({ row, cells }) => `${row} ${cells.join('|')}`));
  return { chunks, rows, error };
}

const ONLY_BLANK = 'The first 100 MB of the file have only blank rows.';
/** More than the 16 KiB that are decoded at a time. */
const MANY = 17_000;

function fileWithBlank(line: string, end: string, encoding: string): [string, number][] {
  const isBlankAnyway = line.trim() === '';
  return [
    [encoding === 'windows-1252' ? '' : '\ufeff', 1],
    // The delimiter is not known yet.
    [isBlankAnyway ? line + end : end, MANY],
    [`sep=;${end}email;note${end}`, 1],
    [line + end, MANY],
    [`é@x.dev;"b${end}${end}c"${end}`, 1],
    [line + end, MANY],
    ['z@x.dev', 1],
  ];
}

describe('the chunks of a file with blank rows', () => {
  it('number rows as if no row was blank, in each encoding', async () => {
    for (const encoding of ['utf-8', 'utf-16le', 'windows-1252'] as const)
      for (const end of ['\n', '\r\n', '\r'])
        for (const line of ['', ' \t ', '\t;', '" ";']) {
          const { rows, error } = await readFile(fileWithBlank(line, end, encoding), { encoding });
          expect([rows, error], `${encoding} ${JSON.stringify(line + end)}`).to.deep.equal([
            [`${2 * MANY + 3} é@x.dev|b${end}${end}c`, `${3 * MANY + 4} z@x.dev`],
            undefined,
          ]);
        }
  });

  it('find the delimiter after many blank rows, also where the header is cut', async () => {
    for (const blank of [16_380, 16_384, 99_999]) {
      const { rows } = await readFile([
        ['\n', blank],
        ['email;note\na@x.dev;b,c,d\n;;;\n;b\n', 1],
      ]);
      expect(rows).to.deep.equal([`${blank + 2} a@x.dev|b,c,d`, `${blank + 4} |b`]);
    }
  });

  it('pass over rows that are committed, and say how far they have come through blank ones', async () => {
    const parts: [string, number][] = [
      ['email\na@x.dev\n', 1],
      ['\n', 40 * MEGABYTE],
      ['b@x.dev\n', 1],
    ];
    const { chunks, rows } = await readFile(parts);
    expect(rows).to.deep.equal(['2 a@x.dev', `${40 * MEGABYTE + 3} b@x.dev`]);
    expect(chunks.length).to.be.within(3, 5);
    for (const { lastRow, bytesRead } of chunks.slice(0, -1)) {
      // A line break more or less, as the header and the first row have 14 bytes and 2 rows.
      expect(lastRow).to.be.within(bytesRead - 20_000, bytesRead);
    }
    const rest = await readFile(parts, { rowsRead: chunks.at(-2)?.lastRow ?? 0 });
    expect(rest.rows).to.deep.equal([`${40 * MEGABYTE + 3} b@x.dev`]);
  });

  it('end where the first 100 MB have no row', async () => {
    const before = 'email\n';
    const blank = IMPORT_BLANK_BYTES_MAX - before.length;
    const row = 'a@x.dev\n';
    // Before the header and after it, of white space and of nothing.
    const tooLate = await readFile([
      [' \t\r\n', IMPORT_BLANK_BYTES_MAX / 8],
      [before, 1],
      ['\n', blank / 2 + 20_000],
      [row, 1],
    ]);
    expect([tooLate.rows.length, tooLate.error]).to.deep.equal([0, ONLY_BLANK]);
    // A row that has begun is none that is blank, and after it nothing ends the file.
    const inTime = await readFile([
      [before, 1],
      ['\n', blank - 4],
      [`,"${'x'.repeat(MEGABYTE)}"\n`, 1],
      ['\n', 20_000],
      [row, 1],
    ]);
    expect([inTime.rows.length, inTime.error]).to.deep.equal([2, undefined]);
    // Committed rows count, although they are passed over.
    const later = await readFile(
      [
        [before + row, 1],
        ['\n', blank + 20_000],
        [row, 1],
      ],
      { rowsRead: 2 },
    );
    expect([later.rows.length, later.error]).to.deep.equal([1, undefined]);
  });

  it('are read in turns of their account, which end between any two rows', async () => {
    const owners: string[] = [];
    class ShortTurns extends FairTurns {
      override run<Result>(owner: string, compute: (mayGoOn: () => boolean) => Result): Promise<Result> {
        owners.push(owner);
        return super.run(owner, () => compute(() => false));
      }
    }
    const { rows } = await readFile(
      [
        ['email\n', 1],
        ['x\n', 1_000],
        ['\n', 1_000],
      ],
      { turns: new ShortTurns() },
    );
    expect(rows).to.have.length(1_000);
    // The header is read like a row; some turns more take the pieces of the text and its end.
    expect(owners.length).to.be.within(1_001, 1_006);
    expect(new Set(owners)).to.deep.equal(new Set(['account']));
  });
});
