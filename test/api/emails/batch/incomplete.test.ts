// POST /emails/batch that is not stored within BATCH_TIMEOUT_MS: it is rolled back and the answer is batch_incomplete
// (docs/reference/batches.md#a-batch-that-runs-out-of-time).
import { expect } from 'chai';
import { testConfig, useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { createTemplate } from '../../../support/factories/template-factories.ts';
import { useSender } from '../sender.ts';

describe('POST /emails/batch that cannot be stored in time', () => {
  const app = useApp({ config: { batchTimeoutMs: 200 } });
  const sender = useSender(app);

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
  const bodies = (count: number) => Array.from({ length: count }, () => sender.body());
  const post = (headers = {}, items: unknown[] = bodies(1)) => sender.batch(items, headers);
  const postUnder = (key: string, items?: unknown[]) => post({ 'Idempotency-Key': key }, items);
  const stored = async () => {
    await app.deps.acceptor.drain();
    return await sender.count('emails');
  };

  it('Rejects a batch that runs out of time with batch_incomplete 422 if it has no Idempotency-Key.', async () => {
    const answer = await whileLocked(async () => post());
    expectError(answer, 422, 'batch_incomplete', 'sent', 'sent_count');
    expect(await stored()).to.equal(0);
  });

  it('Counts the rendering of templates into the time of a batch.', async () => {
    // Each render ends at the limit of 50 ms, and is refused alone.
    const html = `{% assign a = "0123456789abcdef" %}${'{% assign a = a | append: a %}'.repeat(15)}{% for i in (1..10000) %}{% assign b = a | upcase | downcase %}{% endfor %}`;
    const { id } = await createTemplate(app.pool, sender.accountId, { html });
    const items = Array.from({ length: 100 }, () => sender.body({ text: undefined, template: { id } }));
    const answer = await post({ 'x-batch-validation': 'permissive' }, items);
    expectError(answer, 422, 'batch_incomplete', 'sent', 'sent_count');
    expect(await stored()).to.equal(0);
  });

  it('Rejects a batch that runs out of time with batch_incomplete 503 if it has an Idempotency-Key.', async () => {
    const answer = await whileLocked(async () => postUnder('a'));
    expectError(answer, 503, 'batch_incomplete', 'sent', 'sent_count');
  });

  it('Answers batch_incomplete with an empty sent and a sent_count of 0, because nothing was sent.', async () => {
    for (const headers of [{}, { 'Idempotency-Key': 'a' }]) {
      const { body } = await whileLocked(async () => post(headers));
      expect([body.sent, body.sent_count]).to.deep.equal([[], 0]);
    }
    expect(await stored()).to.equal(0);
  });

  it('Answers a repeated Idempotency-Key with the same batch_incomplete and Retry-After, and sends nothing.', async () => {
    const first = await whileLocked(async () => postUnder('a'));
    expect(first.status).to.equal(503);
    expect(first.headers['retry-after']).to.equal('5');
    const again = await postUnder('a');
    expect(again.status).to.equal(503);
    expect(again.body).to.deep.equal(first.body);
    expect(again.headers).to.include({ 'idempotent-replayed': 'true', 'retry-after': '5' });
    expect(await stored()).to.equal(0);
  });

  it('Keeps an answer under its Idempotency-Key only if it is a success or batch_incomplete.', async () => {
    const { text } = await postUnder('sent');
    const incomplete = await whileLocked(async () => postUnder('incomplete'));
    expectError(await postUnder('refused', []), 422, 'validation_error');
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
    // The emails are written before the events of suppressed recipients, which wait for the lock: there is something to
    // roll back.
    const batch = [...bodies(5), sender.body({ cc: 'x@example.com' })];
    const answer = await whileLocked(async () => postUnder('a', batch), 'email_events');
    const message = expectError(answer, 503, 'batch_incomplete', 'sent', 'sent_count');
    expect(answer.body).to.deep.include({ sent: [], sent_count: 0 });
    expect(answer.headers).to.have.property('retry-after');
    expect(message).to.match(/Nothing was sent.*new idempotency key/);
    expect(await stored()).to.equal(0);
    expect((await postUnder('b', batch)).status).to.equal(200);
    expect(await stored()).to.equal(6);
  });

  it('Stores a batch with its Idempotency-Key in one transaction.', async () => {
    expect((await postUnder('a', bodies(100))).status).to.equal(200);
    const { rows } = await app.pool.query(
      `SELECT xmin FROM emails WHERE account_id = $1 UNION SELECT xmin FROM email_recipients WHERE account_id = $1
       UNION SELECT xmin FROM idempotency_keys WHERE account_id = $1`,
      [sender.accountId],
    );
    expect(rows).to.have.length(1);
  });
});
