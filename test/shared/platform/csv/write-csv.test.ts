// The writer of all CSV: what it writes is read again as it was given, and no cell of it is computed by a spreadsheet.
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { streamCsv, writeCsv } from '../../../../shared/platform/csv/write-csv.ts';

/** A cell without what makes a formula. */
const harmless = fc.stringMatching(/^([a-z0-9"',;|\u{e9}\u{1f600}][a-z"',;|\t\r\n =@+-]{0,6})?$/u);

describe('the writer of CSV', () => {
  it('writes cells so that they are read unchanged, whatever delimiters, quotes and line breaks they have', () => {
    fc.assert(
      fc.property(fc.array(fc.array(harmless, { minLength: 2, maxLength: 4 }), { minLength: 1 }), (rows) => {
        const text = writeCsv(rows);
        expect(parse(text, { record_delimiter: '\r\n', relax_column_count: true })).to.deep.equal(rows);
      }),
    );
    expect(writeCsv([['a\nb', 'a\rb', 'a\r\nb', 'a;=1', 'a\tb', 'a|b', 'a b', '"', null, 10]])).to.equal(
      '"a\nb","a\rb","a\r\nb","a;=1","a\tb","a|b",a b,"""",,10\r\n',
    );
  });

  it('puts an apostrophe before a cell that a spreadsheet would compute', () => {
    const formulas = ['=1+1', '+1', '-1', '@SUM(1)', '\uff1d1', '\uff0b1', '\uff0d1', '\uff201'];
    const spaces = ['', ' ', '\u00a0', '\t', '\r', '\n', '\r\n ', ' \t\n'];
    const unseen = [
      '\ufeff',
      '\u200b',
      '\0',
      '\u0085',
      '\u00ad',
      '\u180e',
      '\u2066',
      '\u3164',
      '\ufe0f',
      '\u{e0020}',
    ];
    for (const before of [...spaces, ...unseen, ' \u00ad\u0085'])
      for (const formula of formulas) {
        const cell = before + formula;
        const [[written = '']] = parse(writeCsv([[cell, 'b']])) as [string[]];
        expect(written, JSON.stringify(cell)).to.equal(`'${cell}`);
      }
    for (const cell of ['\ta', '\ra', '\na']) expect(writeCsv([[cell]])).to.equal(`"'${cell}"\r\n`);
    expect(writeCsv([['=HYPERLINK("http://x.dev";"a, b")']])).to.equal(
      `"'=HYPERLINK(""http://x.dev"";""a, b"")"\r\n`,
    );
    expect(writeCsv([['=\n1']])).to.equal(`"'=\n1"\r\n`);
  });

  it('leaves what computes nothing unchanged', () => {
    for (const cell of ['@', '-', '=', '+', 'a=1', 'a@x.dev', "'=1", '', ' '])
      expect(writeCsv([[cell, 'b']])).to.equal(`${cell},b\r\n`);
    // A number is not a text of a client.
    expect(writeCsv([[-1, null]])).to.equal('-1,\r\n');
  });

  it('streams rows in pieces, and fails where they do', async () => {
    async function* rows(count: number) {
      for (let row = 1; row <= count; row += 1) yield await Promise.resolve([row, 'é'.repeat(100)]);
    }
    const pieces: Buffer[] = await streamCsv(rows(2_000)).toArray();
    expect(pieces.length).to.be.within(3, 6);
    expect(parse(Buffer.concat(pieces))).to.have.length(2_000);
    async function* failing() {
      yield* rows(1);
      throw new Error('the database is away');
    }
    const error = await streamCsv(failing())
      .toArray()
      .catch((thrown: Error) => thrown.message);
    expect(error).to.equal('the database is away');
  });
});
