// POST /contacts/imports (docs/reference/contact-imports.md#post-contactsimports).
import { expect } from 'chai';
import { IMPORT_FILE_MAX_BYTES } from '../../../shared/contract/limits.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { openSocket, readToEnd } from '../../support/net/raw-http.ts';
import { eventually } from '../../support/time/eventually.ts';
import { createContactOwner } from '../contacts/owner.ts';
import { UNKNOWN_ID } from '../specimen.ts';
import { createImporter } from './importer.ts';

const BOUNDARY = 'the-boundary';
const FORM = `multipart/form-data; boundary=${BOUNDARY}`;
const CSV = 'email\nbo@x.dev\n';

/** One part of a multipart body. */
function part(name: string, content: string, filename?: string): string {
  const file = filename === undefined ? '' : `; filename="${filename}"`;
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`;
}
const END = `--${BOUNDARY}--\r\n`;

describe('POST /contacts/imports', () => {
  const app = useApp();
  const importer = useEach(() => createImporter(app));
  const post = (body: object) => importer.owner.api.post('/contacts/imports').send(body);
  const postForm = (body: string) =>
    importer.owner.api.post('/contacts/imports').set('Content-Type', FORM).send(body);
  const stored = async () => {
    const { rows } = await app.pool.query<{ imports: number; files: number; uploads: number }>(
      `SELECT (SELECT count(*)::integer FROM contact_imports WHERE account_id = $1) AS imports,
              (SELECT count(DISTINCT id)::integer FROM attachment_chunks) AS files,
              (SELECT count(*)::integer FROM attachment_uploads) AS uploads`,
      [importer.owner.accountId],
    );
    return rows[0];
  };
  const removeAll = async () => {
    // What the test before had refused is being discarded.
    await app.deps.background.settled();
    await app.pool.query('DELETE FROM attachment_chunks');
  };

  it('Keeps the name of an uploaded file, without its directories and the addresses in it.', async () => {
    for (const [given, kept] of [
      ['Autumn fair.csv', 'Autumn fair.csv'],
      ['/home/ana/lists/Größe.csv', 'Größe.csv'],
      ['bo@customer.dev.csv', '…@…'],
      [`${'n'.repeat(200)}.csv`, `${'n'.repeat(100)}…`],
    ] as const) {
      const { body } = await postForm(part('file', CSV, given) + END);
      expect(body.filename, given).to.equal(kept);
      await importer.run(body);
    }
    expect((await post({ csv: CSV })).body.filename).to.equal(null);
  });

  it('Starts an import of a multipart file, with its fields before or after the file.', async () => {
    const { owner } = importer;
    const audience = await owner.audience();
    const segment = await owner.segment({ audience_id: audience });
    const fields = [
      part('audience_id', audience.toUpperCase()),
      part('on_conflict', 'update'),
      part('column_map', JSON.stringify({ email: 'E-mail' })),
      part('segments', JSON.stringify([{ id: segment }])),
      part('encoding', ''),
      part('unknown', 'ignored'),
    ];
    const file = part('file', 'E-mail\nbo@x.dev\n', 'blob');
    for (const parts of [
      [...fields, file],
      [file, ...fields],
    ]) {
      const { status, body } = await postForm([...parts, END].join(''));
      expect(status, JSON.stringify(body)).to.equal(201);
      expect(body).to.deep.include({
        object: 'contact_import',
        audience_id: audience,
        status: 'queued',
        on_conflict: 'update',
        encoding: 'utf-8',
        size: 16,
        progress: 0,
        error: null,
        completed_at: null,
      });
      expect((await importer.run(body)).status).to.equal('completed');
    }
    expect((await owner.read(`/segments/${segment}/contacts`)).data).to.have.length(1);
  });

  it('Starts an import of the text in a JSON body.', async () => {
    const { status, body } = await post({ csv: 'email\nbö@x.dev', encoding: 'utf-16le', on_conflict: null });
    expect([status, body.on_conflict, body.encoding, body.size]).to.deep.equal([201, 'skip', 'utf-8', 15]);
    expect((await importer.run(body)).counts.created).to.equal(1);
    expect(await importer.owner.emails()).to.deep.equal(['bö@x.dev']);
  });

  it('Imports into the default audience when the request names none, and into the audience that it names.', async () => {
    const { owner } = importer;
    const audience = await owner.audience();
    await importer.load(CSV);
    await importer.load('email\ncy@x.dev', { audience_id: audience });
    const emailsIn = async (path: string) =>
      (await owner.read(path)).data.map(({ email }: { email: string }) => email);
    expect(await emailsIn('/contacts')).to.deep.equal(['bo@x.dev']);
    expect(await emailsIn(`/audiences/${audience}/contacts`)).to.deep.equal(['cy@x.dev']);
  });

  it('Rejects an import without a file with missing_required_field 422, and one with an empty file with validation_error 422.', async () => {
    for (const answer of [
      await post({}),
      await post({ csv: '' }),
      await post({ csv: null, on_conflict: 'skip' }),
      await postForm(part('on_conflict', 'skip') + END),
      await postForm(part('file', CSV) + END),
    ])
      expectError(answer, 422, 'missing_required_field');
    const empty = await postForm(part('file', '', 'a.csv') + END);
    expect(expectError(empty, 422, 'validation_error')).to.include('`file`');
  });

  it('Rejects a file over 200 MB with validation_error 422.', async () => {
    const socket = await openSocket(app.port);
    const answer = readToEnd(socket);
    const head = [
      'POST /contacts/imports HTTP/1.1',
      'Host: x',
      'User-Agent: test',
      `Authorization: Bearer ${importer.owner.token}`,
      `Content-Type: ${FORM}`,
      `Content-Length: ${IMPORT_FILE_MAX_BYTES + 3 * 1024 * 1024}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${part('file', CSV, 'a.csv')}`);
    expect(await answer)
      .to.match(/^HTTP\/1.1 422 /)
      .and.include('validation_error')
      .and.include('at most');
  });

  it('Rejects a multipart body that is cut off, malformed or has another file, and a JSON body that is no JSON, with validation_error 422.', async () => {
    const file = part('file', CSV, 'a.csv');
    const cases: Record<string, string> = {
      'no end': file,
      'an end in the middle of the file': `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nemail\nbo@`,
      'no parts': 'email\nbo@x.dev',
      'another field for the file': part('csv', CSV, 'a.csv') + END,
      'two files': file + file + END,
      'a field twice': file + part('on_conflict', 'skip') + part('on_conflict', 'update') + END,
      'a field of two megabytes': file + part('on_conflict', 'x'.repeat(2 * 1024 * 1024)) + END,
      'a hundred fields':
        file + Array.from({ length: 100 }, (_, index) => part(`f${index}`, 'x')).join('') + END,
      'a field in an unknown charset': `${file}--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset=x-foo\r\n\r\nx\r\n${END}`,
      'NUL in a field': file + part('audience_id', 'a\0b') + END,
      'a field that begins like JSON': file + part('column_map', '{"email"') + END,
    };
    for (const [what, body] of Object.entries(cases)) {
      const answer = await postForm(body);
      expect(answer.status, what).to.equal(422);
      expectError(answer, 422, 'validation_error');
    }
    for (const [type, body] of [
      ['multipart/form-data', `${file}${END}`],
      ['text/csv', CSV],
      ['application/json', '{"csv":'],
      ['application/json', '[]'],
    ]) {
      const request = importer.owner.api.post('/contacts/imports').set('Content-Type', String(type));
      expectError(await request.send(body), 422, 'validation_error');
    }
  });

  it('Keeps nothing of a file whose request was refused.', async () => {
    await removeAll();
    const refused = part('file', CSV, 'a.csv') + part('on_conflict', 'both') + END;
    await Promise.all(Array.from({ length: 8 }, () => postForm(refused)));
    await postForm(part('file', CSV, 'a.csv'));
    await post({ csv: CSV, audience_id: UNKNOWN_ID });
    const socket = await openSocket(app.port);
    socket.write(
      `POST /contacts/imports HTTP/1.1\r\nHost: x\r\nUser-Agent: test\r\nAuthorization: Bearer ${importer.owner.token}\r\nContent-Type: ${FORM}\r\nContent-Length: 1000000\r\n\r\n${part('file', 'x'.repeat(300_000), 'a.csv')}`,
    );
    await eventually('a chunk is stored', async () => (await stored())?.files === 1);
    socket.destroy();
    const nothing = { imports: 0, files: 0, uploads: 0 };
    await eventually('everything is discarded', async () => {
      expect(await stored()).to.deep.equal(nothing);
      return true;
    });
  });

  it('Rejects a `column_map` with a property that has another type, or is not declared and not to be made, with validation_error 422.', async () => {
    await importer.owner.make('/contact-properties', { key: 'plan', type: 'string' });
    for (const properties of [
      { tariff: { column: 'a' } },
      { constructor: { column: 'a' } },
      JSON.parse('{"__proto__": {"column": "a"}}'),
      { plan: { column: 'a', type: 'number' } },
    ]) {
      const answer = await post({ csv: CSV, column_map: { properties } });
      expect(expectError(answer, 422, 'validation_error')).to.include('`column_map.properties.');
    }
    await importer.owner.make('/contact-properties', { key: '__proto__', type: 'string' });
    const columns = JSON.parse('{"plan": {"column": "email"}, "__proto__": {"column": "email"}}');
    await importer.load(CSV, { column_map: { properties: columns } });
    const { properties } = await importer.owner.contact('bo@x.dev');
    expect(Object.keys(properties as object)).to.have.members(['plan', '__proto__']);
  });

  it('Answers not_found 404 to an import into an unknown audience, segment or topic, or one of another account.', async () => {
    const other = await createContactOwner(app);
    const audience = await other.audience();
    const segment = await other.segment();
    const topic = await other.topic();
    for (const [audienceId, segmentId, topicId] of [
      [audience, segment, topic],
      [UNKNOWN_ID, UNKNOWN_ID, UNKNOWN_ID],
    ])
      for (const options of [
        { audience_id: audienceId },
        { segments: [segmentId] },
        { topics: [{ id: topicId, subscription: 'opt_in' }] },
      ])
        expectError(await post({ csv: CSV, ...options }), 404, 'not_found');
  });

  it('Rejects an import into a segment of another audience or a dynamic one with validation_error 422.', async () => {
    const { owner } = importer;
    const audience = await owner.audience();
    const elsewhere = await owner.segment({ audience_id: audience });
    const filter = { field: 'contact.first_name', operator: 'eq', value: 'Bo', type: 'rule' };
    const dynamic = await owner.make('/segments', { name: 'Bos', filter });
    for (const id of [elsewhere, dynamic])
      expectError(await post({ csv: CSV, segments: [{ id }] }), 422, 'validation_error');
  });

  it('Rejects an import with validation_error 422 while 20 imports of the account have not ended.', async () => {
    const started = await Promise.all(Array.from({ length: 22 }, () => post({ csv: CSV })));
    const refused = started.filter(({ status }) => status !== 201);
    expect(refused).to.have.length(2);
    for (const answer of refused) expectError(answer, 422, 'validation_error');
    const [first] = started.filter(({ status }) => status === 201);
    await importer.owner.api.post(`/contacts/imports/${first?.body.id}/cancel`).expect(200);
    expect((await post({ csv: CSV })).status).to.equal(201);
  });
});
