// POST /emails: what is answered, stored and woken when all is well (interface.md, POST /emails).
import { expect } from 'chai';
import { isUuidV7 } from '../../../shared/ids.ts';
import { useApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { createDomain } from '../../support/factories.ts';
import { createSender } from './sender.ts';

describe('POST /emails', () => {
  const app = useApp();

  const rowsOf = async (table: string, column: string, id: string, order = 'id') => {
    const { rows } = await app.pool.query(`SELECT * FROM ${table} WHERE ${column} = $1 ORDER BY ${order}`, [
      id,
    ]);
    return rows;
  };
  /** Ids of the recipients that wait in the queue. */
  const wokenIds = async () => {
    const queue = app.deps.queues.all().find(({ name }) => name === 'send');
    const jobs = (await queue?.getWaiting()) ?? [];
    return jobs.flatMap(({ data }) => data.ids);
  };

  it('answers 200 with exactly the id', async () => {
    const { send } = await createSender(app);
    const { status, body } = await send();
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(Object.keys(body)).to.deep.equal(['id']);
    expect(isUuidV7(body.id)).to.equal(true);
  });

  it('answers under /api too', async () => {
    const sender = await createSender(app);
    const { status } = await app.as(sender.token).post('/api/emails').send(sender.body());
    expect(status).to.equal(200);
  });

  it('stores every field as it was asked for', async () => {
    const { send, accountId, domain } = await createSender(app);
    const asked = {
      from: `Ana "A" Lee <Ana@${domain.name}>`,
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
    asked.from = `"Ana \\"A\\" Lee" <Ana@${domain.name}>`;
    const { body } = await send(asked);
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
  });

  it('makes a recipient of each address, in the order to, cc, bcc, that may be sent to at once', async () => {
    const { send, accountId } = await createSender(app);
    const { body } = await send({
      to: ['Bo <bo@customer.dev>', 'cy@customer.dev'],
      cc: 'di@customer.dev',
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
        account_id: accountId,
        state: 'queued',
        lane: 'transactional',
        attempts: 0,
        claimed_by: null,
        next_attempt_at: app.clock.now(),
      });
      expect(recipient.woken_at).to.be.instanceOf(Date);
    }
  });

  it('appends no event: queued is a state', async () => {
    const { send } = await createSender(app);
    const { body } = await send();
    expect(await rowsOf('email_events', 'email_id', body.id)).to.deep.equal([]);
  });

  it('wakes each recipient once, when it is committed', async () => {
    const { send } = await createSender(app);
    const { body } = await send({ to: ['bo@customer.dev', 'cy@customer.dev'] });
    const expected = (await rowsOf('email_recipients', 'email_id', body.id)).map(({ id }) => id);
    expect(expected).to.have.length(2);
    const found = await eventually('both recipients are in the queue', async () => {
      const ids = (await wokenIds()).filter((id) => expected.includes(id));
      return ids.length > 0 && ids;
    });
    expect(found.sort()).to.deep.equal(expected.sort());
  });

  it('takes a string or an array of strings for to, cc, bcc and reply_to', async () => {
    const { send } = await createSender(app);
    const fields = ['to', 'cc', 'bcc', 'reply_to'];
    const forms: [unknown, string[]][] = [
      ['x@customer.dev', ['x@customer.dev']],
      [
        ['x@customer.dev', 'y@customer.dev'],
        ['x@customer.dev', 'y@customer.dev'],
      ],
    ];
    for (const field of fields) {
      for (const [form, stored] of forms) {
        const { status, body } = await send({ [field]: form });
        expect(status, JSON.stringify(body)).to.equal(200);
        expect((await rowsOf('emails', 'id', body.id))[0][`${field}_addresses`]).to.deep.equal(stored);
      }
    }
  });

  for (const field of ['cc', 'bcc', 'reply_to', 'html', 'preview_text', 'headers', 'tags']) {
    it(`takes null for ${field} as absent`, async () => {
      const { send } = await createSender(app);
      const { status, body } = await send({ [field]: null });
      expect(status, JSON.stringify(body)).to.equal(200);
    });
  }

  for (const field of ['cc', 'bcc', 'reply_to']) {
    for (const empty of ['', []]) {
      it(`takes ${JSON.stringify(empty)} for ${field} as none`, async () => {
        const { send } = await createSender(app);
        const { status, body } = await send({ [field]: empty });
        expect(status, JSON.stringify(body)).to.equal(200);
        expect((await rowsOf('emails', 'id', body.id))[0][`${field}_addresses`]).to.equal(null);
      });
    }
  }

  it('keeps text "" apart from no text: it opts out of the generated one', async () => {
    const { send } = await createSender(app);
    const optedOut = await send({ html: '<p>Hello</p>', text: '' });
    const generated = await send({ html: '<p>Hello</p>', text: undefined });
    expect((await rowsOf('email_contents', 'id', optedOut.body.id))[0].text).to.equal('');
    expect((await rowsOf('email_contents', 'id', generated.body.id))[0].text).to.equal(null);
  });

  it('ignores a field that it does not know', async () => {
    const { send } = await createSender(app);
    const { status, body } = await send({ colour: 'blue', tags: [{ name: 'a', value: 'b', c: 'd' }] });
    expect(status).to.equal(200);
    expect((await rowsOf('emails', 'id', body.id))[0].tags).to.deep.equal([{ name: 'a', value: 'b' }]);
  });

  for (const status of ['verified', 'partially_verified', 'partially_failed'] as const) {
    it(`sends from a domain that is ${status}`, async () => {
      const { send } = await createSender(app, { domain: { status } });
      expect((await send()).status).to.equal(200);
    });
  }

  it('sends with a send-only key', async () => {
    const { send } = await createSender(app, { key: { permission: 'sending_access' } });
    expect((await send()).status).to.equal(200);
  });

  it("takes the domain of from in any case and with international letters as one of the account's", async () => {
    const { send, accountId } = await createSender(app);
    const { id } = await createDomain(app.pool, accountId, { name: 'xn--bcher-kva.dev' });
    for (const from of ['ana@Bücher.dev', 'Ana <ana@XN--BCHER-KVA.DEV>']) {
      const { status, body } = await send({ from });
      expect(status, JSON.stringify(body)).to.equal(200);
      const [email] = await rowsOf('emails', 'id', body.id);
      expect(email).to.deep.include({ domain_id: id, from_address: from });
      expect(email.message_id).to.equal(`<${body.id}@xn--bcher-kva.dev>`);
    }
  });

  it('sends to an international domain under its punycode', async () => {
    const { send } = await createSender(app);
    const { body } = await send({ to: 'Bo <bo@Bücher.dev>' });
    const [recipient] = await rowsOf('email_recipients', 'email_id', body.id);
    expect(recipient.address).to.equal('bo@xn--bcher-kva.dev');
  });
});
