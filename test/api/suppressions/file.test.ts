// GET /suppressions with `Accept: text/csv` (docs/reference/suppressions.md#the-list-as-a-file).
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createSuppression } from '../../support/factories/factories.ts';
import { openSocket, readToEnd } from '../../support/net/raw-http.ts';
import { createOwner, type Owner } from './owner.ts';

const HEADER = 'email,origin,created_at,source_id,smtp_reply,id,report_id';
/** More than two pages of those that a file is read in, and not a multiple of them. */
const THREE_PAGES = 1_250;
/** With these replies more than the sockets of both sides hold. */
const MANY = { count: 30_000, reply: '5'.repeat(1_000) };

describe('GET /suppressions as a file', () => {
  const app = useApp();
  const owner = useEach(() => createOwner(app));
  const ask = (query: Record<string, string> = {}) =>
    owner.api.get('/suppressions').query(query).set('Accept', 'text/csv');
  const addressesOf = async (query?: Record<string, string>): Promise<string[]> => {
    const { status, text } = await ask(query);
    expect(status).to.equal(200);
    return (parse(text, { columns: true }) as { email: string }[]).map(({ email }) => email);
  };
  /** Inserts entries `p<n>@x.dev`, whose ids grow with n. */
  const createMany = (accountId: string, count: number, reply: string | null = null) =>
    app.pool.query(
      `INSERT INTO suppressions (id, account_id, address, reason, smtp_reply, created_at)
       SELECT uuid_v7(now() + n * interval '1 ms'), $1, 'p' || n || '@x.dev', 'bounce', $3::text, now()
       FROM generate_series(1, $2::int) AS n`,
      [accountId, count, reply],
    );
  /** Asks for the file, and reads only its beginning. */
  const beginReading = async ({ token }: Owner): Promise<Socket> => {
    const socket = await openSocket(app.port);
    const head = ['Host: x', 'User-Agent: x', `Authorization: Bearer ${token}`, 'Accept: text/csv'];
    socket.write(`GET /suppressions HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
    await once(socket, 'readable');
    return socket;
  };

  it('Answers the list as a CSV file to `Accept: text/csv`, with the fields of the record but `object` and `report`, the address first.', async () => {
    const cause = {
      origin: 'bounce',
      emailId: app.deps.ids.next(),
      smtpReply: '550 5.1.1 no, "bo"',
      reportId: app.deps.ids.next(),
    } as const;
    const times = { createdAt: new Date('2026-11-20T10:00:00.123Z') };
    const bounced = await createSuppression(app.pool, owner.accountId, 'bo@x.dev', { ...cause, ...times });
    const manual = await createSuppression(app.pool, owner.accountId, 'ana@x.dev', times);
    const { headers, text } = await ask({}).expect(200);
    expect(headers['content-type']).to.equal('text/csv; charset=utf-8');
    expect(headers['content-disposition']).to.include('filename="suppressions.csv"');
    expect(text.split('\r\n')).to.deep.equal([
      HEADER,
      `ana@x.dev,manual,2026-11-20T10:00:00.123Z,,,${manual.id},`,
      `bo@x.dev,bounce,2026-11-20T10:00:00.123Z,${cause.emailId},"550 5.1.1 no, ""bo""",${bounced.id},${cause.reportId}`,
      '',
    ]);
  });

  it('Writes the whole list of the account into the file, newest first, whatever `limit` and the cursors say.', async () => {
    await createMany(owner.accountId, THREE_PAGES);
    await createMany((await createOwner(app)).accountId, 3);
    const expected = Array.from({ length: THREE_PAGES }, (_, index) => `p${THREE_PAGES - index}@x.dev`);
    expect(await addressesOf()).to.deep.equal(expected);
    const { data } = await owner.read('/suppressions?limit=2');
    expect(await addressesOf({ limit: '1', after: data[1].id })).to.deep.equal(expected);
  });

  it('Writes only a header into the file of an empty list, and only what `origin` and `email` find of others.', async () => {
    expect((await ask()).text).to.equal(`${HEADER}\r\n`);
    await createSuppression(app.pool, owner.accountId, 'bo@x.dev', { origin: 'bounce' });
    await createSuppression(app.pool, owner.accountId, 'cy@x.dev', { origin: 'complaint' });
    expect(await addressesOf({ origin: 'bounce' })).to.deep.equal(['bo@x.dev']);
    expect(await addressesOf({ email: 'Cy@x.dev' })).to.deep.equal(['cy@x.dev']);
    expect(await addressesOf({ origin: 'bounce', email: 'cy@x.dev' })).to.deep.equal([]);
  });

  it('Breaks the file off when its key is revoked while it is read, at the next page after 30 seconds.', async () => {
    await createMany(owner.accountId, MANY.count, MANY.reply);
    const socket = await beginReading(owner);
    await app.pool.query('UPDATE api_keys SET revoked_at = now() WHERE account_id = $1', [owner.accountId]);
    app.clock.advance(30_000);
    const text = await readToEnd(socket);
    expect(text).to.include(`p${MANY.count}@x.dev`).and.not.include('p1@x.dev');
  });

  it('Puts an apostrophe before what a spreadsheet would compute.', async () => {
    const replies = { '=1+1@x.dev': '=cmd|0', '+bo@x.dev': '@SUM(1)', '-bo@x.dev': '550 no' };
    for (const [address, smtpReply] of Object.entries(replies))
      await createSuppression(app.pool, owner.accountId, address, { origin: 'bounce', smtpReply });
    const rows = parse((await ask()).text, { columns: true }) as { email: string; smtp_reply: string }[];
    expect(rows.map(({ email, smtp_reply }) => [email, smtp_reply])).to.deep.equal([
      ["'-bo@x.dev", '550 no'],
      ["'+bo@x.dev", "'@SUM(1)"],
      ["'=1+1@x.dev", "'=cmd|0"],
    ]);
  });

  it('Answers JSON to a request that does not name text/csv.', async () => {
    for (const accept of ['*/*', 'text/*', 'application/json', 'text/html', 'nonsense', '']) {
      const { status, body } = await owner.api.get('/suppressions').set('Accept', accept);
      expect([status, body.object], accept).to.deep.equal([200, 'list']);
    }
  });

  it('Writes one file of an account at a time, and serves pages and other accounts in between.', async () => {
    await createMany(owner.accountId, MANY.count, MANY.reply);
    const reading = await beginReading(owner);
    let isAnswered = false;
    const second = ask({ origin: 'manual' }).then(({ text }) => {
      isAnswered = true;
      return text;
    });
    await owner.read('/suppressions?limit=1');
    const other = await createOwner(app);
    await other.api.get('/suppressions').set('Accept', 'text/csv').expect(200);
    expect(isAnswered).to.equal(false);
    reading.destroy();
    expect(await second).to.equal(`${HEADER}\r\n`);
  });

  it('Breaks the connection off when the file cannot be written to its end.', async () => {
    await createMany(owner.accountId, MANY.count, MANY.reply);
    const reading = await beginReading(owner);
    const rename = (from: string, to: string) => app.pool.query(`ALTER TABLE ${from} RENAME TO ${to}`);
    await rename('suppressions', 'hidden');
    try {
      let end = '';
      for await (const chunk of reading) end = (end + chunk).slice(-20);
      expect(end).not.to.match(/0\r\n\r\n$/);
      expect((await ask()).status).to.equal(500);
    } finally {
      await rename('hidden', 'suppressions');
    }
  });
});
