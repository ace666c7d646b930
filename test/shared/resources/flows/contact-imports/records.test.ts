// The splitter of CSV files: it does what csv-parse does, however the text is cut into pieces, and bounds what it keeps.
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { IMPORT_COLUMNS_MAX, IMPORT_ROW_MAX_LENGTH } from '../../../../shared/contract/limits.ts';
import { RecordSplitter } from '../../../../shared/resources/contact-imports/reading/records.ts';

/** Splits a text that comes in pieces. */
function split(text: string, places: readonly number[] = [], delimiter = ','): string[][] {
  const splitter = new RecordSplitter(delimiter);
  const cuts = [0, ...[...places].sort((a, b) => a - b), text.length];
  const records = cuts.slice(1).flatMap((end, index) => splitter.push(text.slice(cuts[index], end)));
  return [...records, ...splitter.end()];
}

/** What csv-parse makes of the same text. It trims cells without quotes; ours are trimmed when they are read. */
function splitByLibrary(text: string, delimiter: string): string[][] {
  const options = { delimiter, ltrim: true, record_delimiter: ['\r\n', '\n', '\r'], rtrim: true };
  return parse(text, { ...options, relax_column_count: true, relax_quotes: true });
}

/** Blank rows, which are passed over, are left out: the library returns some of them. */
function compared(records: readonly string[][]): string[][] {
  return records
    .map((cells) => cells.map((each) => each.trim()))
    .filter((cells) => cells.some((each) => each !== ''));
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
        expect(compared(split(text, cuts, delimiter)), JSON.stringify(text)).to.deep.equal(
          compared(expected),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('takes the quotes of a cell with text behind the closing one as they are', () => {
    expect(split('"Bo" x,2\n"a" ,"b"\n')).to.deep.equal([
      ['"Bo" x', '2'],
      ['a', 'b'],
    ]);
  });

  it('refuses a quote that is not closed, behind the records before it', () => {
    const splitter = new RecordSplitter(',');
    expect(splitter.push('a,b\n1,2\n3,"4\n5')).to.deep.equal([
      ['a', 'b'],
      ['1', '2'],
    ]);
    expect(() => splitter.end()).to.throw('Row 3 cannot be parsed.');
  });

  it('keeps one cell more than a row may have, and refuses a row that is too long', () => {
    const commas = new RecordSplitter(',');
    const [record] = commas.push(`${','.repeat(100_000)}\n`);
    expect(record).to.have.length(IMPORT_COLUMNS_MAX + 1);
    const endless = new RecordSplitter(',');
    const piece = ','.repeat(16_384);
    const pushAll = () => {
      for (let length = 0; length <= 3 * IMPORT_ROW_MAX_LENGTH; length += piece.length) endless.push(piece);
    };
    expect(pushAll).to.throw('Row 1 has more than 4 million characters.');
  });
});
