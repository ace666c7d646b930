// The splitter of CSV files: it does what csv-parse does, however the text is cut into pieces, and bounds what it keeps.
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { IMPORT_COLUMNS_MAX, IMPORT_ROW_MAX_LENGTH } from '../../../../../shared/contract/limits.ts';
import {
  RecordSplitter,
  type SplitRecord,
} from '../../../../../shared/resources/flows/contact-imports/parsing/records.ts';

/** Splits a text that comes in pieces. */
function splitNumbered(text: string, places: readonly number[] = [], delimiter = ','): SplitRecord[] {
  const splitter = new RecordSplitter(delimiter);
  const cuts = [0, ...[...places].sort((a, b) => a - b), text.length];
  const records = cuts.slice(1).flatMap((end, index) => splitter.push(text.slice(cuts[index], end)));
  const all = [...records, ...splitter.end()];
  splitter.checkEnd();
  return all;
}

function split(text: string, places?: readonly number[], delimiter?: string): string[][] {
  return splitNumbered(text, places, delimiter).map(({ cells }) => cells);
}

/** What csv-parse makes of the same text. It trims cells without quotes; ours are trimmed when they are read. */
function splitByLibrary(text: string, delimiter: string): string[][] {
  const options = { delimiter, ltrim: true, record_delimiter: ['\r\n', '\n', '\r'], rtrim: true };
  return parse(text, { ...options, relax_column_count: true, relax_quotes: true });
}

function trimmed(records: readonly string[][]): string[][] {
  return records.map((cells) => cells.map((each) => each.trim()));
}

/** Blank records are left out: the library returns some of them. */
function withoutBlank(records: readonly string[][]): string[][] {
  return records.filter((cells) => cells.some((each) => each.trim() !== ''));
}

const plain = fc.stringMatching(/^[a-z,; \u{e9}\u{1f600}]{0,5}$/u).filter((text) => !/[,;]/.test(text));
const withQuoteInside = fc.tuple(fc.stringMatching(/^[a-z]{1,3}$/), plain).map(([a, b]) => `${a}"${b}`);
const quoted = fc.stringMatching(/^[a-z,;" \r\n]{0,6}$/).map((text) => `"${text.replaceAll('"', '""')}"`);
const cell = fc.oneof(
  plain,
  withQuoteInside,
  quoted,
  quoted.map((text) => ` ${text}  `),
);
const lineBreak = fc.constantFrom('\n', '\r\n', '\r');
const file = fc.record({
  delimiter: fc.constantFrom(',', ';'),
  lines: fc.array(fc.tuple(fc.array(cell, { minLength: 1, maxLength: 4 }), lineBreak), { maxLength: 6 }),
  hasLastBreak: fc.boolean(),
  places: fc.array(fc.nat(60), { maxLength: 8 }),
});

describe('the splitter of CSV files', () => {
  it('splits as csv-parse does, however the text is cut into pieces', () => {
    fc.assert(
      fc.property(file, ({ delimiter, lines, hasLastBreak, places }) => {
        const texts = lines.map(([cells, end]) => cells.join(delimiter) + end);
        const text = hasLastBreak ? texts.join('') : texts.join('').replace(/(\r\n|\n|\r)$/, '');
        const cuts = places.filter((place) => place < text.length);
        const expected = splitByLibrary(text, delimiter);
        expect(trimmed(split(text, cuts, delimiter)), JSON.stringify(text)).to.deep.equal(
          trimmed(withoutBlank(expected)),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('takes the quotes of a cell with text after the closing one unchanged', () => {
    expect(split('"Bo" x,2\n"a" ,"b"\n')).to.deep.equal([
      ['"Bo" x', '2'],
      ['a', 'b'],
    ]);
  });

  it('refuses a quote that is not closed, after the records before it', () => {
    const splitter = new RecordSplitter(',');
    expect(splitter.push('a,b\n1,2\n3,"4\n5')).to.deep.equal([
      { row: 1, cells: ['a', 'b'] },
      { row: 2, cells: ['1', '2'] },
    ]);
    // A text that is shorter than the record before it is not looked at until the end.
    expect([...splitter.push('"\n4,"'), ...splitter.end()]).to.deep.equal([{ row: 3, cells: ['3', '4\n5'] }]);
    expect(() => splitter.checkEnd()).to.throw('Row 4 cannot be parsed.');
  });

  it('leaves out blank records and counts them, however they end and are cut', () => {
    const blank = fc.stringMatching(/^[ \t,]{0,3}$|^ ?"[ \n]{0,2}" ?,?$|^,\u00a0$/);
    const lines = fc.array(blank, { maxLength: 6 });
    fc.assert(
      fc.property(lines, lines, lineBreak, fc.array(fc.nat(30)), (before, after, end, places) => {
        const text = [...before, 'a,b', ...after, 'c'].join(end);
        const cuts = places.filter((place) => place < text.length);
        expect(splitNumbered(text, cuts), JSON.stringify(text)).to.deep.equal([
          { row: before.length + 1, cells: ['a', 'b'] },
          { row: before.length + after.length + 2, cells: ['c'] },
        ]);
      }),
    );
    expect(splitNumbered('\r\n\n\r\ra\n\r\n')).to.deep.equal([{ row: 5, cells: ['a'] }]);
  });

  it('keeps one cell more than a row may have, and refuses a row that is too long', () => {
    const commas = new RecordSplitter(',');
    const [record] = commas.push(`${','.repeat(100_000)}a\n`);
    expect(record?.cells).to.have.length(IMPORT_COLUMNS_MAX + 1);
    const endless = new RecordSplitter(',');
    const piece = ','.repeat(16_384);
    const pushAll = () => {
      for (let length = 0; length <= 3 * IMPORT_ROW_MAX_LENGTH; length += piece.length) endless.push(piece);
    };
    expect(pushAll).to.throw('Row 1 has more than 4 million characters.');
  });
});
