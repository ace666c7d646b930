// Idempotency-Key on sends (interface.md, Idempotency and Limits; decisions.md §2, Idempotency).
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createSender, type Sender } from './sender.ts';

const DAY_MS = 24 * 3_600_000;

describe('A send with an Idempotency-Key', () => {
  const app = useApp();
  let sender: Sender;
  beforeEach(async () => {
    sender = await createSender(app);
  });
  const send = (key: string, changes: Record<string, unknown> = {}, path = '/emails') => {
    const body = sender.body(changes);
    return app
      .as(sender.token)
      .post(path)
      .set('Idempotency-Key', key)
      .send(path === '/emails' ? body : [body]);
  };
  const stored = async () =>
    (await app.pool.query('SELECT FROM emails WHERE account_id = $1', [sender.accountId])).rowCount;

  for (const path of ['/emails', '/emails/batch']) {
    it(`to ${path} returns the original result instead of sending again, and charges nothing`, async () => {
      const first = await send('a', {}, path);
      const again = await send('a', {}, path);
      expect(again.status).to.equal(200);
      expect(again.text).to.equal(first.text);
      expect(first.headers).not.to.have.property('idempotent-replayed');
      expect(again.headers).to.include({ 'idempotent-replayed': 'true', 'x-service-monthly-quota': '1' });
      expect(await stored()).to.equal(1);
    });
  }

  for (const key of ['a', 'k'.repeat(255), 'ключ', ' spaces ']) {
    it(`takes a key of ${key.length} characters: ${key.slice(0, 10)}`, async () => {
      expect((await send(encodeURI(key).slice(0, 255))).status).to.equal(200);
    });
  }

  for (const key of ['', 'k'.repeat(256)]) {
    it(`rejects a key of ${key.length} characters with invalid_idempotency_key 400`, async () => {
      expectError(await send(key), 400, 'invalid_idempotency_key');
      expect(await stored()).to.equal(0);
    });
  }

  it('rejects another payload under the same key with invalid_idempotent_request 409', async () => {
    await send('a');
    expectError(await send('a', { subject: 'Other' }), 409, 'invalid_idempotent_request');
    expect(await stored()).to.equal(1);
  });

  it('rejects another path under the same key with invalid_idempotent_request 409', async () => {
    await send('a');
    expectError(await send('a', {}, '/emails/batch'), 409, 'invalid_idempotent_request');
  });

  it('takes the same fields in another order for the same payload', async () => {
    const first = await send('a');
    const body = Object.fromEntries(Object.entries(sender.body()).reverse());
    const again = await app.as(sender.token).post('/emails').set('Idempotency-Key', 'a').send(body);
    expect(again.text).to.equal(first.text);
  });

  it('sends once when it comes many times at once; the others are answered so or concurrent_idempotent_requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('a')));
    expect(await stored()).to.equal(1);
    const sent = answers.filter(({ status }) => status === 200);
    expect(new Set(sent.map(({ text }) => text)).size).to.equal(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expectError(answer, 409, 'concurrent_idempotent_requests');
  });

  it('rejects it with concurrent_idempotent_requests 409 while the first request still runs', async () => {
    const blocker = await app.pool.connect();
    try {
      await blocker.query('BEGIN; LOCK TABLE emails IN ACCESS EXCLUSIVE MODE');
      const first = send('a').then((answer) => answer);
      for (;;) {
        const { rowCount } = await app.pool.query('SELECT FROM idempotency_keys WHERE account_id = $1', [
          sender.accountId,
        ]);
        if (rowCount === 1) break;
      }
      expectError(await send('a'), 409, 'concurrent_idempotent_requests');
      await blocker.query('ROLLBACK');
      expect((await first).status).to.equal(200);
    } finally {
      blocker.release();
    }
  });

  it('keeps nothing of a refused request: the key is free, also for another payload', async () => {
    expectError(await send('a', { to: 'bo@' }), 422, 'invalid_to_address');
    expectError(await send('a', { from: 'ana@elsewhere.dev' }), 422, 'validation_error');
    expect((await send('a')).status).to.equal(200);
  });

  it('belongs to its account', async () => {
    await send('a');
    sender = await createSender(app);
    const other = await send('a', { subject: 'Other' });
    expect(other.status).to.equal(200);
    expect(other.headers).not.to.have.property('idempotent-replayed');
  });

  it('expires after 24 hours', async () => {
    const first = await send('a');
    app.clock.advance(DAY_MS - 1);
    expect((await send('a')).text).to.equal(first.text);
    app.clock.advance(1);
    const later = await send('a', { subject: 'Other' });
    expect(later.status).to.equal(200);
    expect(await stored()).to.equal(2);
  });

  it('whose process died is taken over when its lease is over, by the same payload only', async () => {
    await send('a');
    await app.pool.query(
      "UPDATE idempotency_keys SET status_code = NULL, answer = NULL, lease_until = clock_timestamp() - interval '1 s'",
    );
    expectError(await send('a', { subject: 'Other' }), 409, 'invalid_idempotent_request');
    expect((await send('a')).status).to.equal(200);
    expect(await stored()).to.equal(2);
  });
});
