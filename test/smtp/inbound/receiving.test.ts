// Mail that is taken: what is stored of it, and that 250 is answered afterwards only.
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { eventually } from '../../support/time/eventually.ts';
import { createSignal } from '../../support/time/signal.ts';
import { noPostgres } from '../support/fake-reception.ts';
import { useInbound } from '../support/use-inbound.ts';

const MESSAGE = 'From: a@remote.test\r\nMessage-ID: <1@remote.test>\r\n\r\nHello\r\n';

describe('Inbound mail', () => {
  const inbound = useInbound();

  it('offers what it can do, and nothing else', async () => {
    const dialogue = await inbound.open();
    expect(dialogue.greeting).to.equal('220 mail.host.test ESMTP');
    expect(await dialogue.sayAll('EHLO client.test')).to.deep.equal([
      'mail.host.test greets [127.0.0.1]',
      'PIPELINING',
      '8BITMIME',
      'SMTPUTF8',
      'ENHANCEDSTATUSCODES',
      'STARTTLS',
      `SIZE ${96 * 1024 * 1024}`,
    ]);
    expect(await dialogue.say('AUTH PLAIN AGEAYg==')).to.match(/^500 5\.5\.2 /);
    expect(await dialogue.say('QUIT')).to.match(/^221 /);
    await dialogue.closed;
  });

  it('is taken for quoted local parts, in the spelling in which they can be written to', async () => {
    const dialogue = await inbound.open();
    await dialogue.say('EHLO client.test');
    expect(await dialogue.say('MAIL FROM:<"s e@nder"@remote.test> SIZE=10')).to.match(/^250 /);
    for (const [path, address] of [
      ['"in box"@ours.test', '"in box"@ours.test'],
      ['"a@b"@OURS.test', '"a@b"@ours.test'],
      ['@relay.test:"a \\" \\\\>b"@ours.test', '"a \\" \\\\>b"@ours.test'],
      ['"inbox"@ours.test', 'inbox@ours.test'],
      ['a..b@ours.test', '"a..b"@ours.test'],
      ['.a@ours.test', '.a@ours.test'],
      ['\u200binbox@ours.test', 'inbox@ours.test'],
    ] as const) {
      expect(await dialogue.say(`RCPT TO:<${path}>`), path).to.match(/^250 /);
      expect(inbound.reception.judged.at(-1)).to.equal(address);
    }
    await dialogue.say('DATA');
    expect(await dialogue.say('x: y\r\n\r\n.')).to.match(/^250 /);
    expect(inbound.reception.stored[0]?.client.mailFrom).to.equal('"s e@nder"@remote.test');
    dialogue.vanish();
  });

  it('is stored with our Received field in front, byte for byte', async () => {
    const body = `${MESSAGE}..stuffed\r\n.x\r\n\r\n`;
    expect(await inbound.send(body)).to.match(/^250 /);
    const [arrival] = inbound.reception.stored;
    const text = arrival?.content.toString('latin1') ?? '';
    expect(text).to.match(
      /^Received: from client\.test \(\[127\.0\.0\.1\]\)\r\n\tby mail\.host\.test with ESMTP id [a-z0-9]+\.1;\r\n\t\w{3}, \d\d \w{3} \d{4} [\d:]{8} \+0000\r\nFrom: /,
    );
    const content = `${MESSAGE}.stuffed\r\nx\r\n\r\n`;
    expect(text.slice(text.indexOf('From:'))).to.equal(content);
    const digest = createHash('sha256').update(`["sender@remote.test",["a@ours.test"]]\n${content}`).digest();
    const { content: _, receivedAt, ...rest } = arrival ?? {};
    expect(receivedAt).to.be.instanceOf(Date);
    expect(rest).to.deep.equal({
      client: { address: '127.0.0.1', helo: 'client.test', mailFrom: 'sender@remote.test' },
      recipients: [{ address: 'a@ours.test', accountId: 'account-1', domainId: 'domain-1' }],
      report: null,
      digest,
      wasUploaded: false,
    });
  });

  for (const [title, header, hasDigest] of [
    ['without a Message-ID', 'Subject: x\r\n', false],
    ['with an empty Message-ID', 'Message-ID:  \r\nSubject: x\r\n', false],
    ['with a Message-ID in its body only', 'Subject: x\r\n\r\nMessage-ID: <1@x>\r\n', false],
    ['with a folded Message-ID', 'Message-Id:\r\n <1@x>\r\n', true],
    ['with a Message-ID after a long line', `X: ${'x'.repeat(300_000)}\r\nmessage-id : <1@x>\r\n`, true],
  ] as const) {
    it(`has ${hasDigest ? 'a' : 'no'} digest ${title}`, async () => {
      expect(await inbound.send(`${header}\r\nbody\r\n`)).to.match(/^250 /);
      expect(inbound.reception.stored.map(({ digest }) => digest !== null)).to.deep.equal([hasDigest]);
    });
  }

  it('that is repeated is answered 250 and kept once, whatever came first in the envelope', async () => {
    expect(await inbound.send(MESSAGE, ['a@ours.test', 'b@other.test'])).to.match(/^250 /);
    expect(await inbound.send(MESSAGE, ['b@other.test', 'a@ours.test'])).to.match(/^250 /);
    expect(await inbound.send(MESSAGE, ['a@ours.test'])).to.match(/^250 /);
    expect(inbound.reception.stored.length).to.equal(2);
    expect(await inbound.metric('mail_inbound_messages_total', { outcome: 'repeated' })).to.equal(1);
  });

  it('over 256 KiB is written to an upload while it arrives, and the client waits for it', async () => {
    const written = createSignal();
    inbound.reception.beforeWrite = () => written.given;
    const line = `${'x'.repeat(98)}\r\n`;
    const content = MESSAGE + line.repeat(100_000);
    const dialogue = await inbound.openData();
    let hasSent = false;
    const sent = dialogue.write(content).then(() => {
      hasSent = true;
    });
    await eventually('an upload is open', () => inbound.reception.uploads.size === 1);
    // The kernel's buffers and one piece of ours have been read of the 10 MB.
    expect([hasSent, await inbound.metric('mail_inbound_bytes_in_flight')]).to.satisfy(
      ([done, held]: [boolean, number]) => !done && held < 400_000,
    );
    written.give();
    await sent;
    expect(await dialogue.say('.')).to.match(/^250 /);
    const [arrival] = inbound.reception.stored;
    expect(arrival?.wasUploaded).to.equal(true);
    expect(arrival?.content.toString('latin1').endsWith(content)).to.equal(true);
    expect(await inbound.metric('mail_inbound_bytes_in_flight')).to.equal(0);
  });

  it('is answered 250 after it is stored', async () => {
    const stored = createSignal();
    inbound.reception.beforeStore = () => stored.given;
    const dialogue = await inbound.openData();
    let answer: string | undefined;
    const answered = dialogue.say(`${MESSAGE}.`).then((reply) => {
      answer = reply;
    });
    await eventually(
      'the message is handed over',
      async () => (await inbound.metric('mail_inbound_bytes_in_flight')) > 0,
    );
    expect(answer).to.equal(undefined);
    stored.give();
    await answered;
    expect(answer).to.match(/^250 /);
  });

  for (const [title, size] of [
    ['in memory', 100],
    ['in an upload', 400_000],
  ] as const) {
    it(`that cannot be stored is answered 451 and kept nowhere, ${title}`, async () => {
      inbound.reception.beforeStore = () => Promise.reject(noPostgres());
      expect(await inbound.send(`${MESSAGE}${'x'.repeat(size)}\r\n`)).to.match(/^451 4\.3\.0 /);
      expect([inbound.reception.stored.length, inbound.reception.uploads.size]).to.deep.equal([0, 0]);
      expect(await inbound.metric('mail_inbound_messages_total', { outcome: 'failed' })).to.equal(1);
    });
  }

  it('of an account that is deleted while it arrives is answered 550 and kept nowhere', async () => {
    const dialogue = await inbound.open();
    for (const line of [
      'EHLO client.test',
      'MAIL FROM:<sender@remote.test>',
      'RCPT TO:<ana@ending.test>',
      'DATA',
    ])
      await dialogue.say(line);
    expect(await dialogue.say(`${MESSAGE}${'x'.repeat(400_000)}\r\n.`)).to.match(/^550 5\.1\.1 /);
    expect([inbound.reception.stored.length, inbound.reception.uploads.size]).to.deep.equal([0, 0]);
    expect(await inbound.metric('mail_inbound_messages_total', { outcome: 'refused' })).to.equal(1);
    dialogue.vanish();
  });

  it('whose client goes in the middle of its content is not stored', async () => {
    const dialogue = await inbound.openData();
    await dialogue.write(MESSAGE + 'x'.repeat(400_000));
    await eventually('an upload is open', () => inbound.reception.uploads.size === 1);
    dialogue.vanish();
    await eventually('the upload is discarded', () => inbound.reception.uploads.size === 0);
    await eventually(
      'it is counted',
      async () => (await inbound.metric('mail_inbound_messages_total', { outcome: 'gone' })) === 1,
    );
    expect(inbound.reception.stored).to.deep.equal([]);
    expect(inbound.log.filter((line) => /"level":[56]0/.test(line))).to.deep.equal([]);
  });

  it('comes several times over one connection, also pipelined', async () => {
    const dialogue = await inbound.open();
    await dialogue.say('EHLO client.test');
    for (const id of [1, 2, 3]) {
      await dialogue.write(
        `MAIL FROM:<> BODY=8BITMIME\r\nRCPT TO:<a@ours.test>\r\nRCPT TO:<b@foreign.test>\r\nDATA\r\n`,
      );
      expect(await dialogue.reply()).to.match(/^250 2\.1\.0 /);
      expect(await dialogue.reply()).to.match(/^250 2\.1\.5 /);
      expect(await dialogue.reply()).to.match(/^550 5\.7\.1 /);
      expect(await dialogue.reply()).to.match(/^354 /);
      expect(await dialogue.say(`Message-ID: <${id}@x>\r\n\r\nHällo\r\n.`)).to.match(/^250 /);
    }
    expect(inbound.reception.stored.map(({ client }) => client.mailFrom)).to.deep.equal(['', '', '']);
    dialogue.vanish();
  });

  it('is logged without its content, and without addresses above the level debug', async () => {
    await inbound.send(MESSAGE);
    await inbound.send(MESSAGE, ['secret@foreign.test', 'a@ours.test']);
    const lines = inbound.log.join('');
    expect(lines).to.include('"outcome":"stored"');
    expect(lines).not.to.match(/Hello|secret@foreign|a@ours/);
  });
});
