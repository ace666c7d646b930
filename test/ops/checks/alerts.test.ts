// `check` of alerts: who is mailed, by which server, and what is not watched. The SMTP server is real.
import { expect } from 'chai';
import { checkAlerts } from '../../../ops/checks/alerts.ts';
import type { OpsDeps } from '../../../ops/verb.ts';
import { useDatabase } from '../../support/database/database.ts';
import { createProvider } from '../../support/factories/provider-factories.ts';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink/smtp-sink.ts';

describe('ops check of alerts', () => {
  let sink: SmtpSink;
  const database = useDatabase();
  before(async () => {
    sink = await startSmtpSink({ tls: 'starttls', auth: { user: 'posthorn', pass: 'p4ss' } });
  });
  after(() => sink.stop());

  const check = async (to: string[], smtpUrl?: string) => {
    const service = { alerts: { to, smtpUrl }, mailHostname: 'mx.acme.dev' };
    const lines = await checkAlerts({ database: database.pool, service } as unknown as OpsDeps);
    expect(lines.map(({ message }) => message).join()).not.to.include('p4ss');
    return lines.map(({ status, message }) => `${status}: ${message}`);
  };
  const TO = ['ops@acme.dev'];

  it('advises to set ALERT_TO, and says who is mailed and which disks are watched', async () => {
    const [advice, ...others] = await check([]);
    expect(others).to.deep.equal([]);
    expect(advice).to.match(/^advice: ALERT_TO is not set/);
    expect((await check(TO)).at(-1)).to.match(
      /^met: Alerts go to ops@acme\.dev, .*through any provider that accepts mail; worker-schedule watches the disks of \/ and \/.+/,
    );
  });

  it('advises to set ALERT_SMTP_URL while no second provider takes mail', async () => {
    expect((await check(TO))[0]).to.match(
      /^advice: .* alerts about it cannot be sent\. Set ALERT_SMTP_URL\.$/,
    );
    await createProvider(database.pool, 'second', { url: sink.url });
    expect(await check(TO)).to.have.length(1);
  });

  it('asks the server of ALERT_SMTP_URL', async () => {
    const [line, ...others] = await check(TO, `${sink.url}?tls=insecure`);
    expect([line?.slice(0, 4), others]).to.deep.equal(['met:', []]);
    expect((await check(TO, `${sink.url.replace('p4ss', 'p4ss2')}?tls=insecure`))[0]).to.match(
      /^unmet: ALERT_SMTP_URL: .* refuses us \(535.*in ALERT_SMTP_URL\./,
    );
    expect((await check(TO, 'http://p4ss'))[0]).to.equal(
      'unmet: Configuration: "ALERT_SMTP_URL" must begin with smtp:// or smtps://.',
    );
  });
});
