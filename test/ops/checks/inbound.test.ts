// What `ops check` says about the server to which others deliver mail.
import { expect } from 'chai';
import { askInbound } from '../../../ops/checks/inbound.ts';
import { startTestInbound } from '../../smtp/support/use-inbound.ts';
import { createTcpServer } from '../../support/net/tcp-server.ts';

describe('The check of inbound mail', () => {
  const now = new Date();
  const ask = (port: number) => askInbound({ address: '127.0.0.1', port, hostname: 'mail.host.test', now });

  it('is met but for a certificate that others cannot check', async () => {
    const inbound = await startTestInbound();
    const { status, message } = await ask(inbound.server.port);
    expect(status).to.equal('advice');
    expect(message).to.match(
      /accepts mail, but its certificate is not trusted by other servers \(DEPTH_ZERO_SELF/,
    );
    await inbound.server.stop();
  });

  for (const [title, said, status, words] of [
    ['does not offer TLS', ['220 x\r\n', '250-x\r\n250 SIZE\r\n'], 'advice', 'does not offer TLS'],
    ['speaks another protocol', ['HTTP/1.1 400 Bad Request\r\n\r\n500 x\r\n'], 'unmet', 'it answers "500 x"'],
    ['refuses every client', ['554 no\r\n'], 'unmet', 'it answers "554 no"'],
  ] as const) {
    it(`is ${status} for a server that ${title}`, async () => {
      const server = await createTcpServer((socket) => {
        const replies = [...said];
        socket.write(replies.shift() ?? '');
        socket.on('data', () => socket.write(replies.shift() ?? ''));
      });
      const found = await ask(server.port);
      expect(found.status).to.equal(status);
      expect(found.message).to.include(words);
      await server.close();
    });
  }

  it('is unmet where nothing listens, or the connection ends', async () => {
    const server = await createTcpServer((socket) => socket.end());
    expect((await ask(server.port)).message).to.include('it closes the connection');
    await server.close();
    const { status, message } = await ask(server.port);
    expect([status, message]).to.deep.equal([
      'unmet',
      `mail.host.test (127.0.0.1) does not accept mail on port ${server.port} (connect ECONNREFUSED 127.0.0.1:${server.port}). Start inbound, and open the port in the firewall.`,
    ]);
  });
});
