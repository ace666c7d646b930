// Logins of programs that submit mail (docs/reference/smtp.md#login).
import { once } from 'node:events';
import { connect } from 'node:tls';
import { expect } from 'chai';
import { runCommand } from '../../../ops/run-command.ts';
import { useSender } from '../../api/emails/sender.ts';
import { expectDone } from '../../ops/run-ops.ts';
import { useApp } from '../../support/api/app.ts';
import { createApiKey, createDomain } from '../../support/factories/factories.ts';
import { openSmtpDialogue } from '../../support/net/smtp-dialogue.ts';
import { plainLogin, useSubmission } from '../support/use-submission.ts';

const NEVER_MADE = `ph_${'x'.repeat(32)}`;
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('A connection to submit mail', () => {
  const app = useApp();
  const sender = useSender(app);
  const submission = useSubmission(app, { loginMs: 2_000, messageMs: 2_500 });

  it('Ends after 30 seconds without a login with 421, and not after one.', async () => {
    const silent = await submission.open();
    const program = await submission.logIn(sender.token);
    expect(await silent.reply()).to.equal('421 4.4.2 No login came in time');
    await silent.closed;
    expect(await program.reply(), 'an hour, and no message').to.equal(
      '421 4.4.2 No message was complete in time',
    );
  });
});

describe('A login to submit mail', () => {
  const app = useApp();
  const sender = useSender(app);
  const submission = useSubmission(app);

  it('Logs a program in with any user name and an API key as the password, by AUTH PLAIN or AUTH LOGIN.', async () => {
    const plain = await submission.open();
    expect(await plain.sayAll('EHLO client.test')).to.include('AUTH PLAIN LOGIN');
    expect(await plain.say('MAIL FROM:<a@acme.dev>')).to.match(/^530 5\.7\.0 /);
    expect(await plain.say(`AUTH PLAIN ${plainLogin(sender.token, '')}`)).to.match(/^235 2\.7\.0 /);
    expect(await plain.say('MAIL FROM:<>'), 'the null sender').to.match(/^250 /);
    plain.vanish();
    const login = await submission.open();
    expect(await login.say('AUTH LOGIN')).to.equal(`334 ${base64('Username:')}`);
    expect(await login.say(base64('wordpress'))).to.equal(`334 ${base64('Password:')}`);
    expect(await login.say(base64(sender.token))).to.match(/^235 /);
    expect(await login.say('MAIL FROM:<a@acme.dev> AUTH=<> SIZE=100')).to.match(/^250 /);
    expect(await submission.metric('mail_submission_logins_total', { outcome: 'accepted' })).to.equal(2);
    login.vanish();
  });

  it('Offers no login before STARTTLS, and refuses one with 538 5.7.11.', async () => {
    const dialogue = await openSmtpDialogue(submission.servers.port);
    expect((await dialogue.sayAll('EHLO client.test')).join())
      .to.include('STARTTLS')
      .and.not.include('AUTH');
    expect(await dialogue.say(`AUTH PLAIN ${plainLogin(sender.token)}`)).to.match(/^538 5\.7\.11 /);
    await dialogue.write(
      `AUTH LOGIN ${base64('a')}\r\nSTARTTLS\r\nAUTH PLAIN ${plainLogin(sender.token)}\r\n`,
    );
    expect(await dialogue.reply()).to.match(/^538 /);
    expect(await dialogue.reply()).to.match(/^220 /);
    await dialogue.secure();
    await dialogue.say('EHLO client.test');
    expect(await dialogue.say('MAIL FROM:<>'), 'what came with STARTTLS does not count').to.match(/^530 /);
    dialogue.vanish();
  });

  it('Offers the login at once on the port of TLS from the first byte.', async () => {
    const socket = connect({
      port: submission.servers.securePort,
      host: '127.0.0.1',
      rejectUnauthorized: false,
    });
    const [greeting] = await once(socket, 'data');
    expect(String(greeting)).to.match(/^220 mail\.host\.test ESMTP/);
    socket.write('EHLO client.test\r\n');
    const [offers] = await once(socket, 'data');
    expect(String(offers)).to.include('AUTH PLAIN LOGIN').and.not.include('STARTTLS');
    socket.destroy();
  });

  it('Refuses a key that is wrong, has expired or is used from an address that it does not allow, with 535 5.7.8.', async () => {
    const { accountId } = sender;
    const expired = await createApiKey(app.pool, {
      accountId,
      expiresAt: new Date(app.clock.now().getTime() - 1),
    });
    const elsewhere = await createApiKey(app.pool, { accountId, allowedAddresses: ['203.0.113.0/24'] });
    const dialogue = await submission.open();
    const wrong = [NEVER_MADE, expired.token, elsewhere.token, `${sender.token}\r\n`, '', 'pässwörd'];
    for (const token of wrong)
      expect(await dialogue.say(`AUTH PLAIN ${plainLogin(token)}`), token).to.match(/^535 5\.7\.8 /);
    await dialogue.say('AUTH LOGIN');
    expect(await dialogue.say('*')).to.match(/^501 /);
    expect(await dialogue.say('AUTH PLAIN !!')).to.match(/^501 /);
    expect(await dialogue.say('AUTH CRAM-MD5')).to.match(/^504 /);
    const logged = JSON.stringify(app.logLines);
    for (const secret of [
      sender.token,
      plainLogin(sender.token),
      base64(sender.token),
      NEVER_MADE,
      plainLogin(NEVER_MADE),
    ])
      expect(logged).not.to.include(secret);
    dialogue.vanish();
  });

  it('Refuses every login from an address with 421 4.7.0 after ten wrong keys within 15 minutes.', async () => {
    const dialogue = await submission.open();
    for (let wrong = 0; wrong < 10; wrong += 1) {
      if (wrong === 5) await dialogue.say('EHLO client.test');
      expect(await dialogue.say(`AUTH PLAIN ${plainLogin(NEVER_MADE)}`)).to.match(/^535 /);
    }
    expect(await dialogue.say(`AUTH PLAIN ${plainLogin(sender.token)}`)).to.match(/^421 4\.7\.0 /);
    await dialogue.closed;
    expect(await submission.metric('mail_submission_logins_total', { outcome: 'blocked' })).to.equal(1);
  });

  it('Takes no more mail on an open connection once its key is revoked, and ends the connection.', async () => {
    const dialogue = await submission.logIn(sender.token);
    expect(await dialogue.say('MAIL FROM:<>')).to.match(/^250 /);
    await dialogue.say('RSET');
    const environment = { DATABASE_URL: app.deps.config.databaseUrl };
    expectDone(await runCommand(['revoke-keys', sender.accountId], environment));
    expect(await dialogue.say('MAIL FROM:<>')).to.match(/^535 5\.7\.8 /);
    await dialogue.closed;
  });

  it('Judges a message that takes 30 seconds or longer to arrive by what its key may do at its end.', async () => {
    const { id: domainId } = await createDomain(app.pool, sender.accountId, { name: 'other.dev' });
    for (const [change, reply] of [
      [`permission = 'sending_access', domain_id = '${domainId}'`, /^550 .*other\.dev/],
      ['revoked_at = now()', /^535 5\.7\.8 /],
    ] as const) {
      const dialogue = await submission.logIn(sender.token);
      for (const line of ['MAIL FROM:<>', 'RCPT TO:<bo@customer.dev>', 'DATA']) await dialogue.say(line);
      await app.pool.query(`UPDATE api_keys SET ${change} WHERE account_id = $1`, [sender.accountId]);
      app.clock.advance(30_000);
      expect(await dialogue.say('From: ana@acme.dev\r\n\r\nLate\r\n.')).to.match(reply);
      dialogue.vanish();
    }
  });

  it('Records a login as a use of its key.', async () => {
    (await submission.logIn(sender.token)).vanish();
    await app.deps.background.settled();
    const { rows } = await app.pool.query('SELECT last_used_at FROM api_keys WHERE account_id = $1', [
      sender.accountId,
    ]);
    expect(rows).to.deep.equal([{ last_used_at: app.clock.now() }]);
  });
});

describe('A login with `npm start`', () => {
  const app = useApp();
  const sender = useSender(app);
  const submission = useSubmission(app, { trustsLoopback: true, proxies: ['127.0.0.1/32'] });

  const proxyHeader = 'PROXY TCP4 203.0.113.9 127.0.0.1 40000 2587\r\n';

  it('Takes a login without TLS with `npm start`, from the machine itself, to which it offers no STARTTLS.', async () => {
    const { port } = submission.servers;
    const dialogue = await openSmtpDialogue(port, { from: '127.0.0.2' });
    expect(await dialogue.sayAll('EHLO client.test'))
      .to.include('AUTH PLAIN LOGIN')
      .and.not.include('STARTTLS');
    expect(await dialogue.say(`AUTH PLAIN ${plainLogin(sender.token)}`)).to.match(/^235 /);
    expect(await dialogue.say('STARTTLS'), 'for clients that ask for it without an offer').to.match(/^220 /);
    dialogue.vanish();
    const other = await openSmtpDialogue(port, { preamble: proxyHeader });
    expect(await other.sayAll('EHLO client.test'))
      .to.include('STARTTLS')
      .and.not.include('AUTH PLAIN LOGIN');
    expect(await other.say(`AUTH PLAIN ${plainLogin(sender.token)}`)).to.match(/^538 /);
    other.vanish();
  });
});
