// `test-provider`: asks real SMTP servers, and sends a signed mail to the simulator of a provider, without a worker.
import { expect } from 'chai';
import { createAccount, createDomain } from '../support/factories/factories.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink/smtp-sink.ts';
import { expectDone, type OpsResult } from './run-ops.ts';
import { expectRefusedWith, useProviders } from './use-providers.ts';

interface PrintedProviderTest {
  met: boolean;
  checks: { status: string; message: string }[];
  mail: Record<string, unknown> | null;
}

describe('ops test-provider', () => {
  let sink: SmtpSink;
  const { database, ops, opsIn, add } = useProviders();
  before(async () => {
    sink = await startSmtpSink({ tls: 'starttls', auth: { user: 'posthorn', pass: 'p4ss' } });
    const { id } = await createAccount(database.pool);
    await createDomain(database.pool, id, { name: 'posthorn.dev', isDefault: true });
    await createDomain(database.pool, id, { name: 'second.dev' });
  });
  after(() => sink.stop());
  beforeEach(() => {
    sink.clearFaults();
    sink.clear();
  });
  const url = () => `${sink.url}?tls=insecure`;
  const addSes = () => add('acme', '--kind', 'ses', '--url', url());
  const bad = ({ code, stdout, stderr }: OpsResult): PrintedProviderTest => {
    expect({ code, stderr }).to.deep.equal({ code: 1, stderr: '' });
    expect(stdout).not.to.include('p4ss');
    return JSON.parse(stdout);
  };

  it('asks the servers, sends a signed mail to the simulator of the kind, and stores nothing', async () => {
    await addSes();
    const tested = expectDone(await ops('test-provider', 'acme', '--domain', 'second.dev'));
    expect(tested).to.deep.include({ object: 'provider_test', kind: 'ses', met: true });
    expect(tested['mail']).to.deep.include({
      from: 'notices@second.dev',
      to: 'success@simulator.amazonses.com',
      accepted: true,
      server: '127.0.0.1',
    });
    expect(sink.messages).to.have.length(1);
    const raw = String(sink.messages[0]?.raw);
    expect(raw).to.match(
      /^DKIM-Signature: .* d=second\.dev;.*\r\nTo: success@simulator\.amazonses\.com\r\n/s,
    );
    expect((await database.pool.query('SELECT FROM emails')).rowCount).to.equal(0);
  });

  it('only asks where the kind has no simulator, as of the default one', async () => {
    const tested = expectDone(await opsIn({ SMTP_URL: url() }, 'test-provider', 'default'));
    expect(tested).to.deep.include({ name: 'default', met: true, mail: null });
    expect(sink.messages).to.have.length(0);
  });

  it('says what a server refuses: the login, or the mail', async () => {
    await add('acme', '--kind', 'ses', '--url', url().replace('p4ss', 'hunter2'));
    const { checks, mail } = bad(await ops('test-provider', 'acme'));
    expect(checks[0]?.message).to.match(
      /^acme: 127\.0\.0\.1:\d+ refuses us \(535.*in its URL \(change-provider\)/,
    );
    expect(mail).to.equal(null);
    expectDone(await ops('change-provider', 'acme', '--url', url()));
    sink.setFault({ stage: 'data', kind: 'answer', reply: '554 5.7.1 Not verified.' });
    expect(bad(await ops('test-provider', 'acme')).mail).to.deep.include({
      accepted: false,
      reply: '554 5.7.1 Not verified.',
    });
  });

  it('refuses a domain that cannot send, an unknown provider and an SMTP_URL that is not set', async () => {
    await addSes();
    expectRefusedWith(await ops('test-provider', 'acme', '--domain', 'unknown.dev'), 'unknown.dev', 1);
    expectRefusedWith(await ops('test-provider', 'gone'), 'list-providers', 1);
    expectRefusedWith(await opsIn({ SMTP_URL: '' }, 'test-provider', 'default'), 'SMTP_URL', 78);
  });
});
