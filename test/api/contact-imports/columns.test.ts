// Which column of a file has which field (docs/reference/contact-imports.md#columns).
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import iconv from 'iconv-lite';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { counts, createImporter, type Importer } from './importer.ts';

const MEGABYTE = 1024 * 1024;

describe('Columns of imports', () => {
  const app = useApp();
  const importer = useEach(() => createImporter(app));
  beforeEach(async () => {
    await importer.owner.make('/contact-properties', { key: 'City', type: 'string' });
  });
  /** The contact that the file has, and what of it the test looks at. */
  const contactOf = async (importing: Importer, email: string) => {
    const contact = await importing.owner.contact(email);
    const properties = contact['properties'] as Record<string, { value: unknown }>;
    return [contact['first_name'], contact['last_name'], properties['City']?.value];
  };

  it('Reads the columns that the header names, in any letter case and order, and ignores other columns.', async () => {
    for (const [index, header] of [
      'city,nickname,last_name,EMAIL,first_name',
      'CITY,email 2,Last Name,Email,First-Name',
      'City,city,"last_name"," email ",first_name',
    ].entries()) {
      const email = `bo${index}@x.dev`;
      await importer.load([header, `Ulm,ignored,Smith,${email},Bo`]);
      expect(await contactOf(importer, email)).to.deep.equal(['Bo', 'Smith', 'Ulm']);
    }
  });

  it('Passes over blank rows before the header, and the line with which Excel names the delimiter.', async () => {
    const ended = await importer.load(
      'sep=;\r\n\r\n;;\r\nemail;first_name;City\r\nbo@x.dev;B, o;Ulm\r\nwrong;;',
    );
    expect(ended.counts).to.deep.include({ created: 1, failed: 1 });
    expect(await contactOf(importer, 'bo@x.dev')).to.deep.equal(['B, o', null, 'Ulm']);
    expect((await importer.failures(ended))[0]?.row).to.equal(6);
  });

  it('Reads the columns that the `column_map` names, and no others.', async () => {
    const header = 'email,first_name,last_name,Where,Who?';
    const properties = { City: { column: 'Where', type: 'string' } };
    const ended = await importer.load([header, 'bo@x.dev,Bo,Smith,Ulm,cy@x.dev'], {
      column_map: { email: 'Who?', last_name: 'first_name', properties },
    });
    expect(ended.status).to.equal('completed');
    expect(await contactOf(importer, 'cy@x.dev')).to.deep.equal([null, 'Bo', 'Ulm']);
    await importer.load([header, 'di@x.dev,Di,Smith,Ulm,'], { column_map: { first_name: 'last_name' } });
    expect(await contactOf(importer, 'di@x.dev')).to.deep.equal(['Smith', null, undefined]);
  });

  it('Reads a column `tracking` as the contact property of this name, where the account has one.', async () => {
    const { owner } = importer;
    await owner.make('/contact-properties', { key: 'parcel', type: 'string' });
    // Only accounts from before the field can have it.
    await app.pool.query("UPDATE contact_properties SET key = 'Tracking' WHERE key = 'parcel'");
    const ended = await importer.load(['email,tracking', 'bo@x.dev,1Z999']);
    expect(ended.columns).to.deep.equal({
      used: { email: 'email', tracking: 'properties.Tracking' },
      ignored: [],
    });
    expect(await owner.contact('bo@x.dev')).to.deep.include({
      tracking: 'allowed',
      properties: { Tracking: { type: 'string', value: '1Z999' } },
    });
    await importer.load(['email,tracking', 'cy@x.dev,refused'], { column_map: { tracking: 'tracking' } });
    expect(await owner.contact('cy@x.dev')).to.deep.include({ tracking: 'refused', properties: {} });
  });

  it('Reads files with commas, semicolons, tabs or vertical bars, with any line breaks, and with quoted cells that have delimiters, quotes and line breaks.', async () => {
    const files = [',', ';', '\t', '|'].flatMap((delimiter) =>
      ['\n', '\r\n', '\r'].map((lineBreak) => [delimiter, lineBreak] as const),
    );
    for (const [index, [delimiter, lineBreak]] of files.entries()) {
      const email = `bo${index}@x.dev`;
      const rows = [
        ['email', '"first_name"', 'last_name', '"City, or; place|\t"'],
        [email, `"B ${delimiter} ""o"""`, 'O"Neill', ''],
        [`cy${index}@x.dev`, `"a${lineBreak}b"`, '', ''],
      ];
      const text = rows.map((cells) => cells.join(delimiter)).join(lineBreak);
      const ended = await importer.load(text + (index % 2 === 0 ? lineBreak : ''));
      expect([ended.status, ended.counts.created], JSON.stringify(text)).to.deep.equal(['completed', 2]);
      const [firstName, lastName] = await contactOf(importer, email);
      expect([firstName, lastName]).to.deep.equal([`B ${delimiter} "o"`, 'O"Neill']);
      expect((await contactOf(importer, `cy${index}@x.dev`))[0]).to.equal(`a${lineBreak}b`);
    }
  });

  it('Reads files in UTF-8, UTF-16 and Windows-1252, with and without a byte order mark.', async () => {
    const mark = '\ufeff';
    for (const [index, [encoding, declared, start]] of [
      ['utf-8', undefined, ''],
      ['utf-8', 'utf-8', mark],
      ['utf-16le', 'utf-16le', ''],
      ['utf-16le', undefined, mark],
      ['windows-1252', 'windows-1252', ''],
      ['utf-16be', undefined, mark],
      ['utf-8', 'windows-1252', mark],
    ].entries()) {
      const text = `${start}email,first_name\nbo${index}@x.dev,Zoë – “€”\n`;
      const file = iconv.encode(text, String(encoding), { addBOM: false });
      await importer.run(await importer.upload(file, declared ? { encoding: declared } : {}));
      expect((await contactOf(importer, `bo${index}@x.dev`))[0]).to.equal('Zoë – “€”');
    }
  });

  it('Ends an import as `failed`, with the reason in `error`, when its file has no column of addresses, has a column twice that it needs, lacks a column of the `column_map`, has more than 1,000 columns or is not a text.', async () => {
    const many = Array.from({ length: 1_001 }, (_, index) => `c${index}`).join(',');
    const cases: [csv: string, error: string, column_map?: object][] = [
      ['bo@x.dev,Bo\ncy@x.dev,Cy', 'The first row has an address instead of column names'],
      ['Mail,Name\nbo@x.dev,Bo', 'Its columns are "Mail", "Name".'],
      ['\n  \n\n', 'The file has only blank rows.'],
      ['\ufeff', 'The file is empty.'],
      ['email,email\nbo@x.dev,cy@x.dev', 'The header has the column "email" more than once.'],
      ['email,a,a\nbo@x.dev,b,c', 'The header has the column "a" more than once.', { first_name: 'a' }],
      [
        'email,a\nbo@x.dev,b',
        'The header has no column "b". Its columns are "email", "a".',
        { first_name: 'b' },
      ],
      [`email,${many.slice(3)}\nbo@x.dev`, 'The file has more than 1,000 columns.'],
    ];
    for (const [csv, error, column_map] of cases) {
      const ended = await importer.load(csv, column_map && { column_map });
      expect([ended.status, ended.counts.total], csv).to.deep.equal(['failed', 0]);
      expect(ended.error).to.include(error);
    }
    const archive = await importer.run(await importer.upload(gzipSync('email\nbo@x.dev')));
    expect([archive.status, archive.error]).to.deep.equal([
      'failed',
      'The file must be plain text, but it is a spreadsheet or an archive. Export it as CSV.',
    ]);
    // It is UTF-16 that is read as UTF-8.
    const wide = iconv.encode('email\nbo@x.dev', 'utf-16le', { addBOM: false });
    const { error } = await importer.run(await importer.upload(wide));
    expect(error).to.equal('The header cannot be read. Set the `encoding` of the file, possibly utf-16le.');
  });

  it('Ends an import as `failed` when no row but the header and blank ones begins in the first 100 MB of its file, whatever follows.', async () => {
    const file = Buffer.concat([
      Buffer.from('email\n'),
      Buffer.alloc(101 * MEGABYTE, '\n'),
      Buffer.from('bo@x.dev\n'),
    ]);
    const ended = await importer.run(await importer.upload(file));
    expect(ended).to.deep.include({
      status: 'failed',
      counts: counts({}),
      error: 'The first 100 MB of the file have only blank rows.',
    });
  });
});
