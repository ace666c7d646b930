// `check` of providers that operators have added, and of the feedback that they send, with real SMTP servers.
import { expect } from 'chai';
import { checkFeedback } from '../../../ops/checks/providers.ts';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink/smtp-sink.ts';
import { expectDone } from '../run-ops.ts';
import { OTHER_SECRET_KEY, publicKeyOf, useProviders } from '../use-providers.ts';

interface Line {
  check: string;
  status: string;
  message: string;
}

describe('ops check of providers', () => {
  let sink: SmtpSink;
  const { database, ops, opsIn, add } = useProviders();
  before(async () => {
    sink = await startSmtpSink();
  });
  after(() => sink.stop());

  /** Nothing else leaves this machine. */
  const run = (changes: Record<string, string> = {}) =>
    opsIn(
      { SMTP_URL: sink.url, PUBLIC_URL: 'http://127.0.0.1:1', DNS_SERVERS: '127.0.0.1:1', ...changes },
      'check',
    );
  /** Lines about providers, but for those of SMTP_URL. */
  const check = async (changes: Record<string, string> = {}) => {
    const { checks } = JSON.parse((await run(changes)).stdout);
    return (checks as Line[])
      .filter(
        ({ check: name, message }) =>
          name === 'feedback' || (name === 'provider' && /^[a-z]+:\s/.test(message)),
      )
      .map(({ check: name, status, message }) => `${name} ${status}: ${message}`);
  };
  /** Mail has left, and feedback has come, so long ago. */
  const setTimes = async (name: string, sent: string, heard: string | null) => {
    await database.pool.query(
      `INSERT INTO destinations (provider, source, "window", version, sent, sent_hour, updated_at)
       VALUES ($1, '', 20, 1, 7, date_trunc('hour', now() - $2::interval), now())`,
      [`via:${name}`, sent],
    );
    await database.pool.query(
      'UPDATE providers SET last_feedback_at = now() - $2::interval WHERE name = $1',
      [name, heard],
    );
  };

  it('has no line for SMTP_URL alone', async () => {
    expect(await check()).to.deep.equal([]);
  });

  it('asks each as it asks SMTP_URL, and names it', async () => {
    await add('good', '--url', sink.url);
    await add('gone', '--url', 'smtp://127.0.0.1:1');
    expect(await check()).to.deep.equal([
      'provider unmet: gone: 127.0.0.1:1 cannot be used (connect ECONNREFUSED 127.0.0.1:1): check its URL (change-provider) and the firewall.',
      `provider met: good: 127.0.0.1:${sink.port} accepts us without a login.`,
    ]);
    expect((await check({ SECRET_KEY: OTHER_SECRET_KEY }))[0]).to.match(
      /^provider unmet: gone: its URL cannot/,
    );
  });

  it('looks at what direct delivery needs', async () => {
    await add('straight', '--url', 'mx:');
    const { stdout } = await run();
    expect(stdout).to.include('"port_25"');
  });

  it('wants feedback of a kind that sends some, once mail has left', async () => {
    const changed = await ops('change-provider', 'default', '--kind', 'postmark');
    expectDone(changed);
    expect(await check()).to.deep.equal([]);
    await setTimes('default', '1 hour', '26 hours');
    const [line, ...others] = await check();
    expect(others).to.deep.equal([]);
    expect(line)
      .to.match(/^feedback unmet: default: it sent mail, but no feedback has arrived for a day/)
      .and.include('give Postmark the URL that provider-webhook default prints');
    await database.pool.query("UPDATE providers SET last_feedback_at = now() - interval '23 hours'");
    expect((await check())[0]).to.match(/^feedback met: default: the last feedback arrived at /);
  });

  it('leaves one alone by which no mail has left for a day', async () => {
    await ops('change-provider', 'default', '--kind', 'brevo');
    await setTimes('default', '26 hours', null);
    expect(await check()).to.deep.equal([]);
  });

  it('wants the key of a kind that signs with one', async () => {
    await ops('change-provider', 'default', '--kind', 'sendgrid');
    expect((await check())[0]).to.include('feedback unmet: default: its feedback is refused without');
    await ops('change-provider', 'default', '--feedback-key', publicKeyOf('prime256v1'));
    expect(await check()).to.deep.equal([]);
  });

  it('advises the kind of servers that are known, unless there are several', () => {
    const none = { delivery: null, encryptedFeedbackKey: null, lastFeedbackAt: null, sentHour: null };
    const advise = (url: string) =>
      checkFeedback({ name: 'default', kind: 'generic', ...none }, url, new Date()).map(
        ({ message }) => message,
      );
    const grid = 'smtp://apikey:p4ss@smtp.sendgrid.net';
    expect(advise(`${grid},${grid}:2525`).join()).to.include('change-provider default --kind sendgrid');
    for (const url of [`${grid},smtp://relay.dev`, 'smtp://relay.dev', 'mx:', 'no URL'])
      expect(advise(url)).to.deep.equal([]);
  });

  it('says that mail is never delivered whose provider says nothing', () => {
    const provider = { name: 'default', encryptedFeedbackKey: null, lastFeedbackAt: null, sentHour: null };
    const of = (kind: 'generic' | 'postmark') =>
      checkFeedback({ ...provider, kind, delivery: 'feedback' }, 'smtp://relay.dev', new Date());
    expect(of('generic')[0]?.message).to.include('this kind of provider reports nothing');
    expect(of('postmark')).to.deep.equal([]);
  });
});
