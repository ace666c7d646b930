// The job that erases a person: what requests and webhooks have left.
import { expect } from 'chai';
import { transaction } from '../../../shared/platform/db/transaction.ts';
import { insertFailures } from '../../../shared/resources/flows/contact-imports/failures/insert.ts';
import { createAttempt, createMessage } from '../../api/webhooks/owner.ts';
import { createContactImport } from '../../support/factories/contact-factories.ts';
import { createAccount, createWebhook } from '../../support/factories/factories.ts';
import { createReceived } from '../../support/factories/received-factories.ts';
import { BO, ERASED, JIM, MINUTE_MS, useErasing } from './support/use-erasing.ts';

/** Addresses that contain the person's. */
const LONGER = ['jimbo.s@customer.dev', 'bo.s@customer.dev.au'] as const;

describe('the erasure of a person from webhook messages and request logs', () => {
  const erasing = useErasing();
  const { clock, ids, query, run, start, erase, isDone } = erasing;
  const { change, setContent, emailOf, contentOf, eventsOf, logOf, payloadOf, emailTo, insertEvent } =
    erasing;

  const insertAnswer = (answer: string) =>
    query(
      `INSERT INTO idempotency_keys (account_id, key, fingerprint, owner_token, lease_until, created_at, status_code, answer)
       VALUES ($1, 'k', '\\x00', $2, now(), now(), 200, $3)`,
      [erasing.accountId, ids.next(), answer],
    );
  const answerOf = async () =>
    (await query('SELECT answer FROM idempotency_keys WHERE account_id = $1', [erasing.accountId]))[0].answer;
  const attemptsOf = (messageId: string) =>
    query('SELECT error, response_body FROM webhook_attempts WHERE message_id = $1', [messageId]);

  it('Removes the emails that were received from the address, with their files and bytes, and no others.', async () => {
    const { pool, accountId } = erasing;
    const receive = (owner: string, fromAddress: string) =>
      createReceived(pool, owner, { contents: { fromAddress }, files: [{}] });
    await receive(accountId, BO.toUpperCase());
    const kept = [
      await receive(accountId, JIM),
      await receive(accountId, LONGER[0]),
      await receive((await createAccount(pool)).id, BO),
    ];
    await erase();
    const left = await query('SELECT id FROM received_emails ORDER BY id');
    expect(left.map(({ id }) => id)).to.deep.equal(kept.map(({ id }) => id));
    const parts = await query(`SELECT count(DISTINCT id)::integer AS contents FROM received_chunks`);
    expect(parts).to.deep.equal([{ contents: 2 * kept.length }]);
  });

  it('Empties webhook events and request logs about the person alone, with what endpoints have answered, from two minutes after the request on, and replaces only the address in all others.', async () => {
    const hook = await erasing.hook();
    const payload = { type: 'contact.deleted', data: { email: BO, first_name: 'Bo', id: 'c1' } };
    const waiting = await createMessage(erasing.pool, hook, { state: 'pending', payload });
    const message = await createMessage(erasing.pool, hook, { payload });
    const shared = { type: 'email.sent', data: { email_id: 'e1', to: [BO, JIM], subject: 'Bo and Jim' } };
    const other = await createMessage(erasing.pool, hook, { payload: shared });
    const answer = { body: `{"got":"\\u003c${BO}\\u003e"}`, error: `no ${BO}` };
    for (const { id } of [message, other]) await createAttempt(erasing.pool, hook, id, answer);
    const log = await erasing.log({
      endpoint: `/contacts/${encodeURIComponent(BO)}`,
      requestBody: { first_name: 'Bo' },
      responseBody: { email: BO, first_name: 'Bo' },
      userAgent: `bo/1.0 (${BO})`,
    });
    const list = await erasing.log({
      endpoint: '/contacts',
      responseBody: { data: [{ email: BO, first_name: 'Bo' }, { email: JIM }] },
    });
    const id = await start();
    clock.advance(2 * MINUTE_MS - 1);
    await run();
    expect(await payloadOf(waiting.id)).to.deep.equal(payload);
    clock.advance(1);
    await run();
    expect(await isDone(id)).to.equal(true);
    const erased = { type: 'contact.deleted', data: { email: ERASED, id: 'c1' } };
    expect(await payloadOf(waiting.id)).to.deep.equal(erased);
    expect(await payloadOf(message.id)).to.deep.equal(erased);
    expect(await attemptsOf(message.id)).to.deep.equal([{ error: 'erased', response_body: null }]);
    expect(await payloadOf(other.id)).to.deep.equal({
      type: 'email.sent',
      data: { email_id: 'e1', to: [ERASED, JIM], subject: 'Bo and Jim' },
    });
    expect(await attemptsOf(other.id)).to.deep.equal([
      { error: `no ${ERASED}`, response_body: `{"got":"<${ERASED}>"}` },
    ]);
    expect(await logOf(log)).to.deep.equal({
      endpoint: `/contacts/${ERASED}`,
      userAgent: `bo/1.0 (${ERASED})`,
      request: null,
      response: null,
    });
    expect((await logOf(list)).response).to.deep.equal({
      data: [{ email: ERASED, first_name: 'Bo' }, { email: JIM }],
    });
  });

  it('finds the events of a webhook that was deleted, and passes the endpoints of other accounts', async () => {
    const stranger = await createWebhook(erasing.pool, (await createAccount(erasing.pool)).id);
    const payload = { data: { email: BO } };
    const strange = await createMessage(erasing.pool, stranger, { payload });
    const hook = await erasing.hook();
    const message = await createMessage(erasing.pool, hook, { payload });
    await query('DELETE FROM webhooks WHERE id = $1', [hook.id]);
    await erase();
    expect((await payloadOf(strange.id)).data.email).to.equal(BO);
    expect((await payloadOf(message.id)).data.email).to.equal(ERASED);
  });

  it('erases the answer of an endpoint that is written after its message was erased', async () => {
    const hook = await erasing.hook();
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
    expect(await attemptsOf(held.id)).to.deep.equal([{ error: null, response_body: null }]);
  });

  it('finds a request log that names the person by the id of a deleted contact', async () => {
    const contactId = ids.next();
    const log = await erasing.log({
      method: 'PATCH',
      endpoint: `/contacts/${contactId}`,
      requestBody: { last_name: 'Smith' },
      responseBody: { object: 'contact', id: contactId },
    });
    await erase({ contactIds: [contactId] });
    expect(await logOf(log)).to.deep.include({
      endpoint: `/contacts/${contactId}`,
      request: null,
      response: null,
    });
  });

  it('finds one of hundreds of ids of contacts', async () => {
    const contactIds = Array.from({ length: 600 }, () => ids.next());
    const body = (id: string) => ({ data: [{ contact: id.toUpperCase(), last_name: 'Smith' }] });
    const log = await erasing.log({ requestBody: body(contactIds[599] ?? '') });
    const other = await erasing.log({ requestBody: body(ids.next()) });
    await erase({ contactIds });
    expect((await logOf(log)).request).to.equal(null);
    expect((await logOf(other)).request.data[0].last_name).to.equal('Smith');
  });

  it('Replaces the address in stored answers of idempotency keys, and in audit events.', async () => {
    const acted = (target: string) =>
      query(
        `INSERT INTO audit_events (id, account_id, actor_type, operation, outcome, target_id, created_at)
         VALUES ($1, $2, 'person', 'removeSuppression', 'succeeded', $3, now())`,
        [ids.next(), erasing.accountId, target],
      );
    for (const target of [BO, JIM]) await acted(target);
    await insertAnswer(JSON.stringify({ errors: [{ index: 0, message: `No mail to ${BO}.` }] }));
    await erase();
    expect(JSON.parse(await answerOf())).to.deep.equal({
      errors: [{ index: 0, message: `No mail to ${ERASED}.` }],
    });
    const targets = await query('SELECT target_id FROM audit_events WHERE account_id = $1 ORDER BY id', [
      erasing.accountId,
    ]);
    expect(targets).to.deep.equal([{ target_id: ERASED }, { target_id: JIM }]);
  });

  it('Empties the refused rows of imports that have the address, and keeps their numbers and reasons.', async () => {
    const { id } = await createContactImport(erasing.pool, erasing.accountId);
    const rows: string[][] = [
      [BO.toUpperCase(), 'Bo', '12 Main Street'],
      [LONGER[0], 'Bo'],
      [JIM, ''],
    ];
    await transaction(erasing.pool, (client) =>
      insertFailures(
        client,
        ids,
        { id, accountId: erasing.accountId },
        rows.map((cells, index) => ({ row: index + 2, reason: 'The reason.', cells })),
      ),
    );
    await erase();
    expect(
      await erasing.query(
        'SELECT row, reason, cells FROM contact_import_failures WHERE import_id = $1 ORDER BY id',
        [id],
      ),
    ).to.deep.equal([
      { row: 2, reason: 'The reason.', cells: [] },
      { row: 3, reason: 'The reason.', cells: rows[1] },
      { row: 4, reason: 'The reason.', cells: rows[2] },
    ]);
  });

  it('takes an escape of JSON for what it means, and leaves JSON what it is', async () => {
    const log = await erasing.log({
      requestBody: { text: 'Hi\nick@customer.dev', other: 'Hi nick@customer.dev' },
    });
    const { id } = await emailTo([JIM, 'ick@customer.dev']);
    await insertEvent(id, JIM, { smtp_reply: '550\nick@customer.dev' });
    await erase({ emailKey: 'ick@customer.dev' });
    expect((await logOf(log)).request).to.deep.equal({
      text: `Hi\n${ERASED}`,
      other: 'Hi nick@customer.dev',
    });
    expect((await eventsOf(id))[0]).to.deep.include({ data: { smtp_reply: `550\n${ERASED}` } });
  });

  it('leaves what is about the addresses of others alone', async () => {
    // Its text has the characters of the address, as part of a longer one.
    const longer = `${LONGER[0]}, ${LONGER[1]}`;
    const similar = await emailTo([LONGER[0]], { subject: 'Dear Jim Smith' });
    await change(similar.id, { to_addresses: LONGER.map((address) => `Jim Smith <${address}>`) });
    await setContent(similar.id, `<p>Jim Smith, ${longer}</p>`, `Jim Smith, ${longer}`);
    await insertEvent(similar.id, LONGER[0], { smtp_reply: `550 Smith ${LONGER[0]}` });
    const hook = await erasing.hook();
    const payload = { data: { to: [...LONGER], first_name: 'Bo', subject: 'Dear Jim Smith' } };
    const message = await createMessage(erasing.pool, hook, { payload });
    await createAttempt(erasing.pool, hook, message.id, { body: `Smith ${longer}` });
    const answer = JSON.stringify({ errors: [{ index: 0, message: `No mail to Jim Smith, ${longer}.` }] });
    await insertAnswer(answer);
    const log = await erasing.log({
      requestBody: [
        { to: BO, subject: 'Hello Bo' },
        { to: JIM, subject: 'Hello Bo' },
      ],
      responseBody: { data: [{ email: 'bo@other.dev', first_name: 'Bo' }] },
    });
    const before = await emailOf(similar.id);
    await erase();
    expect(await emailOf(similar.id)).to.deep.equal(before);
    expect(await contentOf(similar.id)).to.deep.equal({
      html: `<p>Jim Smith, ${longer}</p>`,
      text: `Jim Smith, ${longer}`,
    });
    expect(await eventsOf(similar.id)).to.deep.include.members([
      { recipient: LONGER[0], type: 'bounced', data: { smtp_reply: `550 Smith ${LONGER[0]}` } },
    ]);
    expect(await payloadOf(message.id)).to.deep.equal(payload);
    expect(await attemptsOf(message.id)).to.deep.equal([{ error: null, response_body: `Smith ${longer}` }]);
    expect(await answerOf()).to.equal(answer);
    expect((await logOf(log)).request).to.deep.equal([
      { to: ERASED, subject: 'Hello Bo' },
      { to: JIM, subject: 'Hello Bo' },
    ]);
  });
});
