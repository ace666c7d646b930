// nodemailer, unchanged, in the two ways in which programs use it with this service: a transport that posts messages to
// the API, and SMTP to the local inbox of `npm start` (docs/reference/clients.md#nodemailer).
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import nodemailer, { type Transport } from 'nodemailer';
import { useInbox } from '../dev/inbox/support/use-inbox.ts';
import { useService } from './support/use-service.ts';

const file = { filename: 'Rechnung März.pdf', content: randomBytes(2_000) };

describe('Sends messages of nodemailer through a transport that posts them as JSON, with files as Buffers.', () => {
  const service = useService();
  /** As its authors write it: the fields of the message are the fields of the API. */
  const transportTo = (url: string, token: string): Transport<{ id: string }> => ({
    name: 'posthorn',
    version: '1.0.0',
    send(mail, callback) {
      post(`${url}/emails`, token, mail.data).then(
        (answer) => callback(null, answer),
        (error) => callback(error, { id: '' }),
      );
    },
  });

  async function post(url: string, token: string, message: object): Promise<{ id: string }> {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(message) });
    const body = (await answer.json()) as { id: string; name?: string; message?: string };
    if (!answer.ok) throw new Error(`${body.name}: ${body.message}`);
    return body;
  }

  const send = (changes: object = {}): Promise<{ id: string }> =>
    nodemailer.createTransport(transportTo(service.app.url, service.sender.token)).sendMail({
      from: `Ana <ana@${service.sender.domain.name}>`,
      to: ['Bo <bo@customer.dev>', 'cy@customer.dev'],
      subject: 'Grüße 🎉',
      html: '<p>Hello</p>',
      ...changes,
    });

  it('delivers the message', async () => {
    const { id } = await send();
    const mail = await service.whenDelivered(id);
    expect(mail).to.include({ subject: 'Grüße 🎉', html: '<p>Hello</p>' });
    expect(mail.to).to.have.property('text', '"Bo" <bo@customer.dev>, cy@customer.dev');
  });

  it('delivers its files', async () => {
    const { id } = await send({ attachments: [file] });
    const { attachments } = await service.whenDelivered(id);
    expect(attachments.map(({ filename }) => filename)).to.deep.equal([file.filename]);
    expect(attachments[0]?.content).to.deep.equal(file.content);
  });

  it('gets a refusal as an error', async () => {
    const refusal = await send({ from: 'ana@acme.dev' }).catch(String);
    expect(refusal).to.include('validation_error').and.to.include('acme.dev');
  });
});

describe('nodemailer, sending to the local inbox', () => {
  const inbox = useInbox();

  it('shows the message and its file as they were sent', async () => {
    const transport = nodemailer.createTransport({ host: '127.0.0.1', port: inbox.inbox.smtpPort });
    await transport.sendMail({
      from: 'Ana <ana@acme.dev>',
      to: 'Bo <bo@customer.dev>',
      subject: 'Grüße 🎉',
      html: '<p>Viele Grüße</p>',
      text: 'Viele Grüße',
      attachments: [file],
    });
    transport.close();
    const message = await inbox.newest();
    expect(message).to.deep.include({
      envelope: { from: 'ana@acme.dev', to: ['bo@customer.dev'] },
      from: 'Ana <ana@acme.dev>',
      to: ['Bo <bo@customer.dev>'],
      subject: 'Grüße 🎉',
      html: '<p>Viele Grüße</p>',
      text: 'Viele Grüße',
    });
    const [attachment] = message.attachments;
    expect(attachment).to.include({ filename: file.filename, size: 2_000, content_type: 'application/pdf' });
    const download = await fetch(
      `${inbox.inbox.url}/inbox/messages/${message.id}/attachments/${attachment?.id}`,
    );
    expect(Buffer.from(await download.arrayBuffer())).to.deep.equal(file.content);
  });
});
