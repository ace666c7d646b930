// The load of the benchmark as an SMTP client: it must not take a refused mail for an accepted one.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { expect } from 'chai';
import type { LoadClient } from '../../bench/load/client.ts';
import { openSmtpClient, type SmtpMails } from '../../bench/load/smtp-client.ts';
import { createSession, GREETING, type TakenMessage } from '../../bench/sink/session.ts';
import { createTally } from '../../bench/sink/tally.ts';
import { readDeliveryStatus } from '../../shared/mail/reports/delivery-status.ts';

/** What the sink says to AUTH. */
const NO_LOGINS = '500 5.5.1 Unknown command\r\n';

describe('An SMTP client of the load', () => {
  let server: Server;
  let peer: Socket;
  let client: LoadClient;
  let taken: TakenMessage[];
  /** The lines of the server's replies. */
  let change: (lines: string) => string;

  beforeEach(async () => {
    taken = [];
    change = (lines) => lines;
    server = createServer((socket) => {
      peer = socket;
      const session = createSession((replies) => {
        taken.push(...replies.taken);
        socket.write(change(replies.lines));
      });
      socket.on('data', session);
      socket.write(GREETING);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = await open();
  });

  afterEach(() => {
    client.close();
    peer.destroy();
    server.close();
  });

  function open(options: Partial<SmtpMails> = {}): Promise<LoadClient> {
    return openSmtpClient({ port: (server.address() as AddressInfo).port, htmlBytes: 1_850, ...options });
  }

  const failure = (sending: Promise<unknown>) =>
    sending.then(
      () => 'none',
      ({ message }: Error) => message,
    );

  it('sends mail after mail in one session, each to its own recipient', async () => {
    for (const number of [3, 12_345_678]) await client.send(number);
    const tally = createTally();
    for (const message of taken) tally.add(message);
    expect(tally.report()).to.deep.equal({ messages: 2, different: 2, unsigned: 2 });
  });

  it('sends a valid message: header, blank line, body, all with CRLF', async () => {
    await client.send(7);
    const [header = '', body = ''] = taken[0]?.message.toString().split('\r\n\r\n') ?? [];
    expect(header.split('\r\n')).to.deep.equal([
      'From: Bench Shop <receipts@bench.local>',
      'To: u00000007-00@bench.local',
      'Subject: Your receipt no. 00000007',
      'Date: Mon, 5 Jan 2026 09:00:00 +0000',
      'Message-ID: <00000007@shop.test>',
      'MIME-Version: 1.0',
      'Content-Type: text/html; charset=utf-8',
    ]);
    expect(body).to.include('Receipt 00000007 for your order');
    expect(body.replaceAll('\r\n', '')).to.not.match(/[\r\n]/);
  });

  it('sends delivery reports of about the same size to return paths', async () => {
    await client.send(1);
    client.close();
    client = await open({ returnPaths: ['b-0@send.bench.local', 'b-1@send.bench.local'] });
    await client.send(1);
    const [plain, report] = taken.map(({ message }) => message.toString().replaceAll('\r\n', '\n'));
    expect(taken[1]?.recipients).to.deep.equal(['b-1@send.bench.local']);
    expect(report?.length).to.be.closeTo(plain?.length ?? 0, 50);
    const [, , status, returned] = report?.split(/^--bench(?:--)?\n/m) ?? [];
    const about = 'u00000001-00@bench.local';
    expect(readDeliveryStatus(status ?? '')).to.deep.equal([
      {
        action: 'failed',
        address: about,
        status: '5.1.1',
        remoteMta: 'in.shop.test',
        diagnostic: `550 5.1.1 <${about}>: Recipient address rejected: User unknown`,
      },
    ]);
    expect(returned).to.include('Receipt 00000001 for your order');
  });

  it('ends a session after so many mails, and logs in again for the next one', async () => {
    client.close();
    let logins = 0;
    change = (lines) => {
      if (lines !== NO_LOGINS) return lines;
      logins += 1;
      return '235 2.7.0 OK\r\n';
    };
    client = await open({ login: { user: 'bench', password: 'key' }, mailsPerSession: 2 });
    for (const number of [1, 2, 3, 4, 5]) await client.send(number);
    expect([taken.length, logins]).to.deep.equal([5, 3]);
  });

  it('fails when its login is refused', async () => {
    const opening = open({ login: { user: 'bench', password: 'key' } });
    expect(await failure(opening)).to.include(NO_LOGINS.trim());
  });

  it('fails with the reply of the server when a recipient is refused', async () => {
    change = (lines) => lines.replace('250 2.0.0 OK\r\n354', '450 4.2.1 Busy\r\n354');
    expect(await failure(client.send(1))).to.include('450 4.2.1 Busy');
  });

  it('fails when the server refuses the content', async () => {
    change = (lines) => (taken.length > 0 ? '552 5.3.4 Too large\r\n' : lines);
    expect(await failure(client.send(1))).to.include('552 5.3.4 Too large');
  });

  it('fails when the server closes the connection', async () => {
    const sending = failure(client.send(1));
    peer.destroy();
    expect(await sending).to.include('not accepted');
  });
});
