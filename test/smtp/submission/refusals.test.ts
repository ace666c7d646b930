// What is refused of submitted mail, and with which code (docs/reference/smtp.md#refusals).
import { expect } from 'chai';
import { DomainError } from '../../../shared/contract/domain-error.ts';
import { ERROR_STATUS, type ErrorName } from '../../../shared/contract/errors.ts';
import { pauseSending, resumeSending } from '../../../shared/resources/foundation/sending/pause.ts';
import { replyToRefusal } from '../../../smtp/submission/reply-to-refusal.ts';
import { createSender, useSender } from '../../api/emails/sender.ts';
import { useApp } from '../../support/api/app.ts';
import { createApiKey } from '../../support/factories/factories.ts';
import { resume, suspend } from '../../support/factories/suspension-factories.ts';
import { queuedId, useSubmission } from '../support/use-submission.ts';

const CODES: Readonly<Partial<Record<ErrorName, string>>> = {
  validation_error: '550 5.7.1',
  invalid_from_address: '550 5.1.7',
  invalid_to_address: '550 5.1.3',
  missing_required_field: '550 5.6.0',
  not_found: '550 5.7.1',
  reputation_paused: '550 5.7.1',
  invalid_idempotency_key: '550 5.7.1',
  invalid_idempotent_request: '550 5.7.1',
  concurrent_idempotent_requests: '451 4.3.0',
  daily_quota_exceeded: '452 4.7.1',
  monthly_quota_exceeded: '452 4.7.1',
  rate_limit_exceeded: '450 4.7.1',
  reputation_limit_exceeded: '451 4.3.2',
  sending_service_unavailable: '451 4.3.2',
  sending_configuration_unavailable: '451 4.3.2',
  internal_server_error: '451 4.3.0',
};

describe('The reply to a refusal', () => {
  for (const [name, code] of Object.entries(CODES))
    it(`is ${code} for ${name}, with the words of the API`, () => {
      const { responseCode, message } = replyToRefusal(new DomainError(name as ErrorName, 'Words.'));
      expect(`${responseCode} ${message}`).to.equal(`${code} Words.`);
    });

  it('Asks a program to try again where the API does, and only there.', () => {
    for (const [name, status] of Object.entries(ERROR_STATUS)) {
      const { responseCode } = replyToRefusal(new DomainError(name as ErrorName, 'Words.'));
      const isTemporary = responseCode < 500;
      if (status >= 500) expect(isTemporary, name).to.equal(true);
      if (isTemporary) expect([409, 429, 500, 503], name).to.include(status);
    }
  });
});

describe('Submitted mail that is refused', () => {
  const app = useApp();
  const sender = useSender(app);
  const submission = useSubmission(app, { maxBytes: 200 * 1024 });
  const mail = (fields: string, body = 'Hello') =>
    submission.sendRaw(sender.token, `${fields}\r\n\r\n${body}`, { to: ['bo@customer.dev'] });
  const from = () => `From: ana@${sender.domain.name}`;

  it('Refuses a message without From, with several, or with one from which the key may not send.', async () => {
    expect(await mail('Subject: s')).to.match(/^550 5\.6\.0 The message has no From\./);
    expect(await mail(`${from()}\r\n${from()}`)).to.match(/^550 5\.1\.7 The From of the message must be one/);
    expect(await mail(`${from()}, b@b.dev`)).to.match(/^550 5\.1\.7 /);
    expect(await mail('From: friends')).to.match(/^550 5\.1\.7 /);
    const other = await createSender(app);
    expect(await mail(`From: ana@${other.domain.name}`)).to.match(/^550 5\.7\.1 /);
    const { token } = await createApiKey(app.pool, {
      accountId: sender.accountId,
      permission: 'sending_access',
      domainId: (await createSender(app, { key: { accountId: sender.accountId } })).domain.id,
    });
    expect(await submission.sendRaw(token, `${from()}\r\n\r\nHello`)).to.match(/^550 5\.7\.1 /);
    expect(await sender.count('emails')).to.equal(0);
  });

  it('Refuses a wrong value of its header fields with the words of the API, and a field X-Posthorn that it does not know.', async () => {
    for (const [field, words] of [
      ['X-Posthorn-Tag: a', '`X-Posthorn-Tag` must be `name=value`'],
      ['X-Posthorn-Tag: ä=b', '`X-Posthorn-Tag` must be `name=value`'],
      [
        Array(76).fill('X-Posthorn-Tag: a=b').join('\r\n'),
        '`X-Posthorn-Tag` must not come more than 75 times.',
      ],
      ['X-Posthorn-Tags: a=b', '`X-Posthorn-Tags` is not a field of Posthorn. There are'],
      ['X-Posthorn-Topic: news', '`X-Posthorn-Topic` must be the id of a topic.'],
      ['X-Posthorn-Topic: 0199c0de-0000-7000-8000-000000000000', 'Topic not found.'],
      ['X-Posthorn-Scheduled-At: whenever', '`scheduled_at` must be an ISO 8601 time'],
      [
        'X-Posthorn-Scheduled-At: now\r\nX-Posthorn-Scheduled-At: now',
        '`x-posthorn-scheduled-at` must come once.',
      ],
      [
        `X-Posthorn-Idempotency-Key: ${'k'.repeat(256)}`,
        'The idempotency key must have 1 to 255 characters, and no control characters.',
      ],
    ] as const)
      expect(await mail(`${from()}\r\n${field}`), field).to.include(`550 5.7.1 ${words}`);
    expect(await sender.count('emails')).to.equal(0);
  });

  it('Refuses a recipient that is no address that mail can be sent to, and the 151st.', async () => {
    const dialogue = await submission.logIn(sender.token);
    await dialogue.say('MAIL FROM:<>');
    for (const wrong of ['postmaster', 'bo@localhost', 'bo@[127.0.0.1]', 'a b@customer.dev'])
      expect(await dialogue.say(`RCPT TO:<${wrong}>`), wrong).to.match(/^5(?:50 5\.1\.3|01 5\.1\.3|53) /);
    expect(await dialogue.say('RCPT TO:<bo\u200b@customer.dev>')).to.match(/^550 5\.1\.3 .*U\+200B/);
    expect(await dialogue.say('RCPT TO:<"b o"@customer.dev>')).to.match(/^250 /);
    for (let count = 1; count < 150; count += 1)
      expect(await dialogue.say(`RCPT TO:<bo${count}@customer.dev>`)).to.match(/^250 /);
    expect(await dialogue.say('RCPT TO:<bo@customer.dev>')).to.match(/^452 4\.5\.3 /);
    dialogue.vanish();
  });

  it('Refuses a message that is too large, in a loop or has a bare LF, and mail kept as it came with a line of more than 998 octets.', async () => {
    expect(await mail(from(), 'a\r\n'.repeat(100_000))).to.match(/^552 5\.3\.4 /);
    expect(await mail(`${from()}\r\n${Array(25).fill('Received: a').join('\r\n')}`)).to.match(
      /^554 5\.4\.6 /,
    );
    expect(await mail(from(), 'a\nb')).to.match(/^550 5\.5\.2 /);
    const signed = `${from()}\r\nContent-Type: multipart/signed; boundary=b\r\n\r\n--b\r\n\r\n`;
    const [atLimit, beyond] = [998, 999].map((length) => `${signed}${'x'.repeat(length)}\r\n--b--`);
    queuedId(await submission.sendRaw(sender.token, atLimit ?? ''));
    expect(await submission.sendRaw(sender.token, beyond ?? '')).to.match(
      /^554 5\.6\.0 Line 6 of the message has more/,
    );
    const { rowCount } = await app.pool.query('SELECT FROM attachment_uploads');
    expect(rowCount, 'nothing of it is kept').to.equal(0);
  });

  it('Puts off a message that is over the quota, or comes while sending is stopped.', async () => {
    const small = await createSender(app, { planId: 'free' });
    const to = Array.from({ length: 101 }, (_, n) => `bo${n}@customer.dev`);
    const content = `From: ana@${small.domain.name}\r\n\r\nHello`;
    expect(await submission.sendRaw(small.token, content, { to })).to.match(/^452 4\.7\.1 /);
    await pauseSending(app.pool, 'abuse');
    expect(await submission.sendRaw(small.token, content)).to.match(/^451 4\.3\.2 /);
    await resumeSending(app.pool);
    queuedId(await submission.sendRaw(small.token, content));
    expect(await submission.metric('mail_submission_messages_total', { outcome: 'refused' })).to.equal(2);
  });
});

describe('Submitted mail of a suspended account', () => {
  const app = useApp();
  const sender = useSender(app);
  const submission = useSubmission(app);

  it('Refuses messages of a suspended account with 550 5.7.1, on a connection that is open too.', async () => {
    const dialogue = await submission.logIn(sender.token);
    await suspend(app.pool, sender.accountId, { reason: 'Too much spam.' });
    expect(await dialogue.say('MAIL FROM:<>')).to.match(
      /^550 5\.7\.1 The account is suspended .*Too much spam\./,
    );
    await resume(app.pool, sender.accountId);
    expect(await dialogue.say('MAIL FROM:<>')).to.match(/^250 /);
    dialogue.vanish();
  });
});

describe('Submitted mail beyond the rate limit', () => {
  const app = useApp({ config: { rateLimitPerMinute: 2 } });
  const sender = useSender(app);
  const submission = useSubmission(app);

  it('Counts messages and POST /emails requests together for the rate limit, and puts off what is over it with 450 4.7.1.', async () => {
    expect((await sender.send()).status).to.equal(200);
    const dialogue = await submission.logIn(sender.token);
    expect(await dialogue.say('MAIL FROM:<>')).to.match(/^250 /);
    await dialogue.say('RSET');
    expect(await dialogue.say('MAIL FROM:<>')).to.match(
      /^450 4\.7\.1 Too many messages: at most 2 per minute from one IP address\. Try again in \d+ seconds$/,
    );
    expect((await sender.send()).status).to.equal(429);
    dialogue.vanish();
  });
});
