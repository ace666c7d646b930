// Composed messages: the order of the header fields, the MIME parts, and nothing else.
import { expect } from 'chai';
import {
  type ComposedMessage,
  composeMessage,
  type MessageInput,
  writeMessage,
} from '../../../shared/mail/compose.ts';
import { mailbox } from './support/mailbox.ts';

const ana = mailbox('Ana Silva <ana@customer.test>');

describe('a composed message', () => {
  it('has its fields in this order, with custom fields before those of the body', () => {
    const message = compose({
      cc: [mailbox('bob@customer.test')],
      replyTo: [mailbox('help@sender.test')],
      headers: { 'X-Order': '17', 'List-Unsubscribe': '<https://sender.test/u>' },
    });
    expect(message.headers.map(({ name, value }) => `${name}: ${value}`)).to.deep.equal([
      'From: "Sender, Inc." <hello@sender.test>',
      'To: Ana Silva <ana@customer.test>',
      'Cc: bob@customer.test',
      'Reply-To: help@sender.test',
      'Subject: Your order',
      'Date: Tue, 03 Feb 2026 04:05:06 +0000',
      'Message-ID: <0190@sender.test>',
      'MIME-Version: 1.0',
      'X-Order: 17',
      'List-Unsubscribe: <https://sender.test/u>',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: 7bit',
    ]);
  });

  it('has Date, To and Cc of its client in the place of its own, in whatever case they are named', () => {
    const headers = {
      date: 'Mon, 2 Feb 2026 10:00:00 +0100',
      TO: '"Silva, Ana" <ana@customer.test>, bob@müller.test,',
      cc: 'Jürgen <jürgen@customer.test>',
      'X-Order': '17',
    };
    const message = compose({ headers, cc: [] });
    const names = message.headers.map(({ name }) => name).slice(0, 8);
    expect(names).to.deep.equal([
      'From',
      'To',
      'Cc',
      'Subject',
      'Date',
      'Message-ID',
      'MIME-Version',
      'X-Order',
    ]);
    expect(field(message, 'Date')).to.equal('Mon, 2 Feb 2026 10:00:00 +0100');
    expect(field(message, 'To')).to.equal('"Silva, Ana" <ana@customer.test>, bob@xn--mller-kva.test');
    expect(field(message, 'Cc')).to.equal('=?UTF-8?Q?J=C3=BCrgen?= <jürgen@customer.test>');
    expect(message.needsSmtpUtf8).to.equal(true);
  });

  it('has a given To as it is when it is no list of mailboxes, and no empty field', () => {
    const group = compose({ headers: { To: 'Team: ana@customer.test;', Cc: ' ' }, cc: [ana] });
    expect(field(group, 'To')).to.equal('Team: ana@customer.test;');
    expect(group.headers.map(({ name }) => name)).not.to.include('Cc');
    expect(field(compose({ headers: { To: '' } }), 'To')).to.equal('undisclosed-recipients:;');
  });

  it('has no Cc and no Reply-To when there are none', () => {
    const names = compose({ cc: [], replyTo: [] }).headers.map(({ name }) => name);
    expect(names).to.include('To').and.not.to.include.members(['Cc', 'Reply-To']);
  });

  it('has undisclosed recipients when none is visible', () => {
    expect(field(compose({ to: [] }), 'To')).to.equal('undisclosed-recipients:;');
  });

  it('is text/plain when it has only text', () => {
    const message = compose({ text: 'Hello\nAna', html: '' });
    expect(field(message, 'Content-Type')).to.equal('text/plain; charset=utf-8');
    expect(message.body.toString()).to.equal('Hello\r\nAna\r\n');
  });

  it('is text/html when it has only html', () => {
    const message = compose({ text: undefined, html: '<p>Hello</p>\n' });
    expect(field(message, 'Content-Type')).to.equal('text/html; charset=utf-8');
    expect(message.body.toString()).to.equal('<p>Hello</p>\r\n');
  });

  it('is multipart/alternative when it has both, html last', () => {
    const message = compose({ text: 'Hello', html: '<p>Grüße</p>\n' });
    const [, boundary] =
      /^multipart\/alternative;\r\n boundary="(=_[0-9a-f]{32})"$/.exec(field(message, 'Content-Type')) ??
      expect.fail('There is no boundary.');
    expect(message.body.toString()).to.equal(
      [
        `--${boundary}`,
        'Content-Type: text/plain; charset=utf-8',
        'Content-Transfer-Encoding: 7bit',
        '',
        'Hello',
        `--${boundary}`,
        'Content-Type: text/html; charset=utf-8',
        'Content-Transfer-Encoding: quoted-printable',
        '',
        '<p>Gr=C3=BC=C3=9Fe</p>',
        '',
        `--${boundary}--`,
        '',
      ].join('\r\n'),
    );
  });

  it('is an empty text when it has no body', () => {
    const message = compose({ text: '' });
    expect(field(message, 'Content-Type')).to.equal('text/plain; charset=utf-8');
    expect(message.body.toString()).to.equal('\r\n');
  });

  it('has the preview text in its html only', () => {
    const message = compose({ text: 'Hello', html: '<body><p>Hi</p>', previewText: 'Look inside' });
    const [text = '', html = ''] = message.body.toString().split('text/html');
    expect(text).to.include('Hello').and.not.to.include('Look inside');
    expect(html).to.match(/<body><div style=3D"display:none[\s\S]*Look inside[\s\S]*<p>Hi<\/p>/);
  });

  it('is the same each time it is composed, and different for another email', () => {
    const input = { text: 'Hello', html: '<p>Hi</p>' };
    expect(octets(compose(input))).to.deep.equal(octets(compose(input)));
    const other = compose({ ...input, messageId: '<0191@sender.test>' });
    expect(field(other, 'Content-Type')).not.to.equal(field(compose(input), 'Content-Type'));
  });

  it('has its size in octets', () => {
    for (const input of [
      { text: 'Grüße' },
      { to: [mailbox('jürgen@customer.test')] },
      { html: '<p>語</p>' },
    ]) {
      const message = compose(input);
      expect(message.size).to.equal(octets(message).length);
    }
  });

  it('needs SMTPUTF8 for an international address in any field, and for nothing else', () => {
    const international = [mailbox('jürgen@customer.test')];
    expect(compose({ to: international }).needsSmtpUtf8).to.equal(true);
    expect(compose({ cc: international }).needsSmtpUtf8).to.equal(true);
    expect(compose({ replyTo: international }).needsSmtpUtf8).to.equal(true);
    const others = { to: [mailbox('Jürgen <j@münchen.test>')], subject: 'Grüße', html: '<p>語</p>' };
    expect(compose(others).needsSmtpUtf8).to.equal(false);
    expect(octets(compose(others)).toString('latin1')).to.match(/^[\r\n\x20-\x7e]*$/);
  });

  it('is not dot-stuffed: the SMTP connection does that', () => {
    expect(compose({ text: '.\n..a\n' }).body.toString()).to.equal('.\r\n..a\r\n');
  });
});

function compose(input: Partial<MessageInput>): ComposedMessage {
  return composeMessage({
    from: mailbox('"Sender, Inc." <hello@sender.test>'),
    to: [ana],
    subject: 'Your order',
    date: new Date('2026-02-03T04:05:06.789Z'),
    messageId: '<0190@sender.test>',
    text: 'Hello',
    ...input,
  });
}

function octets({ headers, body }: ComposedMessage): Buffer {
  return writeMessage(headers, body);
}

function field({ headers }: ComposedMessage, name: string): string {
  return headers.find((header) => header.name === name)?.value ?? expect.fail(`There is no ${name}.`);
}
