// Why an attempt did not succeed, as the worker records it with the event, from what a real server says
// (docs/reference/delivery.md#reasons).
import { expect } from 'chai';
import { EMAIL_EVENT_REASONS } from '../../../shared/contract/emails/reasons.ts';
import { readDialogue, type ServerDialogue } from '../../../shared/mail/smtp-dialogue.ts';
import { mailboxes } from '../../shared/resources/messaging/emails/accept/new-email.ts';
import { createTcpServer } from '../../support/net/tcp-server.ts';
import { useSending } from './support/use-sending.ts';

describe('The cause of an event', () => {
  const sending = useSending();
  before(async () => {
    await sending.startWorker();
  });
  beforeEach(() => sending.pool.query('TRUNCATE suppressions'));
  const causeOf = async (id: string) => (await sending.find(id)).events[0]?.data;

  describe('Answers why a recipient bounced, failed, was delayed or suppressed, and what the mail server replied, in its event.', () => {
    for (const [reply, reason, status] of [
      ['550 5.1.1 no such user', 'unknown_mailbox', 'bounced'],
      ['552 5.2.2 over quota', 'mailbox_full', 'failed'],
      ['451 4.3.0 come again', 'temporary_failure', 'delivery_delayed'],
    ] as const) {
      it(reply, async () => {
        sending.refuse(reply);
        const { id } = await sending.sendUntil(status);
        expect(await causeOf(id)).to.include({
          reason,
          message: EMAIL_EVENT_REASONS[reason],
          smtp_code: Number(reply.slice(0, 3)),
          smtp_reply: reply,
          server: '127.0.0.1',
        });
      });
    }
  });

  it('Answers null in smtp_code and smtp_reply of an event when no mail server has replied.', async () => {
    sending.sink.setFault({ stage: 'rcpt', kind: 'drop', how: 'rst', times: 1 });
    const { id } = await sending.sendUntil('delivery_delayed');
    const cause = await causeOf(id);
    const silent = { reason: 'connection_failed', smtp_code: null, smtp_reply: null, server: '127.0.0.1' };
    expect(cause).to.include(silent);
    expect(cause?.['message'])
      .to.be.a('string')
      .that.matches(
        /^The server could not be reached, or the connection was lost: (.*ECONNRESET|The server closed)/,
      );
  });
});

describe('What was said in an attempt', () => {
  const sending = useSending();
  before(async () => {
    await sending.startWorker();
  });

  it('is stored with the recipient, of the last try; the simulator says nothing', async () => {
    const saidTo = async (id: string): Promise<ServerDialogue[] | null> => {
      const sql = 'SELECT dialogue FROM email_recipients WHERE email_id = $1';
      const { dialogue } = (await sending.pool.query(sql, [id])).rows[0];
      return dialogue && readDialogue(dialogue);
    };
    sending.refuse('451 4.3.0 come again', { times: 1 });
    const { id } = await sending.sendUntil('delivery_delayed', { to: mailboxes('bo@customer.dev') });
    const [refused] = (await saidTo(id)) ?? [];
    expect(refused?.lines.map(([, , text]) => text)).to.include('451 4.3.0 come again');
    await sending.tick(2 * 60_000);
    await sending.whenStatus(id, 'delivered');
    const [taken, ...others] = (await saidTo(id)) ?? [];
    expect(others).to.deep.equal([]);
    expect(taken?.server).to.equal('127.0.0.1');
    expect(taken?.lines.at(-1)?.[2]).to.match(/^250 /);
    expect(taken?.lines.map(([, , text]) => text)).to.include('RCPT TO:<bo@customer.dev>');
    const simulated = await sending.sendUntil('delivered', { to: mailboxes('delivered@simulator.test') });
    expect(await saidTo(simulated.id)).to.equal(null);
  });
});

describe('The cause of an attempt with a server that does not speak SMTP', () => {
  // No worker runs: the server of this test is not its server.
  const sending = useSending();

  for (const [title, greeting] of [
    ['a NUL', 'hello\0there\r\n'],
    ['a line of 20,000 characters', `hello ${'x'.repeat(20_000)}\r\n`],
  ] as const) {
    it(`is stored without what Postgres refuses, and cut: ${title}`, async () => {
      const server = await createTcpServer((socket) => void socket.end(greeting));
      const job = await sending.openJob({ config: { smtpUrl: `smtp://127.0.0.1:${server.port}` } });
      const { events } = await sending.sendUntil('delivery_delayed', {}, job);
      expect(events[0]?.data).to.include({ reason: 'connection_failed', smtp_code: null });
      expect(events[0]?.data?.['message'])
        .to.be.a('string')
        .with.lengthOf.at.most(1_000)
        .that.includes('hello');
      await server.close();
    });
  }
});
