// Mail that goes straight to the servers of its recipients, from the claim to the recorded outcome: the real DNS of a process,
// servers on addresses of this machine, and policies in Postgres.
import { expect } from 'chai';
import { createDns } from '../../../shared/platform/net/dns/dns.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/platform/time/durations.ts';
import { freeOwnClaims } from '../../../workers/runtime/claims/own-claims.ts';
import { mailboxes } from '../../shared/resources/messaging/emails/accept/new-email.ts';
import { untilBlocked } from '../../support/database/blocked-sessions.ts';
import { createDnsServer, type DnsServer } from '../../support/net/dns-server.ts';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink/smtp-sink.ts';
import { eventually } from '../../support/time/eventually.ts';
import { createSignal } from '../../support/time/signal.ts';
import { type SendJob, sendEntry, useSending } from './support/use-sending.ts';

describe('Direct delivery', () => {
  const sending = useSending();
  let dns: DnsServer;
  let openJob: () => Promise<SendJob>;
  let job: SendJob;
  let second: SmtpSink;
  before(async () => {
    dns = await createDnsServer();
    second = await startSmtpSink({ host: '127.0.0.2', port: sending.sink.port, tls: 'starttls' });
    const mx = { port: sending.sink.port, sources: [], shaping: [], maxConnections: 200 };
    const config = { smtpUrl: 'mx:', mx, smtpDelivery: 'dsn' } as const;
    // What DNS has said is kept for minutes, and the clock goes on by hours.
    const nowMs = () => sending.clock.now().getTime();
    const asked = createDns({ servers: [dns.address], reach: 'loopback', nowMs });
    openJob = () => sending.openJob({ config, dns: asked, times: { unknownRouteMs: 0 } });
    job = await openJob();
    dns.publish('mx1.host.test', { type: 'A', value: '127.0.0.1' });
    dns.publish('mx2.host.test', { type: 'A', value: '127.0.0.2' });
  });
  after(async () => {
    await second.stop();
    await dns.close();
  });
  beforeEach(async () => {
    second.clear();
    second.clearFaults();
    await sending.pool.query('TRUNCATE suppressions');
  });
  /** Publishes a domain with these hosts, the most preferred one first. */
  const publish = (domain: string, ...hosts: string[]) => {
    for (const [at, value] of hosts.entries()) dns.publish(domain, { type: 'MX', value, priority: at });
    return `ana@${domain}`;
  };
  const send = async (to: string, status: Parameters<typeof sending.sendUntil>[0]) => {
    const { id } = await sending.sendUntil(status, { to: mailboxes(to) }, job);
    return id;
  };
  /** Tries once more. */
  const delayAgain = async (id: string) => {
    const delays = async () => (await sending.types(id)).length;
    const before = await delays();
    await sending.tick(HOUR_MS);
    await job.run(id);
    await eventually('it is delayed again', async () => (await delays()) > before);
  };
  const lastEvent = async (id: string) => (await sending.find(id)).events.at(-1);

  it("Sends to the mail servers of the recipient's domain, the most preferred one first, with SMTP_URL=mx:.", async () => {
    await send(publish('both.customer.dev', 'mx2.host.test', 'mx1.host.test'), 'delivered');
    expect([second.count(), sending.sink.count()]).to.deep.equal([1, 0]);
    second.setFault({ stage: 'greeting', kind: 'answer', reply: '554 5.7.1 no' });
    await send(publish('other.customer.dev', 'mx2.host.test', 'mx1.host.test'), 'delivered');
    expect(sending.sink.count()).to.equal(0);
  });

  it('holds dealt mail on the wire until it is recorded, however often its process looks', async () => {
    const { given: until, give: end } = createSignal();
    const { given: isOnTheWire, give: onStruck } = createSignal();
    second.setFault({ stage: 'after-data', kind: 'wait', until, onStruck });
    const id = await sending.accept({ to: mailboxes(publish('slow.customer.dev', 'mx2.host.test')) });
    await job.run(id);
    await isOnTheWire;
    await freeOwnClaims({ ...job.deps, kinds: [sendEntry] });
    expect(await sending.states(id)).to.deep.equal(['sending']);
    end();
    await sending.whenStatus(id, 'delivered');
    expect(second.count()).to.equal(1);
  });

  it('sends what a process is woken for before it knows whether sending is paused', async () => {
    const id = await sending.accept({ to: mailboxes(publish('early.customer.dev', 'mx2.host.test')) });
    const blocker = await sending.pool.connect();
    try {
      await blocker.query('BEGIN; LOCK TABLE sending_switches');
      const early = await openJob();
      const run = early.run(id);
      await untilBlocked(sending.pool, blocker, 2);
      await blocker.query('COMMIT');
      await run;
      await sending.whenStatus(id, 'delivered');
    } finally {
      blocker.release(true);
    }
  });

  it('Marks a recipient as delivered when their own mail server accepts the message, whatever SMTP_DELIVERY says.', async () => {
    const id = await send(publish('plain.customer.dev', 'mx2.host.test'), 'delivered');
    expect(await sending.types(id)).to.deep.equal(['sent', 'delivered']);
    expect(second.messages[0]?.parameters.join()).not.to.include('RET=');
    expect(await lastEvent(id))
      .to.have.property('data')
      .that.deep.equals({
        server: 'mx2.host.test',
        tls: { version: 'TLSv1.3', verified: false, policy: 'opportunistic' },
      });
  });

  it('Bounces a recipient whose domain takes no mail (null MX).', async () => {
    const id = await send(publish('silent.customer.dev', ''), 'bounced');
    expect(await lastEvent(id))
      .to.have.property('data')
      .that.includes({ reason: 'domain_takes_no_mail' });
    expect(await sending.suppressed()).to.deep.equal(['ana@silent.customer.dev']);
  });

  it('Bounces a recipient when DNS has neither a mail server nor an address of their domain at two attempts an hour apart.', async () => {
    const id = await send('ana@gone.customer.dev', 'delivery_delayed');
    const { next_attempt_at: next } = await sending.recipient(id);
    expect(next).to.deep.equal(new Date(sending.clock.now().getTime() + HOUR_MS));
    expect(await sending.suppressed()).to.deep.equal([]);
    await sending.tick(HOUR_MS);
    await job.run(id);
    await sending.whenStatus(id, 'bounced');
    expect(await lastEvent(id))
      .to.have.property('data')
      .that.includes({ reason: 'unknown_domain' });
    expect(await sending.suppressed()).to.deep.equal(['ana@gone.customer.dev']);
  });

  it('forgets that a domain was absent when it is there again', async () => {
    const id = await send('ana@back.customer.dev', 'delivery_delayed');
    dns.fail('SERVFAIL', 'back.customer.dev');
    await delayAgain(id);
    dns.heal();
    await delayAgain(id);
    expect((await lastEvent(id))?.data).to.include({ reason: 'unknown_domain' });
    publish('back.customer.dev', 'mx2.host.test');
    await sending.tick(HOUR_MS);
    await job.run(id);
    await sending.whenStatus(id, 'delivered');
  });

  it('Delays a recipient while DNS does not answer for their domain, and says nothing about the address.', async () => {
    dns.fail('SERVFAIL', 'broken.customer.dev');
    const id = await send('ana@broken.customer.dev', 'delivery_delayed');
    expect(await lastEvent(id))
      .to.have.property('data')
      .that.includes({ reason: 'connection_failed', smtp_code: null });
    const { next_attempt_at: next } = await sending.recipient(id);
    expect(Number(next) - sending.clock.now().getTime()).to.be.at.most(MINUTE_MS);
  });

  it('Fails a recipient whose own mail server demands a login, and goes on sending to all others.', async () => {
    for (const [domain, stage, reply] of [
      ['relay.customer.dev', 'mail', '530 5.7.0 authentication required'],
      ['late.customer.dev', 'after-data', '535 5.7.8 log in'],
    ] as const) {
      second.setFault({ stage, kind: 'answer', reply, times: 1 });
      const id = await send(publish(domain, 'mx2.host.test'), 'failed');
      expect(await lastEvent(id))
        .to.have.property('data')
        .that.includes({ reason: 'refused', smtp_reply: reply });
    }
    expect(
      (await sending.pool.query('SELECT FROM providers WHERE refused_at IS NOT NULL')).rowCount,
    ).to.equal(0);
    await send(publish('fine.customer.dev', 'mx2.host.test'), 'delivered');
  });

  it('Sends a mail whose domain has `tls: enforced` over TLS only, with any certificate, and delays it while no server of the recipient offers TLS.', async () => {
    await sending.pool.query(`UPDATE domains SET tls = 'enforced'`);
    try {
      const id = await send(publish('clear.customer.dev', 'mx1.host.test'), 'delivery_delayed');
      expect(sending.sink.commands.join()).not.to.include('MAIL');
      expect(await lastEvent(id))
        .to.have.property('data')
        .that.includes({ server: 'mx1.host.test' });
      const sent = await send(publish('tls.customer.dev', 'mx1.host.test', 'mx2.host.test'), 'delivered');
      expect(await lastEvent(sent))
        .to.have.property('data')
        .that.has.property('tls')
        .that.includes({ policy: 'enforced' });
    } finally {
      await sending.pool.query(`UPDATE domains SET tls = 'opportunistic'`);
    }
  });

  it("Sends nothing to a mail server that the MTA-STS policy of the recipient's domain does not allow.", async () => {
    const to = publish('sts.customer.dev', 'mx2.host.test');
    dns.publish('_mta-sts.sts.test', { type: 'TXT', value: 'v=STSv1; id=1' });
    await sending.pool.query(
      `INSERT INTO mta_sts_policies (domain, policy_id, mode, mx, max_age, fetched_at, expires_at, used_at)
       VALUES ('sts.customer.dev', '1', 'enforce', '{mx.other.test}', 86400, now(), '2099-01-01', now())`,
    );
    const { total } = second.connections();
    const id = await send(to, 'delivery_delayed');
    expect(second.connections().total).to.equal(total);
    expect(second.count()).to.equal(0);
    expect((await lastEvent(id))?.data)
      .to.have.property('message')
      .that.includes('does not list mx2.host.test');
  });

  it('Sends in the clear to a mail server that offers no TLS, or whose TLS does not work, where nothing demands it.', async () => {
    const clear = await send(publish('open.customer.dev', 'mx1.host.test'), 'delivered');
    const tls = { version: null, verified: false, policy: 'opportunistic' };
    expect(await lastEvent(clear))
      .to.have.property('data')
      .that.deep.includes({ tls });
    second.setFault({ stage: 'tls', kind: 'drop', how: 'rst' });
    // No connection of a mail before leads to a host of this name.
    dns.publish('mx3.host.test', { type: 'A', value: '127.0.0.2' });
    const broken = await send(publish('broken-tls.customer.dev', 'mx3.host.test'), 'delivered');
    expect(await lastEvent(broken))
      .to.have.property('data')
      .that.deep.includes({ tls });
  });
});
