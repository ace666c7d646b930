// The job that erases a person from an account (docs/reference/contacts.md#erasing-a-person): emails, and what stays.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { findPageOf } from '../../../shared/platform/db/list.ts';
import { erasureWalk } from '../../../shared/resources/flows/erasures/step.ts';
import { erasureWork } from '../../../shared/resources/flows/erasures/work.ts';
import { EMAIL_LIST } from '../../../shared/resources/messaging/emails/list.ts';
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
  const { change, setContent, emailTo, insertEvent, attach } = erasing;
  const { emailOf, contentOf, recipientsOf, dialoguesOf, filesOf, eventsOf, logOf } = erasing;

  /** Each field names the person. */
  const fill = async (id: string, to: string[]) => {
    await change(id, {
      to_addresses: to,
      cc_addresses: [BO],
      reply_to_addresses: [BO],
      subject: `Hello ${BO}`,
      preview_text: `For ${BO}`,
      headers: { 'X-For': `Bo <${BO}>` },
      attachment_count: 1,
    });
    await setContent(id, `<p title="${BO}">Hi Bo</p>`, `Hi Bo, ${Buffer.from(`<${BO}>`).toString('base64')}`);
    await attach(id, `Smith ${BO}.pdf`, `https://acme.dev/?for=${encodeURIComponent(BO)}`);
    await query(
      `UPDATE email_recipients SET smtp_reply = '250 ' || address || ' ok',
         dialogue = E'0c' || address || E'\\n0s' || $2::text WHERE email_id = $1`,
      [id, `550 "for" <${BO}>`],
    );
    await insertEvent(id, BO, { reason: 'unknown_mailbox', smtp_reply: `550 <${BO}> unknown` });
  };
  const bounced = {
    recipient: ERASED,
    type: 'bounced',
    data: { reason: 'unknown_mailbox', smtp_reply: `550 <${ERASED}> unknown` },
  };

  it('Empties the emails that were for the person alone: subject, contents, header fields, tags and files.', async () => {
    const { id } = await emailTo([BO], { tags: [{ name: 'user', value: 'Bo-7' }] });
    await fill(id, ['Bo Smith <Bo.S@customer.dev>']);
    expect(await isDone(await erase())).to.equal(true);
    expect(await emailOf(id)).to.deep.include({
      from_address: 'ana@acme.dev',
      to_addresses: [ERASED],
      cc_addresses: [ERASED],
      status: 'delivered',
      reply_to_addresses: null,
      subject: '',
      preview_text: null,
      headers: null,
      tags: null,
      tag_keys: null,
      attachment_count: 0,
    });
    expect(await contentOf(id)).to.deep.equal({ html: null, text: null });
    expect(await filesOf(id)).to.deep.equal([]);
    expect(await query('SELECT FROM attachment_chunks')).to.deep.equal([]);
    expect(await recipientsOf(id)).to.deep.equal([
      { address: ERASED, state: 'delivered', smtp_reply: `250 ${ERASED} ok` },
    ]);
    expect(await dialoguesOf(id)).to.deep.equal([null]);
    expect(await eventsOf(id)).to.deep.equal([bounced]);
  });

  it('Replaces only the address in emails that are for others too, or mention it: sender, recipients, header fields, subject, contents, names of files and events.', async () => {
    const { id } = await emailTo([BO, JIM], { tags: [{ name: 'user', value: 'Bo-7' }] });
    await fill(id, ['Bo Smith <Bo.S@customer.dev>', 'Jim Smith <jim@customer.dev>']);
    await insertEvent(id, JIM);
    expect(await isDone(await erase())).to.equal(true);
    expect(await emailOf(id)).to.deep.include({
      from_address: 'ana@acme.dev',
      to_addresses: [ERASED, 'Jim Smith <jim@customer.dev>'],
      cc_addresses: [ERASED],
      reply_to_addresses: [ERASED],
      subject: `Hello ${ERASED}`,
      preview_text: `For ${ERASED}`,
      headers: { 'X-For': `Bo <${ERASED}>` },
      tags: [{ name: 'user', value: 'Bo-7' }],
      attachment_count: 1,
      status: 'delivered',
    });
    const { html, text } = await contentOf(id);
    expect(html).to.equal(`<p title="${ERASED}">Hi Bo</p>`);
    expect(Buffer.from(text.slice('Hi Bo, '.length), 'base64').toString()).to.match(
      /^<0*erased@erased.invalid>$/,
    );
    expect(await recipientsOf(id)).to.deep.equal([
      { address: ERASED, state: 'delivered', smtp_reply: `250 ${ERASED} ok` },
      { address: JIM, state: 'delivered', smtp_reply: `250 ${JIM} ok` },
    ]);
    expect(await dialoguesOf(id)).to.deep.equal([null, `0c${JIM}\n0s550 "for" <${ERASED}>`]);
    expect(await eventsOf(id)).to.deep.equal([bounced, { recipient: JIM, type: 'bounced', data: null }]);
    expect(await filesOf(id)).to.deep.equal([
      { filename: `Smith ${ERASED}.pdf`, path: `https://acme.dev/?for=${ERASED}`, chunks: 1 },
    ]);
  });

  it('removes the octets of mail that was kept as it came, also of mail that was for others too', async () => {
    const others = await emailTo([JIM]);
    const emails = [await emailTo([BO]), await emailTo([BO, JIM]), others];
    const contents = emails.map(() => ids.next());
    for (const [index, { id }] of emails.entries())
      await query(
        `WITH stored AS (INSERT INTO attachment_chunks VALUES ($2, 0, 'x'), ($2, 1, 'x'))
         INSERT INTO email_kept_messages (id, content_id) VALUES ($1, $2)`,
        [id, contents[index]],
      );
    await erase();
    expect(await query('SELECT id FROM email_kept_messages')).to.deep.equal([{ id: others.id }]);
    const left = await query('SELECT id FROM attachment_chunks WHERE id = ANY($1::uuid[])', [contents]);
    expect(left.map(({ id }) => id)).to.deep.equal([contents[2], contents[2]]);
  });

  it('keeps the filters of the list of emails consistent', async () => {
    const shared = await emailTo([JIM], { from: BO, tags: [{ name: 'user', value: 'Bo' }] });
    const own = await emailTo([BO], { from: BO, tags: [{ name: 'user', value: 'Bo' }] });
    await erase();
    const find = async (filters: object) =>
      (await findPageOf(erasing.pool, EMAIL_LIST, erasing.accountId, { limit: 10 }, filters)).rows.map(
        (row) => row.id,
      );
    expect(await find({ from: BO })).to.deep.equal([]);
    expect(await find({ from: ERASED })).to.have.members([shared.id, own.id]);
    expect(await find({ tag: 'user:Bo' })).to.deep.equal([shared.id]);
  });

  it('finds emails to others that mention the address in their text, a header field or the name of a file', async () => {
    const text = await emailTo([JIM]);
    await setContent(text.id, `Ask <a href="mailto:${BO}">Bo</a>`);
    const replied = await emailTo([JIM]);
    await change(replied.id, { reply_to_addresses: [`Bo <${BO}>`], subject: 'A question of Bo' });
    const encoded = await emailTo([JIM]);
    await setContent(encoded.id, `/u/${Buffer.from(`to=${BO.toUpperCase()}`).toString('base64url')}`);
    const named = await emailTo([JIM]);
    await change(named.id, { attachment_count: 1 });
    await attach(named.id, `${BO} x.pdf`);
    await erase();
    expect(await contentOf(text.id)).to.include({ html: `Ask <a href="mailto:${ERASED}">Bo</a>` });
    expect(await emailOf(replied.id)).to.deep.include({
      reply_to_addresses: [ERASED],
      subject: 'A question of Bo',
    });
    const { html } = await contentOf(encoded.id);
    expect(Buffer.from(html.slice(3), 'base64').toString()).to.match(/^to=0*erased@erased.invalid$/);
    expect((await filesOf(named.id))[0]).to.include({ filename: `${ERASED} x.pdf` });
  });

  it('Empties the addresses and agents of the clients by which the person has opened and clicked, also of emails that are for others too.', async () => {
    const client = { ipAddress: '192.0.2.7', userAgent: 'Mozilla/5.0 (iPhone)', machine: null };
    const details = {
      opened: { open: client },
      clicked: { click: { ...client, link: 'https://acme.dev/' } },
    };
    const own = await emailTo([BO]);
    const shared = await emailTo([BO, JIM]);
    for (const [id, recipient] of [
      [own.id, BO],
      [shared.id, BO],
      [shared.id, JIM],
    ] as const) {
      for (const [type, data] of Object.entries(details)) await insertEvent(id, recipient, data, type);
      await query(
        `INSERT INTO tracking_hits (id, account_id, email_id, recipient_id, hit_at, ip_address, user_agent, is_prefetch)
         SELECT $1, account_id, email_id, id, now(), '192.0.2.7', 'Mozilla/5.0 (iPhone)', false
         FROM email_recipients WHERE email_id = $2 AND address = $3`,
        [ids.next(), id, recipient],
      );
    }
    await erase();
    const empty = { ipAddress: '', userAgent: '', machine: null };
    const erased = [
      { recipient: ERASED, type: 'opened', data: { open: empty } },
      { recipient: ERASED, type: 'clicked', data: { click: { ...empty, link: 'https://acme.dev/' } } },
    ];
    expect(await eventsOf(own.id)).to.deep.equal(erased);
    expect(await eventsOf(shared.id)).to.deep.equal([
      ...erased,
      ...Object.entries(details).map(([type, data]) => ({ recipient: JIM, type, data })),
    ]);
    const hits = await query(
      'SELECT address FROM tracking_hits JOIN email_recipients ON email_recipients.id = recipient_id',
    );
    expect(hits).to.deep.equal([{ address: JIM }]);
  });

  it('Keeps the unsubscribe, the topic choices, the refusal to be measured and the suppression of the address.', async () => {
    const suppression = await createSuppression(erasing.pool, erasing.accountId, BO, {
      smtpReply: `550 ${BO}`,
    });
    for (const table of ['unsubscribes', 'tracking_refusals'])
      await query(`INSERT INTO ${table} VALUES ($1, $2, 'person', now())`, [erasing.accountId, BO]);
    await query(`INSERT INTO topic_choices VALUES ($1, $2, $3, 'opt_out', 'person', now())`, [
      erasing.accountId,
      BO,
      ids.next(),
    ]);
    await erase();
    for (const table of ['unsubscribes', 'tracking_refusals', 'topic_choices'])
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
    const other = { accountId: erasing.accountId, emailKey: JIM, now: clock.now() };
    await Promise.all([start(), start({ id: ids.next(), ...other })]);
    clock.advance(2 * MINUTE_MS);
    const due = await erasureWork.table.markDue(erasing.pool, clock.now(), 10);
    await Promise.all(due.map((erasure) => runJob(erasureWork, [erasure], erasing.deps)));
    await run();
    expect(await emailOf(id)).to.deep.include({ to_addresses: [ERASED, ERASED], subject: '' });
    expect((await logOf(log)).response).to.equal(null);
  });

  it('erases thousands of rows in several jobs', async () => {
    const logs = 5_200;
    await query(
      `INSERT INTO logs (id, account_id, request_id, method, endpoint, response_status, duration_ms, response_body, created_at)
       SELECT $2::bigint * 1048576 + nextval('log_counter'), $1, 'r', 'GET', '/emails', 200, 1, $3, now()
       FROM generate_series(1, $4)`,
      [erasing.accountId, clock.now().getTime(), JSON.stringify({ to: [BO, JIM] }), logs],
    );
    const id = await erase();
    expect(await isDone(id)).to.equal(true);
    const [{ count }] = await query(
      'SELECT count(*)::integer FROM logs WHERE account_id = $1 AND response_body = $2',
      [erasing.accountId, JSON.stringify({ to: [ERASED, JIM] })],
    );
    expect(count).to.equal(logs);
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
