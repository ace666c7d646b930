// The job that erases a person from an account (docs/reference/contacts.md#erasing-a-person): emails, and what stays.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { erasureWalk } from '../../../shared/resources/contacts/erasures/step.ts';
import { erasureWork } from '../../../shared/resources/contacts/erasures/work.ts';
import { listEmails } from '../../../shared/resources/emails/list.ts';
import {
  createAccount,
  createEmail,
  createSuppression,
  type EmailFields,
} from '../../support/factories/factories.ts';
import { createLog } from '../../support/factories/log-factories.ts';
import { runJob } from '../../support/work/run-job.ts';
import { BO, ERASED, JIM, MINUTE_MS, useErasing } from './support/use-erasing.ts';

describe('the erasure of a person', () => {
  const erasing = useErasing();
  const { clock, ids, query, run, start, erase, isDone } = erasing;
  const { change, setContent, emailOf, contentOf, recipientsOf, eventsOf, logOf, emailTo, insertEvent } =
    erasing;

  it('Takes the address and the names out of the emails of the account: sender, recipients, header fields, subject, contents, tags, file names and events.', async () => {
    const { id } = await emailTo([BO, JIM], { tags: [{ name: 'user', value: 'Bo-7' }] });
    await change(id, {
      to_addresses: ['Bo Smith <Bo.S@customer.dev>', 'Jim Smith <jim@customer.dev>'],
      cc_addresses: [BO],
      reply_to_addresses: [BO],
      subject: 'Hello Bo',
      preview_text: 'For Smith',
      headers: { 'X-For': `Bo <${BO}>` },
      attachment_count: 1,
    });
    await setContent(id, `<p title="${BO}">Hi Bo</p>`, `Hi Bo, ${BO}`);
    await query(
      `INSERT INTO email_attachments (id, email_id, account_id, filename, content_type, disposition, path, created_at)
       VALUES ($1, $2, $3, 'Smith.pdf', 'application/pdf', 'attachment', $4, now())`,
      [ids.next(), id, erasing.accountId, `https://acme.dev/${encodeURIComponent(BO)}.pdf`],
    );
    await query("UPDATE email_recipients SET smtp_reply = '250 ' || address || ' ok' WHERE email_id = $1", [
      id,
    ]);
    await insertEvent(id, BO, { reason: 'unknown_mailbox', smtp_reply: `550 <${BO}> unknown` });
    await insertEvent(id, JIM);
    expect(await isDone(await erase())).to.equal(true);
    expect(await emailOf(id)).to.deep.include({
      from_address: 'ana@acme.dev',
      to_addresses: [ERASED, 'Jim Smith <jim@customer.dev>'],
      cc_addresses: [ERASED],
      reply_to_addresses: [ERASED],
      subject: 'Hello erased',
      preview_text: 'For erased',
      headers: { 'X-For': `erased <${ERASED}>` },
      tags: [{ name: 'user', value: 'erased-7' }],
      status: 'delivered',
    });
    expect(await contentOf(id)).to.deep.equal({
      html: `<p title="${ERASED}">Hi erased</p>`,
      text: `Hi erased, ${ERASED}`,
    });
    expect(await recipientsOf(id)).to.deep.equal([
      { address: ERASED, state: 'delivered', smtp_reply: `250 ${ERASED} ok` },
      { address: JIM, state: 'delivered', smtp_reply: `250 ${JIM} ok` },
    ]);
    expect(await eventsOf(id)).to.deep.equal([
      {
        recipient: ERASED,
        type: 'bounced',
        data: { reason: 'unknown_mailbox', smtp_reply: `550 <${ERASED}> unknown` },
      },
      { recipient: JIM, type: 'bounced', data: null },
    ]);
    expect(
      await query('SELECT filename, path FROM email_attachments WHERE email_id = $1', [id]),
    ).to.deep.equal([{ filename: 'erased.pdf', path: `https://acme.dev/${ERASED}.pdf` }]);
  });

  it('keeps the filters of the list of emails consistent', async () => {
    const { id } = await emailTo([JIM], { from: BO, tags: [{ name: 'user', value: 'Bo' }] });
    await erase();
    const find = async (filters: object) =>
      (await listEmails(erasing.pool, erasing.accountId, filters, { limit: 10 })).rows.map((row) => row.id);
    expect(await find({ from: BO })).to.deep.equal([]);
    expect(await find({ from: ERASED })).to.deep.equal([id]);
    expect(await find({ tag: 'user:Bo' })).to.deep.equal([]);
    expect(await find({ tag: 'user:erased' })).to.deep.equal([id]);
    expect(await find({ tag: 'user' })).to.deep.equal([id]);
  });

  it('finds emails to others that mention the address in their text or a header field', async () => {
    const text = await emailTo([JIM]);
    await setContent(text.id, `Ask <a href="mailto:${BO}">Bo</a>`);
    const replied = await emailTo([JIM]);
    await change(replied.id, { reply_to_addresses: [`Bo <${BO}>`], subject: 'A question of Bo' });
    await erase();
    expect(await contentOf(text.id)).to.include({ html: `Ask <a href="mailto:${ERASED}">erased</a>` });
    expect(await emailOf(replied.id)).to.deep.include({
      reply_to_addresses: [ERASED],
      subject: 'A question of erased',
    });
  });

  it('Counts the names that emails give together with the address among the names of the person.', async () => {
    const { id } = await emailTo([BO]);
    await change(id, { to_addresses: [`Roberta Miller <${BO}>`], subject: 'Dear Roberta' });
    const log = await erasing.log({ requestBody: { to: BO, subject: 'Dear Ms MILLER' } });
    await erase({ names: [] });
    expect(await emailOf(id)).to.include({ subject: 'Dear erased' });
    expect((await logOf(log)).request).to.deep.equal({ to: ERASED, subject: 'Dear Ms erased' });
  });

  it('Keeps the unsubscribe, the topic choices and the suppression of the address.', async () => {
    const suppression = await createSuppression(erasing.pool, erasing.accountId, BO, {
      smtpReply: `550 ${BO}`,
    });
    await query(`INSERT INTO unsubscribes VALUES ($1, $2, 'person', now())`, [erasing.accountId, BO]);
    await query(`INSERT INTO topic_choices VALUES ($1, $2, $3, 'opt_out', 'person', now())`, [
      erasing.accountId,
      BO,
      ids.next(),
    ]);
    await erase();
    for (const table of ['unsubscribes', 'topic_choices'])
      expect(
        await query(`SELECT account_id, email_key FROM ${table} WHERE account_id = $1`, [erasing.accountId]),
      ).to.deep.equal([{ account_id: erasing.accountId, email_key: BO }], table);
    const kept = await query('SELECT address, smtp_reply FROM suppressions WHERE id = $1', [suppression.id]);
    expect(kept).to.deep.equal([{ address: BO, smtp_reply: `550 ${BO}` }]);
  });

  it('Changes no metrics of emails.', async () => {
    const { id } = await emailTo([BO]);
    await insertEvent(id, BO);
    await query(
      `INSERT INTO email_metrics SELECT account_id, now(), domain_id, 'sent', 0, 3 FROM emails WHERE id = $1`,
      [id],
    );
    const before = await query('SELECT * FROM email_metrics WHERE account_id = $1', [erasing.accountId]);
    await erase();
    expect(
      await query('SELECT * FROM email_metrics WHERE account_id = $1', [erasing.accountId]),
    ).to.deep.equal(before);
  });

  it('Concerns one account only, and no mail that is accepted after the request.', async () => {
    const { id: stranger } = await createAccount(erasing.pool);
    const fields: EmailFields = { status: 'delivered', recipients: [{ address: BO }] };
    const strange = await createEmail(erasing.pool, stranger, fields);
    const strangeLog = await createLog(erasing.pool, stranger, { requestBody: { to: BO } });
    clock.set(new Date(Date.now() - 1_000));
    await start();
    const later = await emailTo([BO]);
    clock.advance(2 * MINUTE_MS);
    await run();
    expect((await emailOf(strange.id))?.to_addresses).to.deep.equal([BO]);
    expect((await recipientsOf(strange.id))[0]?.address).to.equal(BO);
    expect((await logOf(strangeLog)).request).to.deep.equal({ to: BO });
    expect((await emailOf(later.id))?.to_addresses).to.deep.equal([BO]);
  });

  it('erases two people from one row, one after the other and at once', async () => {
    const { id } = await emailTo([BO, JIM], { subject: 'Bo and Jim' });
    const log = await erasing.log({ responseBody: { to: [BO, JIM] } });
    const other = { accountId: erasing.accountId, emailKey: JIM, names: ['Jim'], now: clock.now() };
    await Promise.all([start(), start({ id: ids.next(), ...other })]);
    clock.advance(2 * MINUTE_MS);
    const due = await erasureWork.table.markDue(erasing.pool, clock.now(), 10);
    await Promise.all(due.map((erasure) => runJob(erasureWork, [erasure], erasing.deps)));
    await run();
    expect(await emailOf(id)).to.deep.include({
      to_addresses: [ERASED, ERASED],
      subject: 'erased and erased',
    });
    expect((await logOf(log)).response).to.deep.equal({ to: [ERASED, ERASED] });
  });

  it('erases thousands of rows in several jobs', async () => {
    const logs = 5_200;
    await query(
      `INSERT INTO logs (id, account_id, request_id, method, endpoint, response_status, duration_ms, response_body, created_at)
       SELECT $2::bigint * 1048576 + nextval('log_counter'), $1, 'r', 'GET', '/emails', 200, 1, $3, now()
       FROM generate_series(1, $4)`,
      [erasing.accountId, clock.now().getTime(), JSON.stringify({ to: [BO] }), logs],
    );
    const id = await erase();
    expect(await isDone(id)).to.equal(true);
    const [{ count }] = await query(
      'SELECT count(*)::integer FROM logs WHERE account_id = $1 AND response_body = $2',
      [erasing.accountId, JSON.stringify({ to: [ERASED] })],
    );
    expect(count).to.equal(logs);
  });

  it('Looks for up to 50 names of a person, each of up to 100 characters.', async () => {
    const numbers = Array.from({ length: 60 }, (_, index) => index);
    const long = 'Bo'.repeat(51);
    const { id: email } = await emailTo([BO], { subject: `Name49 Name50 ${long}` });
    const names = [null, ' ', long, ...numbers.map((number) => `Name${number}`), 'Name1'];
    const contactIds = Array.from({ length: 1_100 }, () => ids.next());
    const id = await start({ names, contactIds });
    const [row] = await query('SELECT names, contact_ids FROM contact_erasures WHERE id = $1', [id]);
    expect([row.names.length, row.names[0], row.contact_ids.length]).to.deep.equal([50, 'Name0', 1_000]);
    clock.advance(2 * MINUTE_MS);
    await run();
    expect((await emailOf(email))?.subject).to.equal(`erased Name50 ${long}`);
  });

  it('does no step for a worker that has lost its claim', async () => {
    const { id: email } = await emailTo([BO]);
    const id = await start();
    clock.advance(2 * MINUTE_MS);
    expect(await erasureWalk.step(erasing.deps, { id, token: randomUUID() }, clock.now())).to.equal('done');
    expect((await emailOf(email))?.to_addresses).to.deep.equal([BO]);
    expect(await isDone(id)).to.equal(false);
    await run();
    expect(await isDone(id)).to.equal(true);
  });
});
