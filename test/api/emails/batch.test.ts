// POST /emails/batch (interface.md; decisions.md §2, Batch).
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createAccount, createSuppression } from '../../support/factories.ts';
import { createSender, type Sender } from './sender.ts';

describe('POST /emails/batch', () => {
  const app = useApp();
  let sender: Sender;
  beforeEach(async () => {
    sender = await createSender(app);
  });
  const post = (items: unknown, headers: Record<string, string> = {}) =>
    app
      .as(sender.token)
      .post('/emails/batch')
      .set(headers)
      .send(items as object);
  const permissively = (items: unknown) => post(items, { 'x-batch-validation': 'permissive' });
  const stored = async () =>
    (
      await app.pool.query<{ id: string; subject: string; source: string }>(
        'SELECT id, subject, source FROM emails WHERE account_id = $1 ORDER BY id',
        [sender.accountId],
      )
    ).rows;
  const bodies = (count: number) =>
    Array.from({ length: count }, (_, index) => sender.body({ subject: `No. ${index}` }));

  for (const count of [1, 2, 100]) {
    it(`stores ${count} and answers one id each, in request order`, async () => {
      const { status, body } = await post(bodies(count));
      expect(status).to.equal(200);
      const rows = await stored();
      expect(body).to.deep.equal({ data: rows.map(({ id }) => ({ id })) });
      expect(rows.map(({ subject }) => subject)).to.deep.equal(
        Array.from({ length: count }, (_, index) => `No. ${index}`),
      );
      expect(rows[0]?.source).to.equal('batch');
    });
  }

  for (const [what, body] of [
    ['an object', {}],
    ['an empty array', []],
    ['an array of 101 emails', 101],
  ] as const) {
    it(`rejects ${what} with validation_error 422`, async () => {
      expectError(await post(typeof body === 'number' ? bodies(body) : body), 422, 'validation_error');
      expect(await stored()).to.deep.equal([]);
    });
  }

  for (const [what, changes, name] of [
    ['a missing subject', { subject: undefined }, 'missing_required_field'],
    ['a bad from', { from: 'ana' }, 'invalid_from_address'],
    ['a bad recipient', { to: ['bo@'] }, 'invalid_to_address'],
    ['a foreign domain', { from: 'ana@elsewhere.dev' }, 'validation_error'],
    ['only reserved recipients', { to: 'x@example.com' }, 'validation_error'],
    ['an attachment', { attachments: [{ filename: 'a', content: 'YQ==' }] }, 'validation_error'],
    ['a schedule', { scheduled_at: 'in 1 hour' }, 'validation_error'],
    ['a schedule of another spelling', { scheduledAt: 'in 1 hour' }, 'validation_error'],
  ] as const) {
    it(`rejects all for an item with ${what}: its error and its index, and nothing is sent`, async () => {
      const answer = await post([...bodies(2), sender.body(changes), ...bodies(1)]);
      expectError(answer, 422, name, 'index');
      expect(answer.body.index).to.equal(2);
      expect(await stored()).to.deep.equal([]);
    });
  }

  it('rejects an item that is no object with its index', async () => {
    const answer = await post([sender.body(), 'text']);
    expectError(answer, 422, 'validation_error', 'index');
    expect(answer.body.index).to.equal(1);
  });

  describe('with x-batch-validation: permissive', () => {
    it('sends the good ones and tells the others by index and message', async () => {
      const items = [
        sender.body({ subject: undefined }),
        sender.body({ subject: 'good' }),
        sender.body({ from: 'ana@elsewhere.dev' }),
        sender.body({ to: 'bo@' }),
      ];
      const { status, body } = await permissively(items);
      expect(status).to.equal(200);
      const rows = await stored();
      expect(rows.map(({ subject }) => subject)).to.deep.equal(['good']);
      expect(body.data).to.deep.equal([{ id: rows[0]?.id }]);
      expect(body.errors.map(({ index }: { index: number }) => index)).to.deep.equal([0, 2, 3]);
      expect(body.errors[1].message).to.include('elsewhere.dev');
    });

    it('answers no errors when all are good', async () => {
      expect((await permissively(bodies(2))).body.errors).to.deep.equal([]);
    });

    for (const [what, changes] of [
      ['malformed', { subject: undefined }],
      ['refused', { from: 'ana@elsewhere.dev' }],
    ] as const) {
      it(`rejects a batch of which all are ${what} with 422`, async () => {
        const answer = await permissively([sender.body(changes), sender.body(changes)]);
        expectError(answer, 422, 'validation_error', 'errors');
        expect(answer.body.errors).to.have.length(2);
      });
    }

    it('is any other value strict', async () => {
      const answer = await post([sender.body(), sender.body({ to: 'bo@' })], {
        'x-batch-validation': 'Permissive',
      });
      expectError(answer, 422, 'invalid_to_address', 'index');
    });
  });

  it('is charged per recipient that is not dropped, all or nothing at the edge of the quota', async () => {
    const { id: accountId } = await createAccount(app.pool, { planId: 'free' });
    sender = await createSender(app, { key: { accountId } });
    await createSuppression(app.pool, accountId, 'dee@customer.dev');
    const first = await post([sender.body({ to: ['bo@customer.dev', 'dee@customer.dev'] }), ...bodies(98)]);
    expect(first.status).to.equal(200);
    expect(first.headers).to.include({ 'x-service-daily-quota': '99', 'x-service-monthly-quota': '99' });
    const second = await post(bodies(2));
    expectError(second, 429, 'daily_quota_exceeded');
    expect(second.headers['x-service-daily-quota']).to.equal('99');
    expect((await post(bodies(1))).status).to.equal(200);
    expect(await stored()).to.have.length(100);
  });
});

describe('POST /emails/batch that cannot be stored in time', () => {
  const app = useApp({ config: { batchTimeoutMs: 200 } });

  /** Somebody holds the table. */
  async function whileLocked<T>(work: () => Promise<T>): Promise<T> {
    const blocker = await app.pool.connect();
    try {
      await blocker.query('BEGIN; LOCK TABLE emails IN ACCESS EXCLUSIVE MODE');
      return await work();
    } finally {
      await blocker.query('ROLLBACK');
      blocker.release();
    }
  }
  const count = async () => (await app.pool.query('SELECT FROM emails')).rowCount;

  it('answers batch_incomplete 422 without an idempotency key, and nothing is sent', async () => {
    const sender = await createSender(app);
    const answer = await whileLocked(async () =>
      app.as(sender.token).post('/emails/batch').send([sender.body()]),
    );
    expectError(answer, 422, 'batch_incomplete', 'sent', 'sent_count');
    expect([answer.body.sent, answer.body.sent_count]).to.deep.equal([[], 0]);
    await app.deps.acceptor.drain();
    expect(await count()).to.equal(0);
  });

  it('answers batch_incomplete 503 with retry-after under a key, and again when it is repeated', async () => {
    const sender = await createSender(app);
    const post = () =>
      app.as(sender.token).post('/emails/batch').set('Idempotency-Key', 'a').send([sender.body()]);
    const first = await whileLocked(async () => post());
    expectError(first, 503, 'batch_incomplete', 'sent', 'sent_count');
    expect(Number(first.headers['retry-after'])).to.be.greaterThan(0);
    const again = await post();
    expect(again.status).to.equal(503);
    expect(again.body).to.deep.equal(first.body);
    expect(again.headers).to.include({
      'idempotent-replayed': 'true',
      'retry-after': first.headers['retry-after'],
    });
    await app.deps.acceptor.drain();
    expect(await count()).to.equal(0);
  });
});
