// GET /emails/receiving without limit: the whole list, streamed (docs/reference/receiving.md#the-whole-list).
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect } from 'chai';
import { SEARCH_WINDOW } from '../../../shared/platform/db/page.ts';
import { type Caller, createCaller, useAccount } from '../../support/api/account.ts';
import { type TestApp, useApp } from '../../support/api/app.ts';
import { createManyReceived } from '../../support/factories/received-factories.ts';
import { openSocket } from '../../support/net/raw-http.ts';
import { eventually } from '../../support/time/eventually.ts';

/** With so many, the list is larger than what the sockets of both sides hold. */
const MANY = 40_000;
/** Rows per INSERT, so that it ends within the statement timeout on a busy machine too. */
const ROWS_AT_A_TIME = 20_000;

/** Asks for the whole list, and reads only its beginning. */
async function beginReading(app: TestApp, { token }: Caller): Promise<Socket> {
  const socket = await openSocket(app.port);
  socket.write(
    `GET /emails/receiving HTTP/1.1\r\nHost: x\r\nUser-Agent: x\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  await once(socket, 'readable');
  return socket;
}

/** Reads the rest. @returns the end of it */
async function readOn(socket: Socket): Promise<string> {
  let end = '';
  for await (const chunk of socket) end = (end + chunk).slice(-100);
  return end;
}

async function createMany(app: TestApp, accountId: string): Promise<void> {
  for (let made = 0; made < MANY; made += ROWS_AT_A_TIME)
    await createManyReceived(app.pool, accountId, ROWS_AT_A_TIME);
}

describe('The whole list of received emails', () => {
  const app = useApp();
  const account = useAccount(app);
  const idsOf = async (query = '') => {
    const { data, has_more } = await account.read(`/emails/receiving${query}`);
    expect(has_more).to.equal(false);
    return data.map(({ id }: { id: string }) => id) as string[];
  };
  const stored = async () => {
    const { rows } = await app.pool.query<{ id: string }>(
      'SELECT id FROM received_emails WHERE account_id = $1 ORDER BY id DESC',
      [account.accountId],
    );
    return rows.map(({ id }) => id);
  };

  it('Answers all received emails in one list without limit, newest first, or all on one side of a cursor.', async () => {
    await createManyReceived(app.pool, account.accountId, 250);
    const all = await stored();
    expect(await idsOf()).to.deep.equal(all);
    expect(await idsOf(`?after=${all[9]}`)).to.deep.equal(all.slice(10));
    expect(await idsOf(`?before=${all[200]}`)).to.deep.equal(all.slice(0, 200));
    expect(await idsOf(`?before=${all[0]}`)).to.deep.equal([]);
  });

  it('Misses nothing with a filter and without limit, however many emails have to be searched.', async () => {
    // The first and the last of what is searched at a time, and the very last.
    const found = [1, 500, 501];
    const fields = {
      subject: `CASE WHEN n IN (${found}) THEN 'a needle' ELSE 'hay' END`,
      receivedFor: `CASE WHEN n IN (${found}) THEN 'needle@acme.dev' ELSE 'hay@acme.dev' END`,
    };
    await createManyReceived(app.pool, account.accountId, SEARCH_WINDOW + 500, fields);
    const all = (await stored()).reverse();
    const expected = found.map((n) => all[n - 1]).reverse();
    for (const query of [
      '?q=needle',
      '?to=needle@acme.dev',
      '?q=needle&to=needle@acme.dev&from=bo@customer.dev',
    ])
      expect(await idsOf(query), query).to.deep.equal(expected);
    const thread = expected.at(-1);
    await app.pool.query('UPDATE received_emails SET thread_id = $1 WHERE id = ANY($2::uuid[])', [
      thread,
      expected,
    ]);
    expect(await idsOf(`?thread_id=${thread}`)).to.deep.equal(expected);
    expect(await idsOf(`?q=needle&before=${all[0]}`)).to.deep.equal(expected.slice(0, 2));
    expect(await idsOf(`?q=needle&after=${all[500]}`)).to.deep.equal(expected.slice(1));
    // A page has the limit of every search.
    expect((await account.read('/emails/receiving?q=needle&limit=10')).data).to.have.length(1);
  });

  it('Reads one whole list of an account at a time, and serves pages and other accounts in between.', async () => {
    await createMany(app, account.accountId);
    const reading = await beginReading(app, account);
    let isAnswered = false;
    const second = account.read('/emails/receiving?to=none@acme.dev').then((list) => {
      isAnswered = true;
      return list;
    });
    await account.read('/emails/receiving?limit=1');
    await (await createCaller(app)).read('/emails/receiving');
    expect(isAnswered).to.equal(false);
    reading.destroy();
    expect((await second).data).to.deep.equal([]);
  });

  it('Breaks the connection off when the list cannot be read to its end, and never answers a part as a whole.', async () => {
    await createMany(app, account.accountId);
    const reading = await beginReading(app, account);
    const rename = (from: string, to: string) => app.pool.query(`ALTER TABLE ${from} RENAME TO ${to}`);
    await rename('received_attachments', 'hidden');
    try {
      expect(await readOn(reading)).not.to.match(/\]\}\s*(0\s*)?$/);
      expect((await account.api.get('/emails/receiving')).status).to.equal(500);
    } finally {
      await rename('hidden', 'received_attachments');
    }
  });
});

describe('A client that stops reading', () => {
  const app = useApp({ config: { bodyWindowMs: 50 } });
  const account = useAccount(app);

  it('Closes the connection of a client that takes less than 64 KiB of a streamed answer in 60 seconds.', async () => {
    await createMany(app, account.accountId);
    const reading = await beginReading(app, account);
    await eventually('the server has given it up', () =>
      app.logLines.some(({ msg }) => msg === 'request aborted by the client'),
    );
    expect(await readOn(reading)).not.to.match(/\]\}\s*(0\s*)?$/);
    // The place of the account is free again.
    expect((await account.read('/emails/receiving?to=none@acme.dev')).data).to.deep.equal([]);
  });
});
