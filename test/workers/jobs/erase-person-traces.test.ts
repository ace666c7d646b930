// The job that erases a person: what requests and webhooks have left.
import { expect } from 'chai';
import { createAttempt, createMessage } from '../../api/webhooks/owner.ts';
import { createAccount, createLog, createWebhook } from '../../support/factories.ts';
import { BO, ERASED, JIM, MINUTE_MS, useErasing } from './support/use-erasing.ts';

describe('the erasure of a person from webhook messages and request logs', () => {
  const erasing = useErasing();
  const { clock, ids, query, run, start, erase, isDone, emailOf, logOf, payloadOf, emailTo } = erasing;

  it('Takes them out of webhook events, what endpoints have answered, and request logs, from two minutes after the request on.', async () => {
    const hook = await createWebhook(erasing.pool, erasing.accountId);
    const payload = { type: 'contact.deleted', data: { email: BO, first_name: 'Bo', id: 'c1' } };
    const waiting = await createMessage(erasing.pool, hook, { state: 'pending', payload });
    const message = await createMessage(erasing.pool, hook, { payload });
    await createAttempt(erasing.pool, hook, message.id, {
      body: `{"got":"\\u003c${BO}\\u003e"}`,
      error: `no ${BO}`,
    });
    const log = await createLog(erasing.pool, erasing.accountId, {
      endpoint: `/contacts/${encodeURIComponent(BO)}`,
      requestBody: { first_name: 'Bo' },
      responseBody: { email: BO, first_name: 'Bo', note: 'He said "Bo Smith"' },
      userAgent: 'bo/1.0',
    });
    const id = await start();
    expect(await payloadOf(waiting.id)).to.deep.equal(payload);
    clock.advance(2 * MINUTE_MS - 1);
    await run();
    expect(await payloadOf(waiting.id)).to.deep.equal(payload);
    clock.advance(1);
    await run();
    expect(await isDone(id)).to.equal(true);
    const erased = { type: 'contact.deleted', data: { email: ERASED, first_name: 'erased', id: 'c1' } };
    expect(await payloadOf(waiting.id)).to.deep.equal(erased);
    expect(await payloadOf(message.id)).to.deep.equal(erased);
    expect(
      await query('SELECT error, response_body FROM webhook_attempts WHERE message_id = $1', [message.id]),
    ).to.deep.equal([{ error: `no ${ERASED}`, response_body: `{"got":"\\u003c${ERASED}\\u003e"}` }]);
    expect(await logOf(log)).to.deep.equal({
      endpoint: `/contacts/${ERASED}`,
      userAgent: 'bo/1.0',
      request: { first_name: 'erased' },
      response: { email: ERASED, first_name: 'erased', note: 'He said "erased erased"' },
    });
  });

  it('finds the events of a webhook that was deleted, and passes the endpoints of other accounts', async () => {
    const stranger = await createWebhook(erasing.pool, (await createAccount(erasing.pool)).id);
    const payload = { data: { email: BO } };
    const strange = await createMessage(erasing.pool, stranger, { payload });
    const hook = await createWebhook(erasing.pool, erasing.accountId);
    const message = await createMessage(erasing.pool, hook, { payload });
    await query('DELETE FROM webhooks WHERE id = $1', [hook.id]);
    await erase();
    expect((await payloadOf(strange.id)).data.email).to.equal(BO);
    expect((await payloadOf(message.id)).data.email).to.equal(ERASED);
  });

  it('erases the answer of an endpoint that is written after its message was erased', async () => {
    const hook = await createWebhook(erasing.pool, erasing.accountId);
    const held = await createMessage(erasing.pool, hook, {
      state: 'attempting',
      payload: { data: { email: BO } },
    });
    const id = await erase();
    expect(await isDone(id)).to.equal(false);
    await createAttempt(erasing.pool, hook, held.id, { body: BO });
    await query(
      "UPDATE webhook_messages SET state = 'success', claimed_by = NULL, claim_token = NULL WHERE id = $1",
      [held.id],
    );
    clock.advance(MINUTE_MS);
    await run();
    expect(await isDone(id)).to.equal(true);
    expect(
      await query('SELECT response_body FROM webhook_attempts WHERE message_id = $1', [held.id]),
    ).to.deep.equal([{ response_body: ERASED }]);
  });

  it('finds a request log that names the person by the id of a deleted contact', async () => {
    const contactId = ids.next();
    const log = await createLog(erasing.pool, erasing.accountId, {
      method: 'PATCH',
      endpoint: `/contacts/${contactId}`,
      requestBody: { last_name: 'Smith' },
      responseBody: { object: 'contact', id: contactId },
    });
    await erase({ contactIds: [contactId] });
    expect(await logOf(log)).to.deep.include({
      endpoint: `/contacts/${contactId}`,
      request: { last_name: 'erased' },
      response: { object: 'contact', id: contactId },
    });
  });

  it('erases the stored answers of idempotency keys', async () => {
    await query(
      `INSERT INTO idempotency_keys (account_id, key, fingerprint, owner_token, lease_until, created_at, status_code, answer)
       VALUES ($1, 'k', '\\x00', $2, now(), now(), 200, $3)`,
      [
        erasing.accountId,
        ids.next(),
        JSON.stringify({ errors: [{ index: 0, message: `No mail to ${BO}.` }] }),
      ],
    );
    await erase();
    const [{ answer }] = await query('SELECT answer FROM idempotency_keys WHERE account_id = $1', [
      erasing.accountId,
    ]);
    expect(JSON.parse(answer)).to.deep.equal({ errors: [{ index: 0, message: `No mail to ${ERASED}.` }] });
  });

  it('Takes names only out of what has the address, and leaves other people with the same name alone.', async () => {
    const other = await emailTo([JIM], { subject: 'Hello Bo' });
    const log = await createLog(erasing.pool, erasing.accountId, {
      requestBody: [
        { to: BO, subject: 'Hello Bo' },
        { to: JIM, subject: 'Hello Bo' },
      ],
      responseBody: { data: [{ email: 'bo@other.dev', first_name: 'Bo' }] },
    });
    await erase();
    expect(await emailOf(other.id)).to.include({ subject: 'Hello Bo' });
    expect((await logOf(log)).request).to.deep.equal([
      { to: ERASED, subject: 'Hello erased' },
      { to: JIM, subject: 'Hello Bo' },
    ]);
  });
});
