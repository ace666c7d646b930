// What mailbox providers say of all our mail, from the reply to the events: servers of this machine whose names are those of
// providers, and the real dealing of a process.
import { expect } from 'chai';
import type { MxSettings } from '../../../shared/platform/config/mx-settings.ts';
import { createDns } from '../../../shared/platform/net/dns/dns.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/platform/time/durations.ts';
import { mailboxes } from '../../shared/resources/messaging/emails/accept/new-email.ts';
import { createDnsServer, type DnsServer } from '../../support/net/dns-server.ts';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink/smtp-sink.ts';
import { eventually } from '../../support/time/eventually.ts';
import { type SendJob, useSending } from './support/use-sending.ts';

const REST = '421 4.7.0 [TSS04] Messages from 127.0.0.1 temporarily deferred';
const BLOCKED = '550 5.7.606 Access denied, banned sending IP [127.0.0.1]';

describe('Mail to mailbox providers', () => {
  const sending = useSending();
  let dns: DnsServer;
  let job: SendJob;
  let server: SmtpSink;
  before(async () => {
    dns = await createDnsServer();
    server = await startSmtpSink({ host: '127.0.0.2', port: sending.sink.port });
    for (const host of [
      'mta5.am0.yahoodns.net',
      'acme.mail.protection.outlook.com',
      'mx.held-host.dev',
      'mx.web.de',
    ])
      dns.publish(host, { type: 'A', value: '127.0.0.2' });
    const shaping = [{ name: 'held', mx: ['.held-host.dev'], maxRate: 600 }];
    const mx: MxSettings = { port: sending.sink.port, sources: [], shaping, maxConnections: 40 };
    const nowMs = () => sending.clock.now().getTime();
    const asked = createDns({ servers: [dns.address], reach: 'loopback', nowMs });
    const times = { checkEveryMs: 50 };
    job = await sending.openJob({ config: { smtpUrl: 'mx:', mx }, dns: asked, times });
  });
  after(async () => {
    await server.stop();
    await dns.close();
  });
  beforeEach(() => {
    server.clear();
    server.clearFaults();
  });
  const mailTo = (name: string, host: string, count = 1) => {
    dns.publish(`${name}.customer.dev`, { type: 'MX', value: host, priority: 1 });
    return { to: mailboxes(...Array.from({ length: count }, (_, at) => `ana${at}@${name}.customer.dev`)) };
  };
  const events = async (id: string) => (await sending.find(id)).events;
  const lastData = async (id: string) => (await events(id)).at(-1)?.data;
  const answer = (reply: string) => server.setFault({ stage: 'rcpt', kind: 'answer', reply });

  it('Waits while the mailbox provider of a recipient takes no mail, counts no attempt, and names it and the time in one event for each such rest.', async () => {
    const yahoo = 'mta5.am0.yahoodns.net';
    answer(REST);
    await sending.sendUntil('delivery_delayed', mailTo('one', yahoo), job);
    const { total } = server.connections();
    const { id } = await sending.sendUntil('delivery_delayed', mailTo('two', yahoo), job);
    const until = new Date(sending.clock.now().getTime() + 2 * HOUR_MS).toISOString().slice(0, 16);
    expect(await lastData(id)).to.include({ reason: 'service_not_available', smtp_code: null });
    expect((await lastData(id))?.message)
      .to.include('yahoo')
      .and.include(until)
      .and.include('[TSS04]');
    expect(await sending.recipient(id)).to.include({ attempts: 0, smtp_code: null });
    for (let half = 0; half < 3; half += 1) {
      await sending.tick(30 * MINUTE_MS);
      await job.run(id);
      await eventually('it sleeps again', async () => (await sending.recipient(id)).woken_at === null);
    }
    expect(await sending.types(id)).to.deep.equal(['delivery_delayed']);
    expect(await sending.recipient(id)).to.include({ attempts: 0 });
    expect(server.connections().total).to.equal(total);
    server.clearFaults();
    await sending.tick(31 * MINUTE_MS);
    await job.run(id);
    await sending.whenStatus(id, 'delivered');
  });

  it('Tries a message again for up to 72 hours while a mailbox provider blocks the address of the service, with the reason address_blocked, and bounces none.', async () => {
    answer(BLOCKED);
    const { id } = await sending.sendUntil(
      'delivery_delayed',
      mailTo('bar', 'acme.mail.protection.outlook.com'),
      job,
    );
    expect(await lastData(id)).to.include({ reason: 'address_blocked', smtp_code: 550, smtp_reply: BLOCKED });
    expect((await lastData(id))?.message).to.include('microsoft-365');
    expect(await sending.recipient(id)).to.include({ attempts: 1 });
    const waiting = await sending.sendUntil(
      'delivery_delayed',
      mailTo('foo', 'acme.mail.protection.outlook.com'),
      job,
    );
    expect(await lastData(waiting.id)).to.include({ reason: 'address_blocked', smtp_code: null });
    for (let hours = 0; hours < 80; hours += 4) {
      await sending.tick(4 * HOUR_MS + MINUTE_MS);
      await job.run(id);
      await eventually('it was looked at', async () => (await sending.recipient(id)).woken_at === null);
    }
    await sending.whenStatus(id, 'failed');
    expect(await lastData(id)).to.include({ reason: 'address_blocked' });
    expect(await sending.suppressed()).to.deep.equal([]);
  });

  it('Fails a message that a mailbox provider refuses because of SPF, DKIM or DMARC, and names the page of its domain that says what is missing.', async () => {
    answer('550 5.7.26 Unauthenticated email from acme.dev is not accepted due to domain’s DMARC policy');
    const { id } = await sending.sendUntil('failed', mailTo('strict', 'mx.web.de'), job);
    const data = await lastData(id);
    expect(data).to.include({ reason: 'policy_refused' });
    expect(data?.message).to.include(`/domains/${sending.sender.domain.id}/compliance`);
  });

  it('Sends to each mailbox provider at a pace of its own; what it does not take yet waits, and counts no attempt.', async () => {
    const id = await sending.accept(mailTo('slow', 'mx.held-host.dev', 40));
    await job.run(id);
    const putOff = async () => {
      const { rows } = await sending.pool.query(
        'SELECT attempts FROM email_recipients WHERE destination = $1 AND woken_at IS NULL',
        ['held '],
      );
      return rows;
    };
    await eventually('some are put off', async () => (await putOff()).length > 0);
    expect(new Set((await putOff()).map(({ attempts }) => attempts))).to.deep.equal(new Set([0]));
    await sending.whenStatus(id, 'delivered');
    expect(server.count()).to.equal(40);
    const attempts = (await sending.recipients(id)).map((recipient) => recipient.attempts);
    expect(new Set(attempts)).to.deep.equal(new Set([1]));
  });
});
