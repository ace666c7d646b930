// Imports until their end: their records, their order, cancellation, refused rows and events
// (docs/reference/contact-imports.md#until-its-end).
import { expect } from 'chai';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createContactImport } from '../../support/factories/contact-factories.ts';
import { createApiKey } from '../../support/factories/factories.ts';
import { eventually } from '../../support/time/eventually.ts';
import { removeOldRows } from '../../support/work/remove-old-rows.ts';
import { createContactOwner } from '../contacts/owner.ts';
import { describePaging } from '../paging.ts';
import { UNKNOWN_ID } from '../specimen.ts';
import { counts, createImporter } from './importer.ts';

const CSV = ['email', 'bo@x.dev', 'wrong', 'cy@x.dev'];
const DAY_MS = 24 * 60 * 60 * 1_000;

describe('Imports until their end', () => {
  const app = useApp();
  const importer = useEach(() => createImporter(app));
  const filesOf = async ({ id }: { id: string }) => {
    const { rowCount } = await app.pool.query(
      `SELECT FROM attachment_chunks JOIN contact_imports ON content_id = attachment_chunks.id
       WHERE contact_imports.id = $1`,
      [id],
    );
    return rowCount;
  };

  it('Answers an import by its id, and lists imports with every field, also those of one status.', async () => {
    const first = await importer.load(CSV);
    const second = await importer.start(CSV);
    const item = await importer.read(first);
    const ended = { status: 'completed', progress: 100, error: null };
    expect(item).to.deep.include({ object: 'contact_import', ...ended });
    const list = async (query: string) => (await importer.owner.read(`/contacts/imports${query}`)).data;
    expect((await list('')).map(({ id }: { id: string }) => id)).to.deep.equal([second.id, first.id]);
    expect(await list('?status=completed')).to.deep.equal([item]);
    expect(await list('?status=failed')).to.deep.equal([]);
    expectError(await importer.owner.api.get('/contacts/imports?status=done'), 422, 'validation_error');
  });

  it('Answers not_found 404 to an unknown import or one of another account: nothing is read or changed.', async () => {
    const started = await importer.start(CSV);
    const { api } = await createContactOwner(app);
    for (const id of [started.id, UNKNOWN_ID, 'x'])
      for (const answer of [
        await api.get(`/contacts/imports/${id}`),
        await api.get(`/contacts/imports/${id}/failures`),
        await api.get(`/contacts/imports/${id}/failures`).set('Accept', 'text/csv'),
        await api.post(`/contacts/imports/${id}/cancel`),
      ])
        expectError(answer, 404, 'not_found');
    expect((await importer.run(started)).status).to.equal('completed');
  });

  it('Counts every row once: `total` is always the sum of `created`, `updated`, `skipped` and `failed`.', async () => {
    await importer.owner.add('bo@x.dev');
    const file = [...CSV, 'BO@x.dev', 'cy@x.dev', '', 'no'];
    const skipped = await importer.load(file);
    expect(skipped.counts).to.deep.equal(counts({ created: 1, skipped: 3, failed: 2 }));
    const updated = await importer.load(file, { on_conflict: 'update' });
    expect(updated.counts).to.deep.equal(counts({ updated: 4, failed: 2 }));
    expect([skipped.counts.total, updated.counts.total]).to.deep.equal([6, 6]);
  });

  it('Runs one import of an account at a time, in the order in which they were created.', async () => {
    const [first, second] = [
      await importer.start(['email,first_name', 'bo@x.dev,Bo']),
      await importer.start(['email,first_name', 'bo@x.dev,Bob'], { on_conflict: 'update' }),
    ];
    expect((await importer.run(second)).status).to.equal('queued');
    const other = await createImporter(app);
    expect((await other.load(CSV)).status).to.equal('completed');
    expect((await importer.run(first)).status).to.equal('completed');
    // The end of the first one has made it due.
    expect((await importer.run(second)).status).to.equal('completed');
    expect((await importer.owner.contact('bo@x.dev'))['first_name']).to.equal('Bob');
    // One that was created later may have begun before an older one could be seen: it continues.
    const [older, newer] = [await importer.start(CSV), await importer.start(CSV)];
    await app.pool.query(`UPDATE contact_imports SET status = 'in_progress' WHERE id = $1`, [newer.id]);
    expect((await importer.run(older)).status).to.equal('queued');
    expect((await importer.run(newer)).status).to.equal('completed');
    expect((await importer.run(older)).status).to.equal('completed');
  });

  it('Announces the end of an import in one contact.import.completed event, whatever its status, and no row in an event.', async () => {
    const announced = await importer.owner.listen('*');
    const ended = await importer.load(CSV);
    const failed = await importer.load('no header');
    const canceled = await importer.start(CSV);
    await importer.owner.api.post(`/contacts/imports/${canceled.id}/cancel`).expect(200);
    const events = await announced();
    expect(events.map(({ type, data }) => [type, data['id'], data['status']])).to.have.deep.members([
      ['contact.import.completed', ended.id, 'completed'],
      ['contact.import.completed', failed.id, 'failed'],
      ['contact.import.completed', canceled.id, 'canceled'],
    ]);
    const dataOf = (id: string) => events.find(({ data }) => data['id'] === id)?.data;
    expect(dataOf(ended.id)).to.deep.include({ counts: counts({ created: 2, failed: 1 }), error: null });
    expect(dataOf(failed.id)?.['error']).to.equal(failed.error);
  });

  it('Ends an import as `failed` when its audience, a segment or a topic of it was deleted.', async () => {
    const { owner } = importer;
    const audience = await owner.audience();
    const segment = await owner.segment();
    const topic = await owner.topic();
    for (const [options, path, error] of [
      [{ audience_id: audience }, `/audiences/${audience}`, 'The audience of the import was deleted.'],
      [{ segments: [segment] }, `/segments/${segment}`, 'A segment of the import was deleted.'],
      [
        { topics: [{ id: topic, subscription: 'opt_in' }] },
        `/topics/${topic}`,
        'A topic of the import was deleted.',
      ],
    ] as const) {
      const started = await importer.start(CSV, options);
      await owner.api.delete(path).expect(200);
      const ended = await importer.run(started);
      expect([ended.status, ended.error, ended.counts.total]).to.deep.equal(['failed', error, 0]);
    }
    expect(await owner.emails()).to.deep.equal([]);
  });

  it('Cancels an import that is queued or in progress: what is imported stays, and the file is deleted.', async () => {
    const rows = Array.from({ length: 12_000 }, (_, index) => `p${index}@x.dev`);
    const started = await importer.start(['email', ...rows]);
    const path = `/contacts/imports/${started.id}/cancel`;
    // Canceled when the first chunk is committed and the second one is being written.
    const { pool } = app;
    const client = await pool.connect();
    await client.query('BEGIN');
    await client.query(
      `INSERT INTO contacts (id, account_id, audience_id, email, email_key, created_at, updated_at)
      SELECT uuid_v7(now()), account_id, audience_id, 'p7000@x.dev', 'p7000@x.dev', now(), now()
      FROM contact_imports WHERE id = $1`,
      [started.id],
    );
    const running = importer.run(started);
    try {
      await eventually(
        'the first chunk is written',
        async () => (await importer.read(started)).counts.total === 5_000,
      );
      const { status, body } = await importer.owner.api.post(path);
      expect([status, body.status, body.counts.total]).to.deep.equal([200, 'canceled', 5_000]);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    expect(await running).to.deep.include({ status: 'canceled', counts: counts({ created: 5_000 }) });
    expect(await importer.owner.emails()).to.have.length(5_000);
    expect(await filesOf(started)).to.equal(0);
    const queued = await importer.start(CSV);
    await importer.owner.api.post(`/contacts/imports/${queued.id}/cancel`).expect(200);
    expect((await importer.run(queued)).counts.total).to.equal(0);
    const many = await Promise.all(Array.from({ length: 10 }, () => importer.start(CSV)));
    const canceled = await Promise.all(
      many.map(({ id }) => importer.owner.api.post(`/contacts/imports/${id}/cancel`)),
    );
    expect(canceled.map(({ status }) => status)).to.deep.equal(many.map(() => 200));
    const { rowCount } = await app.pool.query(
      'SELECT FROM contact_imports WHERE account_id = $1 AND next_attempt_at IS NOT NULL',
      [importer.owner.accountId],
    );
    expect(rowCount).to.equal(0);
  });

  it('Accepts the cancellation of a canceled import and rejects that of another that has ended with validation_error 422.', async () => {
    const canceled = await importer.start(CSV);
    const cancel = ({ id }: { id: string }) => importer.owner.api.post(`/contacts/imports/${id}/cancel`);
    const answers = [await cancel(canceled), await cancel(canceled)];
    expect(answers.map(({ status, body }) => [status, body])).to.deep.equal([
      [200, answers[0]?.body],
      [200, answers[0]?.body],
    ]);
    expectError(await cancel(await importer.load(CSV)), 422, 'validation_error');
    expectError(await cancel(await importer.load('nothing')), 422, 'validation_error');
  });

  it('Counts the refused rows of an import by their reasons, the most frequent first.', async () => {
    await importer.owner.make('/contact-properties', { key: 'age', type: 'number' });
    const chunks = Array.from({ length: 1_500 }, (_, index) => `${index},1`);
    const rows = ['email,age', 'bo@x.dev,old', ...chunks, 'cy@x.dev,2', 'di@x.dev,older'];
    const { counts: counted, reasons } = await importer.load(rows);
    expect(counted).to.deep.equal(counts({ created: 1, failed: 1_502 }));
    expect(reasons).to.deep.equal([
      { reason: '`email` must be an address `email@domain`, without a name.', count: 1_500 },
      { reason: '`properties.age` must be a number.', count: 2 },
    ]);
    expect((await importer.load('email')).reasons).to.deep.equal([]);
  });

  it('Lists the refused rows of an import with their numbers, reasons and cells, the last row first.', async () => {
    const { id } = await importer.load(['email,first_name', 'a,1', 'b@x.dev,2', 'c,3']);
    const { body } = await importer.owner.api.get(`/contacts/imports/${id}/failures`);
    const reason = '`email` must be an address `email@domain`, without a name.';
    expect(body.data.map(({ id: _id, ...rest }: { id: string }) => rest)).to.deep.equal([
      { row: 4, reason, cells: ['c', '3'] },
      { row: 2, reason, cells: ['a', '1'] },
    ]);
  });

  it('Answers the refused rows as a CSV file to `Accept: text/csv`, in the order of the file, with cells that a spreadsheet would execute escaped.', async () => {
    const rows = Array.from({ length: 1_200 }, (_, index) => `=1+${index},"a ""b"", c"`);
    const { id } = await importer.load([
      'email,first_name',
      ...rows,
      '@x,-1',
      '"  =1","\r@b\n"',
      '+1,\u200b',
    ]);
    const answer = await importer.owner.api
      .get(`/contacts/imports/${id}/failures?limit=1`)
      .set('Accept', 'text/csv');
    expect(answer.headers['content-type']).to.equal('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).to.include(`failures-${id}.csv`);
    const lines = answer.text.split('\r\n');
    expect(lines).to.have.length(1_200 + 3 + 2);
    const reason = '"`email` must be an address `email@domain`, without a name."';
    expect(lines.slice(0, 2)).to.deep.equal([
      'row,reason,email,first_name',
      `2,${reason},'=1+0,"a ""b"", c"`,
    ]);
    expect(lines.slice(-4)).to.deep.equal([
      `1202,${reason},'@x,'-1`,
      `1203,${reason},'  =1,"'\r@b\n"`,
      `1204,${reason},'+1,\u200b`,
      '',
    ]);
  });

  it('Deletes the file of an import when it ends, and the import with its refused rows 30 days later.', async () => {
    const started = await importer.start(CSV);
    expect(await filesOf(started)).to.equal(1);
    const ended = await importer.run(started);
    expect(await filesOf(started)).to.equal(0);
    const waiting = await importer.start(CSV);
    const later = (days: number) => new Date(app.clock.now().getTime() + days * DAY_MS);
    await removeOldRows(app.pool, later(29.9));
    expect(await importer.failures(ended)).to.have.length(1);
    await removeOldRows(app.pool, later(30.1));
    expectError(await importer.owner.api.get(`/contacts/imports/${ended.id}`), 404, 'not_found');
    const { rowCount } = await app.pool.query('SELECT FROM contact_import_failures WHERE import_id = $1', [
      ended.id,
    ]);
    expect(rowCount).to.equal(0);
    expect((await importer.read(waiting)).status).to.equal('queued');
  });

  describePaging(app, OPERATIONS.listContactImports.path, async () => {
    const { token, accountId } = await createApiKey(app.pool);
    return {
      token,
      createItem: async () => (await createContactImport(app.pool, accountId)).id,
      deleteItem: (id) => app.pool.query('DELETE FROM contact_imports WHERE id = $1', [id]),
      createForeignItem: async () =>
        (await createContactImport(app.pool, (await createApiKey(app.pool)).accountId)).id,
    };
  });
});
