// The send worker: an accepted email is signed, sent to each recipient separately, and recorded with its events in
// order.
import { expect } from 'chai';
import { simpleParser } from 'mailparser';
import { createRecipientTokens } from '../../../shared/mail/feedback/recipient-tokens.ts';
import { mailboxes } from '../../shared/resources/messaging/emails/accept/new-email.ts';
import { TEST_SECRET_KEYS } from '../../support/factories/dkim-key.ts';
import { sharedOctets, useSending } from '../send/support/use-sending.ts';

describe('The send worker', () => {
  const sending = useSending();
  before(async () => {
    await sending.startWorker();
  });
  const sent = async (changes: Parameters<typeof sending.accept>[0]) => {
    const email = await sending.sendUntil('delivered', changes);
    return { id: email.id, email, messages: [...sending.sink.messages] };
  };
  const copied = { cc: mailboxes('dee@customer.dev'), bcc: mailboxes('eve@secret.dev') };

  it('Signs each message with the DKIM key of its From domain.', async () => {
    const { id, messages } = await sent({ html: '<p>Hello</p>' });
    const [message] = messages;
    expect(messages).to.have.length(1);
    expect(message && (await sending.verify(message))).to.equal('pass');
    const { messageId, subject, from, to } = await simpleParser(message?.raw ?? '');
    expect(messageId).to.equal(`<${id}@${sending.sender.domain.name}>`);
    expect(subject).to.equal('Hello');
    expect(from?.text).to.equal(`ana@${sending.sender.domain.name}`);
    expect([to].flat().map((list) => list?.text)).to.deep.equal(['bo@customer.dev']);
  });

  it('Sends the mail of a domain whose tls is enforced over an encrypted connection, or tries again until there is one.', async () => {
    const setTls = (tls: string) =>
      sending.pool.query('UPDATE domains SET tls = $2 WHERE id = $1', [sending.sender.domain.id, tls]);
    await setTls('enforced');
    const { events } = await sending.sendUntil('delivery_delayed', {});
    await setTls('opportunistic');
    expect(sending.sink.messages).to.deep.equal([]);
    expect(JSON.stringify(events.at(-1))).to.include('the domain of the sender requires TLS');
  });

  describe('recipients of one email', () => {
    it('Sends the same message to each recipient, in an SMTP transaction and with a return path of its own.', async () => {
      const to = mailboxes('Bo <bo@customer.dev>', 'cy@customer.dev');
      const { id, messages } = await sent({ to, ...copied });
      const envelopes = messages.map(({ from, to }) => ({ from, to })).sort(byTo);
      const recipients = await sending.recipients(id);
      const { name } = sending.sender.domain;
      const { tokenOf } = createRecipientTokens(TEST_SECRET_KEYS);
      const addresses = ['bo@customer.dev', 'cy@customer.dev', 'dee@customer.dev', 'eve@secret.dev'];
      expect(recipients.map(({ address }) => address)).to.deep.equal(addresses);
      expect(envelopes).to.deep.equal(
        recipients.map(({ id, address }) => ({ from: `b-${tokenOf(id)}@send.${name}`, to: [address] })),
      );
      expect(new Set(messages.map(sharedOctets)).size).to.equal(1);
    });

    it('Shows to and cc to every recipient, and bcc to none.', async () => {
      const { messages } = await sent({ to: mailboxes('Bo <bo@customer.dev>'), ...copied });
      expect(messages).to.have.length(3);
      for (const { raw } of messages) {
        const { headers, to, cc } = await simpleParser(raw);
        expect(headers.has('bcc')).to.equal(false);
        expect(raw.toString('latin1')).not.to.include('eve@secret.dev');
        expect([to].flat().map((list) => list?.value[0]?.address)).to.deep.equal(['bo@customer.dev']);
        expect([cc].flat().map((list) => list?.text)).to.deep.equal(['dee@customer.dev']);
      }
    });

    describe('Records the state, the events in order, the time and the reply of the server for each recipient on its own.', () => {
      it('one recipient', async () => {
        const { id, email } = await sent({});
        const at = sending.clock.now();
        expect(email).to.deep.include({ status: 'delivered', last_event: 'delivered', sent_at: at });
        expect(email.events.map(({ type, recipient }) => [type, recipient])).to.deep.equal([
          ['sent', 'bo@customer.dev'],
          ['delivered', 'bo@customer.dev'],
        ]);
        expect(await sending.recipient(id)).to.deep.include({
          state: 'delivered',
          attempts: 1,
          smtp_code: 250,
          smtp_reply: '250 2.0.0 taken',
          sent_at: at,
          next_attempt_at: null,
          claimed_by: null,
          woken_at: null,
        });
      });

      it('two recipients, one of which is refused', async () => {
        const reply = '550 5.7.1 no';
        const recipient = 'cy@customer.dev';
        sending.sink.setFault({ stage: 'rcpt', recipient, kind: 'answer', reply });
        const { id, events } = await sending.sendUntil('failed', {
          to: mailboxes('bo@customer.dev', recipient),
        });
        const rows = await sending.recipients(id);
        expect(rows.map(({ state, smtp_reply, sent_at }) => [state, smtp_reply, sent_at])).to.deep.equal([
          ['delivered', '250 2.0.0 taken', sending.clock.now()],
          ['failed', reply, null],
        ]);
        const of = (address: string) =>
          events.filter((event) => event.recipient === address).map(({ type }) => type);
        expect([of('bo@customer.dev'), of(recipient)]).to.deep.equal([['sent', 'delivered'], ['failed']]);
      });
    });
  });

  it('Sends nothing to a dropped recipient.', async () => {
    const { id } = await sending.sendUntil('delivered', {
      to: mailboxes('bo@customer.dev'),
      cc: mailboxes('cy@example.com'),
    });
    expect(sending.sink.messages.flatMap(({ to }) => to)).to.deep.equal(['bo@customer.dev']);
    expect((await sending.recipients(id)).map(({ state, attempts }) => [state, attempts])).to.deep.equal([
      ['delivered', 1],
      ['suppressed', 0],
    ]);
  });

  it('Generates the text part from html when text is absent.', async () => {
    const { messages } = await sent({ text: null, html: '<h1>Hi</h1><p>Bo</p>' });
    const { text, html } = await simpleParser(messages[0]?.raw ?? '');
    expect(text).to.match(/hi\s+bo/i);
    expect(html).to.include('<h1>Hi</h1>');
  });

  it('Sends no text part when text is an empty string and html is given.', async () => {
    const { messages } = await sent({ text: '', html: '<p>Hi</p>' });
    expect(messages[0]?.raw.toString()).to.match(/^Content-Type: text\/html/m);
    expect(messages[0]?.raw.toString()).not.to.match(/^Content-Type: (text\/plain|multipart)/m);
  });

  it('Sends html unchanged, as the text/html part of the message.', async () => {
    const html = '<!doctype html><p>Grüße, "Bo" &amp; Cy</p>';
    const { messages } = await sent({ html });
    expect(await partsOf(messages[0]?.raw)).to.deep.include({ html });
    const alone = await sent({ html, text: '' });
    expect(alone.messages.at(-1)?.raw.toString()).to.match(/^Content-Type: text\/html; charset=utf-8/m);
  });

  it('Sends text unchanged, as the text/plain part of the message.', async () => {
    const { messages } = await sent({ text: 'Grüße, Bo\n.\n> Cy' });
    expect(messages[0]?.raw.toString()).to.match(/^Content-Type: text\/plain; charset=utf-8/m);
    expect(await partsOf(messages[0]?.raw)).to.deep.include({ text: 'Grüße, Bo\n.\n> Cy', html: false });
  });

  it('Sends braces such as {{name}} unchanged: html, text and subject are not templates.', async () => {
    const html =
      '<p>{{{FIRST_NAME|you}}} {{ contact.email }} {% if x %}y{% endif %} {{{UNSUBSCRIBE_URL}}}</p>';
    const { messages } = await sent({ html, text: '{{{FIRST_NAME}}}', subject: 'For {{ name }}' });
    const parts = await partsOf(messages[0]?.raw);
    expect(parts).to.deep.equal({ subject: 'For {{ name }}', html, text: '{{{FIRST_NAME}}}' });
  });

  it('Inserts preview_text at the start of the html, hidden, so that only the list of messages shows it.', async () => {
    const { messages } = await sent({ html: '<p>Hi</p>', previewText: 'What is new & <good>' });
    const { html } = await simpleParser(messages[0]?.raw ?? '');
    expect(html).to.match(
      /^<div style="display: ?none[^>]*>What is new &amp; &lt;good&gt;[^<]*<\/div><p>Hi<\/p>/,
    );
  });

  it('Adds headers and reply_to to the message.', async () => {
    const { messages } = await sent({ headers: { 'X-Order': '17' }, replyTo: mailboxes('help@acme.dev') });
    const { headers, replyTo } = await simpleParser(messages[0]?.raw ?? '');
    expect(headers.get('x-order')).to.equal('17');
    expect(replyTo?.text).to.equal('help@acme.dev');
  });

  it('sends each of two hundred emails once, over few SMTP connections', async () => {
    const before = sending.sink.connections().total;
    const accepted = await Promise.all(
      Array.from({ length: 200 }, (_, index) => sending.accept({ to: mailboxes(`n${index}@customer.dev`) })),
    );
    await sending.sink.waitFor(200);
    for (const id of accepted) await sending.whenStatus(id, 'delivered');
    expect(new Set(sending.sink.messages.flatMap(({ to }) => to)).size).to.equal(200);
    expect(sending.sink.count()).to.equal(200);
    expect(sending.sink.connections().total - before).to.be.at.most(40);
  });

  it('sends nothing twice, however often and late it is woken', async () => {
    const { id } = await sent({});
    const job = await sending.openJob();
    await job.run(id, id);
    await job.drain();
    expect(sending.sink.count()).to.equal(1);
    expect((await sending.recipient(id)).attempts).to.equal(1);
  });
});

async function partsOf(raw: Buffer | undefined) {
  const { subject, html, text } = await simpleParser(raw ?? '');
  return { subject, html: typeof html === 'string' ? html.trimEnd() : html, text: text?.trimEnd() };
}

function byTo(one: { to: string[] }, other: { to: string[] }): number {
  return (one.to[0] ?? '').localeCompare(other.to[0] ?? '');
}
