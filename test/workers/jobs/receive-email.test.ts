// The job that reads received messages: what it records, once, and what becomes of a message that is deleted while
// it is read, or that ends its workers. What parsing finds is in test/shared/mail/parse/.
import { EventEmitter, once as nextEvent } from 'node:events';
import { expect } from 'chai';
import { findReceived } from '../../../shared/resources/messaging/receiving/find.ts';
import { removeReceived } from '../../../shared/resources/messaging/receiving/remove.ts';
import { DEATHS_MAX, receivingWork } from '../../../shared/resources/messaging/receiving/work.ts';
import { open as openReceiveEmail } from '../../../workers/jobs/receive-email.ts';
import { createAutomation, waitFor } from '../../support/factories/automation-factories.ts';
import { createContact } from '../../support/factories/contact-factories.ts';
import { createEmail, createWebhook } from '../../support/factories/factories.ts';
import { createRun, readRun } from '../../support/factories/run-factories.ts';
import { once } from '../support/started-worker.ts';
import { CLIENT, FILE, useReceiving } from './support/use-receiving.ts';

describe('The job that receives email', () => {
  const receiving = useReceiving();
  const { test, receive, run } = receiving;
  const { clock, ids, query, row } = test;
  const find = (id: string) => findReceived(test.pool, test.accountId, id);
  const uploads = () => query('SELECT id FROM attachment_uploads');
  const runsOf = (automationId: string) =>
    query('SELECT id FROM automation_runs WHERE automation_id = $1', [automationId]);

  it('records what a message says, who sent it, and its files', async () => {
    const id = await receive(['Cc: cy@customer.dev', 'Message-ID: <1@customer.dev>']);
    expect(await run(id)).to.equal('1 woken, 1 claimed');
    const email = await find(id);
    expect(email).to.containSubset({
      from: 'Bo <bo@customer.dev>',
      to: [receiving.receiver.address],
      cc: ['cy@customer.dev'],
      subject: 'Hello',
      messageId: '<1@customer.dev>',
      threadId: id,
      receivedFor: [receiving.receiver.address],
      parseError: null,
      authentication: { spf: 'pass', dkim: 'none', dmarc: 'none', arc: 'none' },
      attachments: [{ filename: 'notes.txt', contentType: 'text/plain', size: FILE.length }],
    });
    expect(email?.text?.trim()).to.equal('Hi Ana');
    expect(email?.headers[0]).to.deep.equal({ name: 'From', value: 'Bo <bo@customer.dev>' });
    const [file] = email?.attachments ?? [];
    const { bytes } = await row('SELECT bytes FROM received_chunks WHERE id = $1', [file?.storedId]);
    expect(bytes).to.deep.equal(FILE);
    expect(await uploads()).to.deep.equal([]);
  });

  it('records what had to be guessed', async () => {
    const id = await receive(['Subject: =?utf-8?Q?Gr=FC=DFe?=']);
    await run(id);
    expect(await find(id)).to.containSubset({
      subject: 'Grüße',
      charsetGuessed: true,
      attachments: [{ charsetGuessed: false }],
    });
  });

  it('counts a message, announces it, and costs a unit: once, however often it is woken', async () => {
    const { id: webhookId } = await createWebhook(test.pool, test.accountId, { events: ['email.received'] });
    const received = [await receive(), await receive()];
    await Promise.all([run(...received), run(...received)]);
    await run(...received);
    const messages = await query('SELECT payload FROM webhook_messages WHERE webhook_id = $1', [webhookId]);
    const announced = messages.map(({ payload }) => JSON.parse(payload).data);
    expect(announced.map(({ email_id }) => email_id)).to.have.members(received);
    expect(announced[0]).to.containSubset({
      from: 'Bo <bo@customer.dev>',
      attachments: [{ filename: 'notes.txt' }],
    });
    const usage = await query('SELECT used, received FROM email_usage WHERE account_id = $1', [
      test.accountId,
    ]);
    expect(usage).to.deep.equal([1, 2].map(() => ({ used: 2, received: 2 })));
    const metric = await row('SELECT sum(count)::integer AS count FROM email_metrics WHERE domain_id = $1', [
      receiving.receiver.domainId,
    ]);
    expect(metric).to.deep.equal({ count: 2 });
    const address = await row(
      'SELECT address, count::integer FROM received_addresses WHERE account_id = $1',
      [test.accountId],
    );
    expect(address).to.deep.equal({ address: receiving.receiver.address, count: 2 });
  });

  it('finds the conversation: of the sent email, of the received one, by the last known reference', async () => {
    const { id: sentId } = await createEmail(test.pool, test.accountId);
    const first = await receive([
      'Message-ID: <first@customer.dev>',
      `In-Reply-To: <${sentId}@elsewhere.dev>`,
    ]);
    const second = await receive([
      `References: <${ids.next()}@a.dev> <first@customer.dev> <unknown@customer.dev>`,
    ]);
    const third = await receive([
      `In-Reply-To: <${(await createEmail(test.pool, await another())).id}@elsewhere.dev>`,
    ]);
    for (const id of [first, second, third]) await run(id);
    const threads = await Promise.all([first, second, third].map(async (id) => (await find(id))?.threadId));
    expect(threads).to.deep.equal([sentId, sentId, third]);
  });

  const another = async () => {
    const { id } = await row(
      `INSERT INTO accounts (id, name, plan_id) SELECT $1, 'other', plan_id FROM accounts LIMIT 1
                              RETURNING id`,
      [ids.next()],
    );
    return id as string;
  };

  it('Starts automations, and ends waits, when a contact writes to the domain and its From is proven, once for each email; a forged From does neither.', async () => {
    const { domainId } = receiving.receiver;
    if (domainId === null) return expect.fail();
    const started = await createAutomation(test.pool, test.accountId, {
      domainId,
      trigger: 'email.received',
    });
    const steps = [waitFor('email.received')];
    const waiting = await createAutomation(test.pool, test.accountId, { domainId, trigger: 'x', steps });
    await run(await receive());
    const { id: contactId } = await createContact(test.pool, {
      accountId: test.accountId,
      email: 'bo@customer.dev',
    });
    const { id: waitId } = await createRun(test.pool, {
      automation: waiting,
      contactId,
      startedAt: clock.now(),
    });
    const isNotified = async () => (await readRun(test.pool, waitId)).inbox.length;
    const forged = await receive([], { ...CLIENT, address: '192.0.2.66' });
    const doubled = await receive(['From: Eve <eve@customer.dev>']);
    await run(forged, doubled);
    expect([await runsOf(started.id), await isNotified()]).to.deep.equal([[], 0]);
    const proven = await receive();
    await Promise.all([run(proven), run(proven)]);
    expect(await runsOf(started.id)).to.have.lengthOf(1);
    expect(await isNotified()).to.equal(1);
  });

  it('is listed unparsed when it has ended three workers', async () => {
    const id = await receive();
    await query('UPDATE received_emails SET worker_deaths = $2 WHERE id = $1', [id, DEATHS_MAX]);
    await run(id);
    expect(await find(id)).to.containSubset({
      from: null,
      receivedFor: [receiving.receiver.address],
      threadId: id,
    });
    expect((await find(id))?.parseError).to.match(/crashed 3 processes/);
  });

  it('leaves no file of a message that is deleted while it is read', async () => {
    const id = await receive();
    const parsedDns = receiving.deps.dns;
    const deleting = once(() => removeReceived(test.pool, test.accountId, [id]));
    const txt = async (name: string) => {
      await deleting();
      return await parsedDns.txt(name);
    };
    const slow = { ...parsedDns, txt };
    const other = openReceiveEmail({ ...receiving.deps, dns: slow }, receivingWork);
    await other.handle({ ids: [id] }, receiving.deps);
    await other.drain?.();
    expect(await uploads()).to.deep.equal([]);
    const left = await query(
      `SELECT id FROM received_chunks EXCEPT
       (SELECT raw_id FROM received_contents UNION SELECT stored_id FROM received_attachments)`,
    );
    expect(left).to.deep.equal([]);
  });

  it('gives what is not parsed yet back when its process stops', async () => {
    const id = await receive();
    const asked = new EventEmitter();
    const isAsked = nextEvent(asked, 'asked');
    const silence = () => {
      asked.emit('asked');
      return new Promise<never>(() => {});
    };
    const silent = { ...receiving.deps.dns, txt: silence };
    const stopped = openReceiveEmail({ ...receiving.deps, dns: silent }, receivingWork);
    const handled = stopped.handle({ ids: [id] }, receiving.deps);
    await isAsked;
    await stopped.drain?.();
    await handled;
    expect(
      await row('SELECT claimed_by, next_attempt_at FROM received_emails WHERE id = $1', [id]),
    ).to.deep.equal({
      claimed_by: null,
      next_attempt_at: clock.now(),
    });
    expect(await find(id)).to.equal(undefined);
  });
});
