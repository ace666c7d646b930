// POST /emails/batch that is not stored within BATCH_TIMEOUT_MS: it is rolled back and the answer is batch_incomplete
// (docs/reference/batches.md#a-batch-that-runs-out-of-time).
import { expect } from 'chai';
import { testConfig, useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createTemplate } from '../../support/template-factories.ts';
import { createSender, type Sender } from './sender.ts';

describe('POST /emails/batch that cannot be stored in time', () => {
  const app = useApp({ config: { batchTimeoutMs: 200 } });

  /** Does something while another transaction holds a lock on the table, so that no batch can be stored. */
  async function whileLocked<T>(work: () => Promise<T>, table = 'emails'): Promise<T> {
    const blocker = await app.pool.connect();
    try {
      await blocker.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      return await work();
    } finally {
      await blocker.query('ROLLBACK');
      blocker.release();
    }
  }
  const count = async ({ accountId }: Sender) =>
    (await app.pool.query('SELECT FROM emails WHERE account_id = $1', [accountId])).rowCount;
  const postUnder = (key: string, sender: Sender, items: unknown[] = [sender.body()]) =>
    app.as(sender.token).post('/emails/batch').set('Idempotency-Key', key).send(items);

  it('Rejects a batch that runs out of time with batch_incomplete 422 if it has no Idempotency-Key.', async () => {
    const sender = await createSender(app);
    const answer = await whileLocked(async () =>
      app.as(sender.token).post('/emails/batch').send([sender.body()]),
    );
    expectError(answer, 422, 'batch_incomplete', 'sent', 'sent_count');
    await app.deps.acceptor.drain();
    expect(await count(sender)).to.equal(0);
  });

  it('Counts the rendering of templates into the time of a batch.', async () => {
    const sender = await createSender(app);
    // Each render ends at the limit of 50 ms, and is refused alone.
    const html = `{% assign a = "0123456789abcdef" %}${'{% assign a = a | append: a %}'.repeat(15)}{% for i in (1..10000) %}{% assign b = a | upcase | downcase %}{% endfor %}`;
    const { id } = await createTemplate(app.pool, sender.accountId, { html });
    const items = Array.from({ length: 100 }, () => sender.body({ text: undefined, template: { id } }));
    const answer = await app
      .as(sender.token)
      .post('/emails/batch')
      .set('x-batch-validation', 'permissive')
      .send(items);
    expectError(answer, 422, 'batch_incomplete', 'sent', 'sent_count');
    expect(await count(sender)).to.equal(0);
  });

  it('Rejects a batch that runs out of time with batch_incomplete 503 if it has an Idempotency-Key.', async () => {
    const answer = await whileLocked(async () => postUnder('a', await createSender(app)));
    expectError(answer, 503, 'batch_incomplete', 'sent', 'sent_count');
  });

  it('Answers batch_incomplete with an empty sent and a sent_count of 0, because nothing was sent.', async () => {
    const sender = await createSender(app);
    for (const headers of [{}, { 'Idempotency-Key': 'a' }]) {
      const { body } = await whileLocked(async () =>
        app.as(sender.token).post('/emails/batch').set(headers).send([sender.body()]),
      );
      expect([body.sent, body.sent_count]).to.deep.equal([[], 0]);
    }
    await app.deps.acceptor.drain();
    expect(await count(sender)).to.equal(0);
  });

  it('Answers a repeated Idempotency-Key with the same batch_incomplete and Retry-After, and sends nothing.', async () => {
    const sender = await createSender(app);
    const first = await whileLocked(async () => postUnder('a', sender));
    expect(first.status).to.equal(503);
    expect(first.headers['retry-after']).to.equal('5');
    const again = await postUnder('a', sender);
    expect(again.status).to.equal(503);
    expect(again.body).to.deep.equal(first.body);
    expect(again.headers).to.include({
      'idempotent-replayed': 'true',
      'retry-after': '5',
    });
    await app.deps.acceptor.drain();
    expect(await count(sender)).to.equal(0);
  });

  it('Keeps an answer under its Idempotency-Key only if it is a success or batch_incomplete.', async () => {
    const sender = await createSender(app);
    const { text } = await postUnder('sent', sender);
    const incomplete = await whileLocked(async () => postUnder('incomplete', sender));
    expectError(await postUnder('refused', sender, []), 422, 'validation_error');
    const { rows } = await app.pool.query(
      'SELECT key, status_code, answer FROM idempotency_keys WHERE account_id = $1 ORDER BY key',
      [sender.accountId],
    );
    expect(rows).to.deep.equal([
      { key: 'incomplete', status_code: 503, answer: incomplete.text },
      { key: 'sent', status_code: 200, answer: text },
    ]);
  });

  it('Discards a batch that takes longer than BATCH_TIMEOUT_MS, by default 25 seconds, so that a new key can send it.', async () => {
    expect(testConfig('postgres://x').batchTimeoutMs).to.equal(25_000);
    const sender = await createSender(app);
    const items = Array.from({ length: 5 }, () => sender.body());
    // The emails are written before the events of suppressed recipients, which wait for the lock: there is something to
    // roll back.
    const batch = [...items, sender.body({ cc: 'x@example.com' })];
    const answer = await whileLocked(async () => postUnder('a', sender, batch), 'email_events');
    const message = expectError(answer, 503, 'batch_incomplete', 'sent', 'sent_count');
    expect(answer.body).to.deep.include({ sent: [], sent_count: 0 });
    expect(answer.headers).to.have.property('retry-after');
    expect(message).to.match(/Nothing was sent.*new idempotency key/);
    await app.deps.acceptor.drain();
    expect(await count(sender)).to.equal(0);
    expect((await postUnder('b', sender, batch)).status).to.equal(200);
    expect(await count(sender)).to.equal(6);
  });

  it('Stores a batch with its Idempotency-Key in one transaction.', async () => {
    const sender = await createSender(app);
    expect(
      (
        await postUnder(
          'a',
          sender,
          Array.from({ length: 100 }, () => sender.body()),
        )
      ).status,
    ).to.equal(200);
    const { rows } = await app.pool.query(
      `SELECT xmin FROM emails WHERE account_id = $1 UNION SELECT xmin FROM email_recipients WHERE account_id = $1
       UNION SELECT xmin FROM idempotency_keys WHERE account_id = $1`,
      [sender.accountId],
    );
    expect(rows).to.have.length(1);
  });
});
