// How mail about alerts leaves: without the queue, by a way that is not broken, until it is accepted, and not too often.
import { expect } from 'chai';
import { createConfiguredDns } from '../../../shared/platform/net/dns/dns.ts';
import { createSystemClock } from '../../../shared/platform/time/clock.ts';
import {
  claimAlertMails,
  recordAlertMail,
} from '../../../shared/resources/foundation/operator-alerts/mails.ts';
import { alertOperators, startAlerts } from '../../../workers/alerts/alerts.ts';
import { createProvider } from '../../support/factories/provider-factories.ts';
import { createDnsServer } from '../../support/net/dns-server.ts';
import { startSmtpSink } from '../../support/smtp-sink/smtp-sink.ts';
import { eventually } from '../../support/time/eventually.ts';
import { ALERT_TO, useAlerts } from './use-alerts.ts';

const NAME = 'No worker-bulk is running';
const PROVIDER = 'The provider default takes no mail';

describe('Mail about alerts', () => {
  const alerts = useAlerts();
  const { job, depsOf, look, looks, subjects } = alerts;
  const { query } = job;
  const begin = () => query(`UPDATE worker_processes SET groups = array_remove(groups, 'bulk')`);
  const end = () => query(`UPDATE worker_processes SET groups = groups || '{bulk}'`);
  const toSink = (to: readonly string[]) => ({ alerts: { to, smtpUrl: alerts.sink.url } });
  const recipients = () => alerts.sink.messages.flatMap(({ to }) => to);

  it('says who sends it, to whom, and that no one should answer it automatically', async () => {
    await begin();
    await looks(2, toSink(['ops@acme.dev', 'boss@acme.dev']));
    expect(recipients()).to.have.members(['ops@acme.dev', 'boss@acme.dev']);
    const [{ from, raw } = expect.fail('no mail')] = alerts.sink.messages;
    expect(from).to.equal('posthorn@mx.acme.dev');
    expect(String(raw)).to.match(
      /^From: Posthorn <posthorn@mx\.acme\.dev>\r\nTo: ops@acme\.dev, boss@acme\.dev\r\n/,
    );
    expect(String(raw)).to.match(
      /Message-ID: <alert-[0-9a-f]{32}@mx\.acme\.dev>.*Auto-Submitted: auto-generated/s,
    );
  });

  it('leaves once when several processes look at the same time, also without a turn', async () => {
    await begin();
    await look();
    job.clock.advance(60_000);
    const signal = new AbortController().signal;
    await Promise.all(Array.from({ length: 5 }, () => alertOperators(depsOf(), { schedules: true, signal })));
    expect(subjects(NAME)).to.deep.equal([NAME]);
    await query('UPDATE operator_alerts SET mailed_at = NULL, mailed_to = DEFAULT');
    const now = job.clock.now();
    const claims = await Promise.all(Array.from({ length: 5 }, () => claimAlertMails(job.pool, now)));
    expect(claims.flat().filter(({ name }) => name === NAME)).to.have.length(1);
    // The process that has claimed it dies.
    await looks(2);
    expect(subjects(NAME)).to.have.length(1);
    await looks(2);
    expect(subjects(NAME)).to.have.length(2);
    const ids = alerts.sink.messages.map(({ raw }) => /^Message-ID:.*$/m.exec(String(raw))?.[0]);
    expect(new Set(ids).size, 'known as the same').to.equal(1);
  });

  it('is not sent, and nothing is stored, without ALERT_TO', async () => {
    await begin();
    await looks(3, toSink([]), { schedules: true });
    expect(alerts.sink.messages).to.have.length(0);
    expect(await query('SELECT FROM operator_alerts')).to.deep.equal([]);
    expect(await query('SELECT FROM recurring_work')).to.deep.equal([]);
  });

  it('is tried at times that double up to an hour until the server takes it, and leaves once then', async () => {
    alerts.sink.setFault({ stage: 'mail', kind: 'answer', reply: '451 4.3.0 Later.' });
    await begin();
    await looks(9);
    expect(alerts.sink.commands.filter((line) => line.startsWith('MAIL'))).to.have.length.within(3, 4);
    expect(subjects()).to.deep.equal([]);
    alerts.sink.clearFaults();
    job.clock.advance(10 * 60_000);
    await looks(3);
    expect(subjects()).to.deep.equal([NAME]);
  });

  it('is not taken for accepted when its problem ends at that moment', async () => {
    await begin();
    await look();
    job.clock.advance(60_000);
    const now = job.clock.now();
    await query('UPDATE operator_alerts SET seen_at = $1', [now]);
    const [mail = expect.fail('It is due.')] = await claimAlertMails(job.pool, now);
    const client = await job.pool.connect();
    await client.query('BEGIN');
    await client.query(`UPDATE operator_alerts SET ended_at = $1, mailed_to = '{}'`, [now]);
    const recorded = recordAlertMail(job.pool, mail, { mailedTo: ALERT_TO, isDone: true, now });
    await eventually('it waits for the row', async () => {
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return (await query(waiting)).length > 0;
    });
    await client.query('COMMIT');
    client.release();
    await recorded;
    expect(await query('SELECT mailed_to, mailed_at, ended_mailed_at FROM operator_alerts')).to.deep.equal([
      { mailed_to: [], mailed_at: null, ended_mailed_at: null },
    ]);
  });

  it('does not take the clock of another machine for a second look', async () => {
    await begin();
    const deps = { ...depsOf(), clock: createSystemClock() };
    const options = { schedules: false, signal: new AbortController().signal };
    await alertOperators(deps, options);
    const { now } = Date;
    Date.now = () => now() + 60_000;
    await alertOperators(deps, options).finally(() => {
      Date.now = now;
    });
    expect(await query('SELECT FROM operator_alerts WHERE seen_at = since')).to.have.length(1);
  });

  it('says in one mail what was over before the server took any', async () => {
    alerts.sink.setFault({ stage: 'greeting', kind: 'drop', how: 'rst' });
    await begin();
    await looks(2);
    await end();
    await looks(3);
    alerts.sink.clearFaults();
    await looks(3);
    expect(subjects()).to.deep.equal([`Over: ${NAME}`]);
    expect(String(alerts.sink.messages[0]?.raw)).to.match(/Since: 20.*\r\nUntil: 20/);
  });

  it('reaches each address once: one that is put off later, one that does not exist never', async () => {
    const to = ['gone@acme.dev', 'slow@acme.dev', 'ops@acme.dev'];
    alerts.sink.setFault({
      stage: 'rcpt',
      kind: 'answer',
      reply: '550 5.1.1 No.',
      recipient: 'gone@acme.dev',
    });
    alerts.sink.setFault({
      stage: 'rcpt',
      kind: 'answer',
      reply: '451 4.7.1 Later.',
      recipient: 'slow@acme.dev',
    });
    await begin();
    await looks(3, toSink(to));
    expect(recipients()).to.deep.equal(['ops@acme.dev']);
    alerts.sink.clearFaults();
    alerts.sink.setFault({
      stage: 'rcpt',
      kind: 'answer',
      reply: '550 5.1.1 No.',
      recipient: 'gone@acme.dev',
    });
    await looks(3, toSink(to));
    expect(recipients()).to.deep.equal(['ops@acme.dev', 'slow@acme.dev']);
  });

  it('leaves at most twice an hour about what comes and goes', async () => {
    for (let times = 0; times < 5; times += 1) {
      await begin();
      await looks(3);
      await end();
      await looks(3);
    }
    expect(subjects()).to.deep.equal([NAME, `Over: ${NAME}`]);
    job.clock.advance(55 * 60_000);
    await looks(2);
    expect(subjects(), 'the last time is said an hour later').to.deep.equal([
      NAME,
      `Over: ${NAME}`,
      `Over: ${NAME}`,
    ]);
  });

  it('takes a provider that takes mail, not the one that it is about, and waits for one', async () => {
    const first = await startSmtpSink({ auth: { user: 'posthorn', pass: 'hunter2' } });
    const config = { smtpUrl: `${first.url}?tls=off`, alerts: { to: ALERT_TO, smtpUrl: undefined } };
    await begin();
    await looks(2, config);
    expect(first.count()).to.equal(1);
    await createProvider(job.pool, 'second', { url: alerts.sink.url });
    await query(`UPDATE providers SET refused_at = now(), last_refusal = '535 No' WHERE name = 'default'`);
    await looks(2, config);
    expect(subjects()).to.deep.equal([PROVIDER]);
    await query('UPDATE providers SET refused_at = coalesce(refused_at, now())');
    await end();
    await looks(3, config);
    expect(subjects(), 'no provider takes mail').to.deep.equal([PROVIDER]);
    await query('UPDATE providers SET refused_at = NULL');
    await query('UPDATE operator_alerts SET mailing_until = NULL');
    await looks(2, config);
    expect(subjects(PROVIDER)).to.deep.equal([PROVIDER, `Over: ${PROVIDER}`]);
    expect(first.count(), 'all that is not about it: of the worker, and of the other provider').to.equal(4);
    await first.stop();
    for (const { raw } of [...first.messages, ...alerts.sink.messages])
      expect(String(raw)).not.to.include('hunter2');
  });

  it('goes straight to the server of the address with mx:', async () => {
    const dns = await createDnsServer();
    dns.set('acme.dev', ['127.0.0.1']);
    const mx = { ...job.deps.config.mx, port: alerts.sink.port };
    const deps = depsOf({ mx, alerts: { to: ALERT_TO, smtpUrl: 'mx:' } });
    const options = { schedules: false, signal: new AbortController().signal };
    await begin();
    const asked = { dnsServers: [dns.address], developmentDns: undefined };
    for (let times = 0; times < 2; times += 1) {
      job.clock.advance(60_000);
      await alertOperators(
        { ...deps, dns: createConfiguredDns({ ...asked, outboundReach: 'loopback' }) },
        options,
      );
    }
    await dns.close();
    expect(recipients()).to.deep.equal(ALERT_TO);
  });

  it('is broken off when the process stops', async () => {
    await begin();
    await look();
    job.clock.advance(60_000);
    alerts.sink.setFault({ stage: 'mail', kind: 'silence' });
    const loop = startAlerts(depsOf(), false);
    await eventually('the mail is being sent', () =>
      alerts.sink.commands.some((line) => line.startsWith('MAIL')),
    );
    await loop.stop();
    expect(subjects()).to.deep.equal([]);
  });
});
