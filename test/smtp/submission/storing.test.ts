// What a message leaves in the database when it is stored, and what it may take of the process before.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { useSender } from '../../api/emails/sender.ts';
import { useApp } from '../../support/api/app.ts';
import { queuedId, useSubmission } from '../support/use-submission.ts';

describe('Storing a submitted message', () => {
  const app = useApp();
  const sender = useSender(app);
  const submission = useSubmission(app, { connectionsOfNetwork: 3, handshakeMs: 300_000 });
  const from = () => `From: ana@${sender.domain.name}\r\n`;
  const uploads = async () => (await app.pool.query('SELECT FROM attachment_uploads')).rowCount;

  it('leaves nothing but what the email has, when it is large too', async () => {
    const content = Buffer.alloc(400 * 1024, 'x').toString();
    const reply = await submission.send(sender.token, {
      from: `ana@${sender.domain.name}`,
      to: 'bo@customer.dev',
      subject: 's',
      text: 't',
      attachments: [{ filename: 'a.bin', content }],
    });
    const { data } = await sender.read(`/emails/${queuedId(reply)}/attachments`);
    expect(data.map(({ size }: { size: number }) => size)).to.deep.equal([content.length]);
    const signed = `Content-Type: multipart/signed; boundary=b\r\n\r\n--b\r\n\r\n${'x\r\n'.repeat(120_000)}--b--\r\n`;
    const id = queuedId(await submission.sendRaw(sender.token, from() + signed));
    const { rows } = await app.pool.query('SELECT kept_size FROM emails WHERE id = $1', [id]);
    expect(rows[0].kept_size).to.equal(Buffer.byteLength(from() + signed) + 2);
    expect(await uploads()).to.equal(0);
  });

  it('counts a recipient once, however often it is named', async () => {
    const to = Array.from({ length: 200 }, (_, n) => (n % 2 === 0 ? 'bo@customer.dev' : 'BO@customer.dev'));
    const id = queuedId(await submission.sendRaw(sender.token, `${from()}\r\nHello`, { to }));
    expect(await sender.read(`/emails/${id}`)).to.deep.include({ bcc: ['bo@customer.dev'] });
  });

  it('finds a place for TLS when a neighbour holds sockets that say nothing', async () => {
    const { securePort: port } = submission.servers;
    const silent: Socket[] = [];
    const open = async (localAddress: string) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      silent.push(socket);
      return socket;
    };
    for (let count = 0; count < 3; count += 1) await open('127.0.1.1');
    const refused = await open('127.0.1.2');
    await once(refused.resume(), 'close');
    const other = await open('127.0.2.1');
    expect(other.destroyed).to.equal(false);
    for (const socket of silent) socket.destroy();
  });
});
