// What comes to the return path of an email, which is taken at any domain by its token alone, and to feedback addresses.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { returnPathLocalPart } from '../../../shared/mail/feedback/recipient-tokens.ts';
import { TEST_TOKENS, useInbound } from '../support/use-inbound.ts';

const KILOBYTE = 1024;

describe('Mail to a feedback address', () => {
  const inbound = useInbound();

  it('is a complaint for the account of the address, in any case, up to 256 KiB', async () => {
    const content = `a: b\r\n\r\n${`${'x'.repeat(1_022)}\r\n`.repeat(300)}`;
    expect(await inbound.send(content, ['FBL@send.ours.test'])).to.match(/^250 /);
    const [stored] = inbound.reception.stored;
    expect([stored?.recipients, stored?.report, stored?.content.length]).to.deep.equal([
      [],
      { purpose: 'feedback', address: 'FBL@send.ours.test', accountId: 'account-1' },
      256 * KILOBYTE,
    ]);
  });

  it('has no other recipient', async () => {
    const dialogue = await inbound.open();
    await dialogue.say('EHLO client.test');
    const codes: string[] = [];
    const ask = async (...recipients: readonly string[]) => {
      await dialogue.say('MAIL FROM:<fbl@reporter.test>');
      for (const recipient of recipients)
        codes.push((await dialogue.say(`RCPT TO:<${recipient}>`)).slice(0, 9));
      await dialogue.say('RSET');
    };
    await ask('fbl@send.ours.test', 'Fbl@send.ours.test', 'fbl@mail.host.test', 'a@ours.test');
    await ask('a@ours.test', 'fbl@send.ours.test');
    dialogue.vanish();
    const taken = '250 2.1.5';
    const refused = '452 4.5.3';
    expect(codes).to.deep.equal([taken, taken, refused, refused, taken, refused]);
  });
});

describe('Mail to a return path', () => {
  const inbound = useInbound();
  const recipientId = randomUUID();
  const local = returnPathLocalPart(TEST_TOKENS.tokenOf(recipientId));
  /** The replies to RCPT. */
  const ask = async (...recipients: readonly string[]) => {
    const dialogue = await inbound.open();
    await dialogue.say('EHLO client.test');
    await dialogue.say('MAIL FROM:<>');
    const replies = [];
    for (const recipient of recipients) replies.push(await dialogue.say(`RCPT TO:<${recipient}>`));
    dialogue.vanish();
    return replies.map((reply) => reply.slice(0, 9));
  };

  it('is a report about its recipient, at any domain, in any case, without a question to the database', async () => {
    inbound.reception.beforeCheck = () => Promise.reject(new Error('nothing is judged'));
    for (const address of [`${local}@send.ours.test`, `${local.toUpperCase()}@elsewhere.example`])
      expect(await inbound.send('Subject: x\r\n\r\nx\r\n', [address])).to.match(/^250 /);
    expect(inbound.reception.stored.map(({ recipients, report }) => [recipients, report])).to.deep.equal([
      [[], { purpose: 'report', address: `${local}@send.ours.test`, recipientId }],
      [[], { purpose: 'report', address: `${local.toUpperCase()}@elsewhere.example`, recipientId }],
    ]);
  });

  it('is refused and counted when the token is not ours', async () => {
    const forged = `${local.slice(0, -1)}${local.endsWith('0') ? '1' : '0'}`;
    expect(await ask(`${forged}@send.ours.test`, `b-${'0'.repeat(48)}@ours.test`)).to.deep.equal([
      '550 5.1.1',
      '550 5.1.1',
    ]);
    expect(await inbound.metric('mail_inbound_forged_return_paths_total')).to.equal(2);
    expect(await ask('b-team@ours.test', `${local}0@ours.test`), 'addresses of people').to.deep.equal([
      '250 2.1.5',
      '250 2.1.5',
    ]);
  });

  it('ends the connection when ten were guessed', async () => {
    const dialogue = await inbound.open();
    await dialogue.say('EHLO client.test');
    await dialogue.say('MAIL FROM:<>');
    const guess = (number: number) => `b-${number.toString(16).padStart(48, '0')}@ours.test`;
    for (let number = 1; number <= 10; number += 1)
      expect(await dialogue.say(`RCPT TO:<${guess(number)}>`)).to.match(/^550 5\.1\.1/);
    await dialogue.closed;
  });

  it('has no other recipient', async () => {
    const other = returnPathLocalPart(TEST_TOKENS.tokenOf(randomUUID()));
    const own = `${local}@ours.test`;
    expect(await ask(own, own, 'a@ours.test', `${other}@ours.test`)).to.deep.equal([
      '250 2.1.5',
      '250 2.1.5',
      '452 4.5.3',
      '452 4.5.3',
    ]);
    expect(await ask('a@ours.test', own)).to.deep.equal(['250 2.1.5', '452 4.5.3']);
  });

  it('is kept up to 256 KiB, and read to its end', async () => {
    const line = `${'x'.repeat(1_022)}\r\n`;
    expect(await inbound.send(`a: b\r\n\r\n${line.repeat(2 * KILOBYTE)}`, [`${local}@ours.test`])).to.match(
      /^250 /,
    );
    const [stored] = inbound.reception.stored;
    expect([stored?.content.length, stored?.wasUploaded]).to.deep.equal([256 * KILOBYTE, false]);
    expect(await inbound.metric('mail_inbound_bytes_in_flight')).to.equal(0);
  });
});
