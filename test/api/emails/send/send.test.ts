// POST /emails, when everything is in order: the answer, the stored rows and the wake-up of the send queue
// (docs/reference/emails.md#post-emails).
import { expect } from 'chai';
import { isUuidV7 } from '../../../../shared/platform/time/ids.ts';
import { useApp } from '../../../support/api/app.ts';
import { eventually } from '../../../support/time/eventually.ts';
import { useSender } from '../sender.ts';

describe('POST /emails', () => {
  const app = useApp();
  const sender = useSender(app);

  const rowsOf = async (table: string, column: string, id: string, order = 'id') => {
    const { rows } = await app.pool.query(`SELECT * FROM ${table} WHERE ${column} = $1 ORDER BY ${order}`, [
      id,
    ]);
    return rows;
  };
  /** Ids of the recipients whose wake-ups are in the send queue. */
  const wokenIds = async () => {
    const queue = app.deps.queues.all().find(({ name }) => name === 'send');
    const jobs = (await queue?.getWaiting()) ?? [];
    return jobs.flatMap(({ data }) => data.ids);
  };

  it('Answers 200 with the id of the stored email, and with nothing else.', async () => {
    const { status, body } = await sender.send();
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(Object.keys(body)).to.deep.equal(['id']);
    expect(await rowsOf('emails', 'id', body.id)).to.have.length(1);
  });

  it('Gives the email, its recipients, events and attachments ids that are UUIDs of version 7.', async () => {
    const { body } = await sender.send({ attachments: [{ content: 'YQ==' }], scheduled_at: 'in 1 hour' });
    const files = (await sender.read(`/emails/${body.id}/attachments`)).data;
    const stored = await Promise.all(
      ['email_recipients', 'email_events', 'email_attachments'].map((table) =>
        rowsOf(table, 'email_id', body.id),
      ),
    );
    const ids = [body.id, ...files.map(({ id }: { id: string }) => id), ...stored.flat().map(({ id }) => id)];
    expect(ids).to.have.length(5);
    for (const id of ids) expect(isUuidV7(id), id).to.equal(true);
  });

  it('Serves every path with and without the prefix /api.', async () => {
    const { status } = await sender.api.post('/api/emails').send(sender.body());
    expect(status).to.equal(200);
  });

  it('Stores addresses, texts, headers and tags unchanged.', async () => {
    const { accountId, domain } = sender;
    const asked = {
      from: `"Ana \\"A\\" Lee" <Ana@${domain.name}>`,
      to: ['Bo <bo@customer.dev>', '"O\'Brien, \\"Pat\\"" <pat@customer.dev>'],
      cc: ['cy@customer.dev'],
      bcc: ['di@customer.dev'],
      reply_to: ['help@customer.dev', 'Sales {1} <sales@customer.dev>'],
      subject: 'Grüße, "Bo" {x} \\ NULL',
      html: '<p>Hello</p>',
      text: 'Hello\r\nBo',
      headers: { 'X-Order': '42', 'List-ID': '' },
      tags: [{ name: 'kind', value: 'welcome' }],
      preview_text: 'A first look',
    };
    const { body } = await sender.send({ ...asked, cc: [' cy@customer.dev '] });
    const [email] = await rowsOf('emails', 'id', body.id);
    expect(email).to.deep.include({
      account_id: accountId,
      domain_id: domain.id,
      content_id: body.id,
      source: 'api',
      status: 'queued',
      last_event: null,
      message_id: `<${body.id}@${domain.name}>`,
      from_address: asked.from,
      from_key: `ana@${domain.name}`,
      to_addresses: asked.to,
      cc_addresses: asked.cc,
      bcc_addresses: asked.bcc,
      reply_to_addresses: asked.reply_to,
      subject: asked.subject,
      preview_text: asked.preview_text,
      headers: asked.headers,
      tags: asked.tags,
      scheduled_at: null,
      sent_at: null,
      created_at: app.clock.now(),
    });
    const [content] = await rowsOf('email_contents', 'id', body.id);
    expect(content).to.deep.include({ account_id: accountId, html: asked.html, text: asked.text });
    // An empty text leaves the text part out, and an absent one is generated, so they are not stored as the same.
    for (const [given, kept] of [
      ['', ''],
      [undefined, null],
    ]) {
      const other = await sender.send({ html: asked.html, text: given });
      expect((await rowsOf('email_contents', 'id', other.body.id))[0].text).to.equal(kept);
    }
  });

  it('Creates one recipient for each different address, in the order to, cc, bcc, due at once or at scheduled_at.', async () => {
    const { body } = await sender.send({
      to: ['Bo <bo@customer.dev>', 'cy@customer.dev'],
      cc: ['di@customer.dev', 'bo@customer.dev'],
      bcc: ['ed@customer.dev'],
    });
    const recipients = await rowsOf('email_recipients', 'email_id', body.id, 'position');
    expect(recipients.map(({ kind, position, address }) => [kind, position, address])).to.deep.equal([
      ['to', 0, 'bo@customer.dev'],
      ['to', 1, 'cy@customer.dev'],
      ['cc', 2, 'di@customer.dev'],
      ['bcc', 3, 'ed@customer.dev'],
    ]);
    for (const recipient of recipients) {
      expect(recipient).to.deep.include({
        account_id: sender.accountId,
        state: 'queued',
        lane: 'transactional',
        attempts: 0,
        claimed_by: null,
        next_attempt_at: app.clock.now(),
      });
      expect(recipient.woken_at).to.be.instanceOf(Date);
    }
    const at = new Date(app.clock.now().getTime() + 3_600_000);
    const later = await sender.send({ scheduled_at: at.toISOString() });
    const [scheduled] = await rowsOf('email_recipients', 'email_id', later.body.id);
    expect(scheduled).to.deep.include({ state: 'pending', next_attempt_at: at, woken_at: null });
  });

  it('Queues each recipient for delivery once, as soon as the email is stored, unless it is dropped or scheduled.', async () => {
    const idsOf = async (changes: Record<string, unknown>) => {
      const { body } = await sender.send(changes);
      return (await rowsOf('email_recipients', 'email_id', body.id, 'position')).map(({ id }) => id);
    };
    const [scheduled] = await idsOf({ scheduled_at: 'in 1 hour' });
    const [bo, cy, dropped] = await idsOf({ to: ['bo@customer.dev', 'cy@customer.dev', 'x@example.com'] });
    const found = await eventually('the recipients are in the queue', async () => {
      const ids = (await wokenIds()).filter((id) => [scheduled, bo, cy, dropped].includes(id));
      return ids.length > 0 && ids;
    });
    expect(found.sort()).to.deep.equal([bo, cy].sort());
  });

  it('Treats null in an optional field like an absent field.', async () => {
    for (const field of 'cc, bcc, reply_to, html, text, preview_text, headers, tags, attachments, scheduled_at'.split(
      ', ',
    )) {
      const read = async (value: unknown) => {
        const base = field === 'text' ? { html: '<p>Hello</p>' } : {};
        const { id, message_id, thread_id, ...rest } = await sender.sent({ ...base, [field]: value });
        const files = (await sender.read(`/emails/${id}/attachments`)).data;
        expect(message_id).to.include(id);
        expect(thread_id).to.equal(id);
        return { ...rest, files };
      };
      expect(await read(null), field).to.deep.equal(await read(undefined));
    }
  });
});
