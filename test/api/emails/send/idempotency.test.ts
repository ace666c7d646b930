// Idempotency-Key on POST /emails and POST /emails/batch (docs/reference/idempotency.md).
import { expect } from 'chai';
import { setProductionAccess } from '../../../../shared/resources/foundation/accounts/update.ts';
import { pauseSending, resumeSending } from '../../../../shared/resources/foundation/sending/pause.ts';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { eventually } from '../../../support/time/eventually.ts';
import type { Fields } from '../../specimen.ts';
import { createSender, useSender } from '../sender.ts';

const DAY_MS = 24 * 3_600_000;

describe('A send with an Idempotency-Key', () => {
  const app = useApp();
  const sender = useSender(app);
  const send = (key: string, changes: Fields = {}, { send: post } = sender) =>
    post(changes).set('Idempotency-Key', key);
  const sendBatch = (key: string) => sender.batch([sender.body()], { 'Idempotency-Key': key });
  /**
   * Does something while the first request with a key has reserved the key and waits until its email can be stored.
   * @returns the answer of the first request, and what the work has returned
   */
  async function holdFirst<T>(key: string, work: () => Promise<T>) {
    const blocker = await app.pool.connect();
    try {
      await blocker.query('BEGIN; LOCK TABLE emails IN ACCESS EXCLUSIVE MODE');
      const first = send(key).then((answer) => answer);
      await eventually('the key is reserved', async () => {
        return (await sender.count('idempotency_keys')) === 1;
      });
      const result = await work();
      await blocker.query('ROLLBACK');
      return { first: await first, result };
    } finally {
      // The lock must not outlive a test that fails.
      await blocker.query('ROLLBACK');
      blocker.release();
    }
  }
  /** The same, of a first request that is accepted then. */
  async function whileStoring<T>(key: string, work: () => Promise<T>): Promise<T> {
    const { first, result } = await holdFirst(key, work);
    expect(first.status).to.equal(200);
    return result;
  }
  const stored = () => sender.count('emails');

  it('Answers a repeated Idempotency-Key with the first answer and sends nothing again.', async () => {
    const first = await send('a');
    const again = await send('a');
    expect([again.status, again.text]).to.deep.equal([200, first.text]);
    expect(await stored()).to.equal(1);
    const without = await sender.send();
    expect([without.status, without.text === first.text]).to.deep.equal([200, false]);
    expect(await stored()).to.equal(2);
  });

  it('Applies an Idempotency-Key to a batch as a whole, with the order of its emails.', async () => {
    const batch = ['one', 'two'].map((subject) => sender.body({ subject }));
    const key = { 'Idempotency-Key': 'a' };
    const first = await sender.batch(batch, key);
    const again = await sender.batch(batch, key);
    expect([again.status, again.text]).to.deep.equal([200, first.text]);
    expect(await stored()).to.equal(2);
    expectError(await sender.batch(batch.slice(0, 1), key), 409, 'invalid_idempotent_request');
    expectError(await sender.batch([...batch].reverse(), key), 409, 'invalid_idempotent_request');
    expect((await sender.batch(batch)).status).to.equal(200);
    expect(await stored()).to.equal(4);
  });

  it('Marks a repeated answer with Idempotent-Replayed: true and gives it even when the account may not send now.', async () => {
    const first = await send('a');
    expect(first.headers).not.to.have.property('idempotent-replayed');
    await pauseSending(app.pool, 'abuse');
    await setProductionAccess(app.pool, sender.accountId, false);
    await app.pool.query("UPDATE accounts SET plan_id = 'free' WHERE id = $1", [sender.accountId]);
    await app.pool.query('UPDATE email_usage SET used = 3000 WHERE account_id = $1', [sender.accountId]);
    try {
      expectError(await send('b'), 422, 'validation_error');
      const again = await send('a');
      expect([again.status, again.text]).to.deep.equal([200, first.text]);
      expect(again.headers).to.include({ 'idempotent-replayed': 'true', 'x-service-monthly-quota': '3000' });
    } finally {
      await resumeSending(app.pool);
    }
  });

  it('Rejects an empty Idempotency-Key and one of more than 255 characters with invalid_idempotency_key 400.', async () => {
    for (const key of ['', 'k'.repeat(256), 'k'.repeat(1_000)])
      expectError(await send(key), 400, 'invalid_idempotency_key');
    expect(await stored()).to.equal(0);
    for (const key of ['a', 'k'.repeat(255), encodeURI('ключ'), 'with spaces'])
      expect((await send(key)).status, key).to.equal(200);
  });

  it('Rejects an Idempotency-Key that was used for another request with invalid_idempotent_request 409.', async () => {
    await send('a');
    for (const again of [
      await send('a', { subject: 'Other' }),
      await send('a', { tags: [{ name: 'a', value: 'b' }] }),
      await sendBatch('a'),
    ])
      expectError(again, 409, 'invalid_idempotent_request');
    expect(await stored()).to.equal(1);
  });

  it('Treats a body with the same fields in another order, or with other white space, as the same request.', async () => {
    const first = await send('a', { tags: [{ name: 'a', value: 'b' }] });
    expect(first.status).to.equal(200);
    const body = sender.body({ tags: [{ value: 'b', name: 'a' }] });
    const reversed = Object.fromEntries(Object.entries(body).reverse());
    for (const json of [JSON.stringify(reversed), JSON.stringify(body, null, 2)]) {
      const again = app.as(sender.token).post('/emails').set('Idempotency-Key', 'a').type('json');
      expect((await again.send(json)).text).to.equal(first.text);
    }
    expect(await stored()).to.equal(1);
  });

  it('Sends once when many requests with one Idempotency-Key arrive at the same time.', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('a')));
    expect(await stored()).to.equal(1);
    const sent = answers.filter(({ status }) => status === 200);
    expect(new Set(sent.map(({ text }) => text)).size).to.equal(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expectError(answer, 409, 'concurrent_idempotent_requests');
  });

  it('Rejects a repeated Idempotency-Key with concurrent_idempotent_requests 409 while the first request runs.', () =>
    whileStoring('a', async () => {
      expectError(await send('a'), 409, 'concurrent_idempotent_requests');
      expectError(await sendBatch('a'), 409, 'invalid_idempotent_request');
    }));

  it('Reserves an Idempotency-Key for 60 seconds while its API process lives, then stores the answer in the transaction that stores the email.', async () => {
    // As text: a Date has no microseconds.
    const { rows: clock } = await app.pool.query('SELECT clock_timestamp()::text AS before');
    const read = async () => {
      const { rows } = await app.pool.query(
        `SELECT key, length(fingerprint) AS fingerprint, owner_token, status_code, answer, xmin,
                lease_until - interval '10 seconds' BETWEEN $2 AND clock_timestamp() AS is_for_10_s
         FROM idempotency_keys WHERE account_id = $1`,
        [sender.accountId, clock[0].before],
      );
      expect(rows).to.have.length(1);
      return rows[0];
    };
    const owner = await whileStoring('a', async () => {
      const { is_for_10_s, owner_token, xmin: _, ...reserved } = await read();
      expect(reserved).to.deep.equal({ key: 'a', fingerprint: 32, status_code: null, answer: null });
      expect(is_for_10_s).to.equal(true);
      return owner_token;
    });
    const finished = await read();
    const { rows } = await app.pool.query('SELECT id, xmin FROM emails WHERE account_id = $1', [
      sender.accountId,
    ]);
    expect(finished).to.include({ status_code: 200, owner_token: owner, xmin: rows[0].xmin });
    expect(JSON.parse(finished.answer)).to.deep.equal({ id: rows[0].id });
  });

  it('Stores nothing of a request that took longer and whose Idempotency-Key a repetition has taken over, and rejects it with concurrent_idempotent_requests 409.', async () => {
    const { first, result } = await holdFirst('a', async () => {
      await app.pool.query("UPDATE idempotency_keys SET lease_until = clock_timestamp() - interval '1 s'");
      const again = send('a').then((answer) => answer);
      await eventually('the repetition has the key', async () => {
        const { rowCount } = await app.pool.query(
          'SELECT FROM idempotency_keys WHERE account_id = $1 AND lease_until > clock_timestamp()',
          [sender.accountId],
        );
        return rowCount === 1;
      });
      // Not awaited: it is stored after the first request.
      return { again };
    });
    expectError(first, 409, 'concurrent_idempotent_requests');
    const again = await result.again;
    expect(again.status).to.equal(200);
    expect((await send('a')).text).to.equal(again.text);
    expect(await stored()).to.equal(1);
  });

  it('Treats a batch with another x-batch-validation as another request.', async () => {
    const post = (headers: object) => sender.batch([sender.body()], { 'Idempotency-Key': 'b', ...headers });
    await post({ 'x-batch-validation': 'strict' });
    expect((await post({})).headers).to.include({ 'idempotent-replayed': 'true' });
    expectError(await post({ 'x-batch-validation': 'permissive' }), 409, 'invalid_idempotent_request');
  });

  it('Frees the Idempotency-Key of a send that was rejected, also for another request.', async () => {
    const whilePaused = async (key: string) => {
      await pauseSending(app.pool, 'abuse');
      try {
        return await send(key);
      } finally {
        await resumeSending(app.pool);
      }
    };
    for (const [key, refuse] of [
      ['a field', (name: string) => send(name, { subject: '' })],
      ['a domain', (name: string) => send(name, { from: 'ana@elsewhere.dev' })],
      ['a pause', whilePaused],
    ] as const) {
      expect((await refuse(key)).status, key).to.be.above(299);
      const { status, headers } = await send(key, { subject: 'Another' });
      expect(status, key).to.equal(200);
      expect(headers).not.to.have.property('idempotent-replayed');
    }
  });

  it('Keeps the Idempotency-Keys of each account apart.', async () => {
    await send('a');
    const other = await send('a', { subject: 'Other' }, await createSender(app));
    expect(other.status).to.equal(200);
    expect(other.headers).not.to.have.property('idempotent-replayed');
  });

  it('Remembers an Idempotency-Key for 24 hours.', async () => {
    const first = await send('a');
    app.clock.advance(DAY_MS - 1);
    expect((await send('a')).text).to.equal(first.text);
    app.clock.advance(1);
    const later = await send('a', { subject: 'Other' });
    expect(later.status).to.equal(200);
    expect(await stored()).to.equal(2);
  });

  it('Lets only the same request use an Idempotency-Key again whose reservation ended without an answer.', async () => {
    await send('a');
    await app.pool.query(
      "UPDATE idempotency_keys SET status_code = NULL, answer = NULL, lease_until = clock_timestamp() - interval '1 s'",
    );
    expectError(await send('a', { subject: 'Other' }), 409, 'invalid_idempotent_request');
    expect((await send('a')).status).to.equal(200);
    expect(await stored()).to.equal(2);
  });
});
