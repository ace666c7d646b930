// Sending mail that is kept as it arrived: its octets arrive after fields of ours (docs/architecture/kept-mail.md).
import { expect } from 'chai';
import { createUploadStore, type StoredContent } from '../../../shared/platform/storage/upload-store.ts';
import { createIds } from '../../../shared/platform/time/ids.ts';
import type { NewEmail } from '../../../shared/resources/messaging/emails/email.ts';
import { mailboxes } from '../../shared/resources/messaging/emails/accept/new-email.ts';
import { createTopic } from '../../support/factories/contact-factories.ts';
import type { SinkMessage } from '../../support/smtp-sink/smtp-sink.ts';
import { type Sending, useSending } from './support/use-sending.ts';

const HEADER = [
  'From: Ana\r\n <ana@acme.dev>',
  'to:bo@customer.dev',
  'Subject: Signed  twice ',
  'Date: Mon, 2 Feb 2026 10:00:00 +0100',
  'Message-ID: <issue-7@gitlab.acme.dev>',
  'MIME-Version: 1.0',
  'Content-Type: multipart/signed; boundary="b"; micalg=pgp-sha512;\r\n\tprotocol="application/pgp-signature"',
];
const SIGNED = [
  '--b',
  'Content-Type: text/plain',
  '',
  '.',
  '..Hi \t Bo ',
  '-- ',
  'Ana',
  '',
  '--b',
  'Content-Type: application/pgp-signature',
  '',
  'iQEz',
  '--b--',
  '',
  ' ',
  '',
].join('\r\n');

const messageOf = (body: string, header: readonly string[] = HEADER) =>
  Buffer.from(`${[...header, '', body].join('\r\n')}`, 'latin1');

async function store(sending: Sending, octets: Buffer): Promise<StoredContent> {
  const writer = createUploadStore({ database: sending.pool, ids: createIds(sending.clock) }).create();
  await writer.write(octets);
  return await writer.end();
}

/** Sends a message to two recipients. @returns what has arrived: each is signed */
async function send(sending: Sending, octets: Buffer, changes: Partial<NewEmail> = {}) {
  // A public name, so that complaints are asked for.
  const job = await sending.openJob({ config: { mailHostname: 'mail.acme.dev' } });
  const kept = await store(sending, octets);
  const to = mailboxes('bo@customer.dev', 'cy@customer.dev');
  const id = await sending.accept({ source: 'smtp', kept, to, ...changes });
  await job.run(id);
  const messages = await sending.sink.waitFor(2);
  await sending.whenStatus(id, 'delivered');
  for (const message of messages) expect(await sending.verify(message)).to.equal('pass');
  return { id, messages };
}

/** The names of our fields, which come before all that was kept. */
function namesBefore({ raw }: SinkMessage, kept: Buffer): string[] {
  const text = raw.toString('latin1');
  const at = text.length - kept.length;
  expect(text.slice(at)).to.equal(kept.toString('latin1'));
  return [...text.slice(0, at).matchAll(/^([\w-]+):/gm)].map(([, name]) => name ?? '');
}

const OURS = ['X-Posthorn-Ref', 'DKIM-Signature', 'CFBL-Address', 'Feedback-ID'];
const isDeclared = ({ parameters }: SinkMessage) => parameters.includes('BODY=8BITMIME');

describe('mail that is kept as it came', () => {
  const sending = useSending();

  it('arrives octet for octet after our own fields, signed, with the Message-ID of its client', async () => {
    const octets = messageOf(SIGNED);
    const { id, messages } = await send(sending, octets, { messageId: '<issue-7@gitlab.acme.dev>' });
    for (const message of messages) {
      expect(namesBefore(message, octets)).to.deep.equal(OURS);
      expect(isDeclared(message)).to.equal(false);
      expect(message.raw.toString('latin1')).to.match(/\bh=[^;]*content-type/i);
    }
    expect((await sending.find(id)).message_id).to.equal('<issue-7@gitlab.acme.dev>');
  });

  it('is given the fields that it lacks, and none that it has', async () => {
    const header = ['from: ana@acme.dev', 'feedback-id: 1:2:3:own', 'CFBL-Address: own@acme.dev'];
    const octets = messageOf('Hi\r\n', header);
    const { id, messages } = await send(sending, octets);
    for (const message of messages)
      expect(namesBefore(message, octets)).to.deep.equal([
        'X-Posthorn-Ref',
        'DKIM-Signature',
        'Date',
        'Message-ID',
      ]);
    const { message_id } = await sending.find(id);
    expect(messages[0]?.raw.toString()).to.include(`Message-ID: ${message_id}\r\n`);
    expect(messages[0]?.raw.toString()).to.match(/^Date: \w{3}, \d\d \w{3} \d{4} [\d:]{8} \+0000\r$/m);
  });

  it('may have a header alone, and a last line without a line break', async () => {
    for (const [kept, arrived] of [
      ['From: ana@acme.dev\r\nSubject: x', 'From: ana@acme.dev\r\nSubject: x\r\n\r\n'],
      ['From: ana@acme.dev\r\n\r\nHi', 'From: ana@acme.dev\r\n\r\nHi\r\n'],
    ] as const) {
      sending.sink.clear();
      const { messages } = await send(sending, Buffer.from(kept));
      for (const message of messages) namesBefore(message, Buffer.from(arrived));
    }
  });

  it('is declared as one of 8 bits when its tail alone has them, and is streamed whole', async () => {
    const body = `${'.0123456789 abcdefghijklmnopqrstuvwxyz  \r\n'.repeat(250_000)}Gr\xfc\xdfe\r\n\r\n\r\n`;
    const octets = messageOf(body);
    const { messages } = await send(sending, octets);
    for (const message of messages) {
      expect(namesBefore(message, octets)).to.deep.equal(OURS);
      expect(isDeclared(message)).to.equal(true);
      const [, size] = /SIZE=(\d+)/.exec(message.parameters.join(' ')) ?? [];
      expect(Number(size)).to.be.within(octets.length, message.raw.length);
    }
  });

  it('needs SMTPUTF8 for a header that is not ASCII', async () => {
    const octets = messageOf('Hi\r\n', [
      'From: ana@acme.dev',
      `To: ${Buffer.from('bö@customer.dev').toString('latin1')}`,
    ]);
    const { messages } = await send(sending, octets);
    for (const message of messages) {
      expect(namesBefore(message, octets)).to.include('DKIM-Signature');
      expect(message.parameters).to.include('SMTPUTF8');
    }
  });

  it('has a link to unsubscribe for each recipient when it has a topic and none of its own', async () => {
    const { id: topicId } = await createTopic(sending.pool, sending.accountId);
    const octets = messageOf(SIGNED);
    const { messages } = await send(sending, octets, { topicId });
    const links = messages.map(({ raw }) => /^List-Unsubscribe: <(\S+)>/m.exec(raw.toString())?.[1]);
    expect(new Set(links)).to.have.lengthOf(2).and.not.include(undefined);
    for (const message of messages) expect(namesBefore(message, octets)).to.include.members(OURS);
    sending.sink.clear();
    const own = messageOf(SIGNED, [...HEADER, 'List-Unsubscribe: <https://acme.dev/u>']);
    for (const message of (await send(sending, own, { topicId })).messages)
      expect(namesBefore(message, own)).to.deep.equal(OURS);
  });

  it('fails without a retry when it can never be sent', async () => {
    const job = await sending.openJob();
    const kept = await store(sending, Buffer.from('From: ana@acme.dev\r\n\r\na\nb\r\n'));
    const { events } = await sending.sendUntil('failed', { source: 'smtp', kept }, job);
    expect(events[0]?.data).to.include({
      reason: 'content_refused',
      message: 'The message has a line break that is not CRLF.',
    });
  });

  it('is tried again, and never composed, when its octets cannot be read', async () => {
    const job = await sending.openJob();
    const id = await sending.accept({ source: 'smtp', kept: await store(sending, messageOf(SIGNED)) });
    await sending.pool.query('DELETE FROM email_kept_messages WHERE id = $1', [id]);
    await job.run(id);
    const { events } = await sending.whenStatus(id, 'delivery_delayed');
    expect(events[0]?.data).to.include({ reason: 'message_not_built' });
    expect(sending.sink.count()).to.equal(0);
  });
});

describe('mail that is kept as it came, at a server without extensions', () => {
  const sending = useSending({ extensions: { eightBitMime: false, smtpUtf8: false } });

  it('arrives when it is of 7 bits', async () => {
    const octets = messageOf(SIGNED);
    for (const message of (await send(sending, octets)).messages) namesBefore(message, octets);
  });

  it('fails without a retry, with content_refused, when it is of 8 bits', async () => {
    const job = await sending.openJob();
    const kept = await store(sending, messageOf('Gr\xfc\xdfe\r\n'));
    const { events } = await sending.sendUntil('failed', { source: 'smtp', kept }, job);
    expect(events[0]?.data).to.include({
      reason: 'content_refused',
      message: 'The server does not offer 8BITMIME, which this mail needs.',
    });
    expect(sending.sink.commands.filter((line) => line.startsWith('MAIL'))).to.deep.equal([]);
  });

  it('fails with smtputf8_not_offered when its header is not ASCII', async () => {
    const job = await sending.openJob();
    const kept = await store(sending, messageOf('Hi\r\n', ['From: ana@acme.dev', 'Subject: Gr\xfc\xdfe']));
    const { events } = await sending.sendUntil('failed', { source: 'smtp', kept }, job);
    expect(events[0]?.data).to.include({ reason: 'smtputf8_not_offered' });
  });
});
