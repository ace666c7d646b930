// What a server does in an attempt, and the outcome for the recipient: delayed and retried when it is due, bounced and
// suppressed, failed, or released without an attempt.
import { expect } from 'chai';
import { RETRY_DELAYS_MS } from '../../../shared/mail/retry-schedule.ts';
import { mailboxes } from '../../shared/resources/messaging/emails/accept/new-email.ts';
import { failureOf } from '../../support/failure-of.ts';
import type { Fault } from '../../support/smtp-sink/faults.ts';
import { eventually } from '../../support/time/eventually.ts';
import { sharedOctets, useSending } from './support/use-sending.ts';

const JITTER = 0.1;

describe('The outcome of an attempt', () => {
  const sending = useSending();
  let mayStart = true;
  before(async () => {
    await sending.startWorker({ lease: { mayStartWork: () => mayStart } });
  });
  beforeEach(async () => {
    mayStart = true;
    await sending.pool.query('TRUNCATE suppressions');
  });

  const refuse = (reply: string, fault: Partial<Fault> = {}) =>
    sending.sink.setFault({ stage: 'rcpt', ...fault, kind: 'answer', reply });

  /** A fault from which on the process may start nothing new. */
  const stopAt = (fault: Fault) => {
    const onStruck = () => {
      mayStart = false;
    };
    sending.sink.setFault({ ...fault, onStruck });
  };

  /** Waits for the reply too, because a recipient that is not claimed yet has the same state. */
  const whenReleased = (id: string) =>
    eventually('it is released', async () => {
      const { state, attempts, claimed_by, smtp_reply } = await sending.recipient(id);
      return smtp_reply !== null && state === 'queued' && attempts === 0 && claimed_by === null;
    });

  it('Sends the same message with the same Message-ID at each attempt, signed again.', async () => {
    refuse('451 4.3.0 come again', { stage: 'after-data', times: 1, recipient: 'cy@customer.dev' });
    const { id } = await sending.sendUntil('delivery_delayed', {
      to: mailboxes('bo@customer.dev', 'cy@customer.dev'),
    });
    await sending.tick(RETRY_DELAYS_MS[0]);
    await sending.whenStatus(id, 'delivered');
    const { messages } = sending.sink;
    expect(messages.flatMap(({ to }) => to)).to.have.members(['bo@customer.dev', 'cy@customer.dev']);
    const [, second] = messages;
    const [before, after] = messages.map(sharedOctets);
    expect(after).to.include(`Message-ID: <${id}@`).and.equal(before);
    expect(second && (await sending.verify(second))).to.equal('pass');
  });

  describe('Delays a recipient and tries again after a temporary refusal (4xx) or a lost connection.', () => {
    it('waits as long as the schedule says, and records the reply', async () => {
      refuse('451 4.3.0 come again', { times: 1 });
      const { id } = await sending.sendUntil('delivery_delayed');
      const { next_attempt_at, ...recipient } = await sending.recipient(id);
      expect(recipient).to.deep.include({
        state: 'delivery_delayed',
        attempts: 1,
        smtp_code: 451,
        smtp_reply: '451 4.3.0 come again',
        claimed_by: null,
        sent_at: null,
      });
      const waitMs = (next_attempt_at?.getTime() ?? 0) - sending.clock.now().getTime();
      const [firstMs = 0] = RETRY_DELAYS_MS;
      expect(waitMs).to.be.within((1 - JITTER) * firstMs, firstMs);
      await sending.tick(firstMs);
      await sending.whenStatus(id, 'delivered');
    });

    it('is sent again when it is due, and not before', async () => {
      refuse('451 4.3.0 come again', { times: 2 });
      const id = await sending.accept();
      for (const attempts of [1, 2]) {
        await eventually('it is delayed', async () => {
          const { state, attempts: made } = await sending.recipient(id);
          return state === 'delivery_delayed' && made === attempts;
        });
        const { next_attempt_at } = await sending.recipient(id);
        await sending.tick((next_attempt_at?.getTime() ?? 0) - sending.clock.now().getTime() - 1);
        expect((await sending.recipient(id)).woken_at).to.equal(null);
        await sending.tick(1);
      }
      await sending.whenStatus(id, 'delivered');
      expect(await sending.types(id)).to.deep.equal([
        'delivery_delayed',
        'delivery_delayed',
        'sent',
        'delivered',
      ]);
      expect((await sending.recipient(id)).attempts).to.equal(3);
      expect(sending.sink.count()).to.equal(1);
    });

    it('is delayed when the server closes the connection', async () => {
      sending.sink.setFault({ stage: 'rcpt', kind: 'drop', how: 'rst', times: 1 });
      const { id } = await sending.sendUntil('delivery_delayed');
      expect((await sending.recipient(id)).smtp_code).to.equal(null);
      await sending.tick(RETRY_DELAYS_MS[0]);
      await sending.whenStatus(id, 'delivered');
    });
  });

  describe('a failure', () => {
    it('Fails a recipient after any other permanent refusal (5xx), and suppresses nothing.', async () => {
      refuse('554 5.5.0 transaction failed');
      const { id } = await sending.sendUntil('failed');
      expect(await sending.types(id)).to.deep.equal(['failed']);
      expect(await sending.suppressed()).to.deep.equal([]);
      expect((await sending.recipient(id)).smtp_reply).to.equal('554 5.5.0 transaction failed');
    });

    it('Fails a recipient when the last of its 16 attempts was refused temporarily, with the reason attempts_used_up and the last reply.', async () => {
      refuse('451 4.3.0 come again');
      const { id } = await sending.sendUntil('delivery_delayed');
      await sending.pool.query('UPDATE email_recipients SET attempts = $2 WHERE email_id = $1', [
        id,
        RETRY_DELAYS_MS.length,
      ]);
      await sending.tick(RETRY_DELAYS_MS[0]);
      await sending.whenStatus(id, 'failed');
      expect(await sending.recipient(id)).to.deep.include({
        attempts: 16,
        smtp_reply: '451 4.3.0 come again',
        next_attempt_at: null,
      });
      expect(await sending.types(id)).to.deep.equal(['delivery_delayed', 'failed']);
      expect((await sending.find(id)).events.at(-1)?.data).to.deep.include({
        reason: 'attempts_used_up',
        message: 'All attempts failed. The last one: The server temporarily refused the message.',
        smtp_reply: '451 4.3.0 come again',
        failed: { reason: '451 4.3.0 come again' },
      });
    });
  });

  describe('Bounces a recipient when the server refuses its address as bad, and adds the address to the suppression list.', () => {
    for (const [reply, code] of [
      ['550 5.1.2 Bad destination system address', 550],
      ['501 5.1.3 Bad recipient address syntax', 501],
      ['551 5.1.6 The mailbox has moved', 551],
      ['556 5.1.10 Recipient address has null MX', 556],
      ['550 5.2.1 The email account that you tried to reach is disabled', 550],
      ['550 No such user here', 550],
      ["551 User doesn't exist", 551],
      ['553 User unknown', 553],
    ] as const) {
      it(reply, async () => {
        refuse(reply);
        const { id } = await sending.sendUntil('bounced');
        expect(await sending.recipient(id)).to.include({ smtp_code: code, smtp_reply: reply });
        expect(await sending.suppressed()).to.deep.equal(['bo@customer.dev']);
      });
    }

    it('Rejects the next email to an address that has bounced with validation_error 422, because it is suppressed.', async () => {
      refuse('550 5.1.1 no such user');
      const { id } = await sending.sendUntil('bounced', { to: mailboxes('Bo@customer.dev') });
      expect(await sending.types(id)).to.deep.equal(['bounced']);
      expect(await sending.suppressed()).to.deep.equal(['bo@customer.dev']);
      const { next_attempt_at, smtp_code, smtp_reply } = await sending.recipient(id);
      expect([next_attempt_at, smtp_code, smtp_reply]).to.deep.equal([null, 550, '550 5.1.1 no such user']);
      const again = await failureOf(sending.accept({ to: mailboxes('bo@customer.dev') }));
      expect(again).to.include({ name: 'validation_error' });
      expect(again)
        .to.have.property('message')
        .that.matches(/suppressed/)
        .and.includes(`because email ${id} to it bounced (550 5.1.1 no such user).`);
    });
  });

  describe('Fails a recipient without suppressing it when the server refuses the sender or the content, or refuses by its policy, or when the mailbox is full.', () => {
    for (const [stage, reply] of [
      ['rcpt', '550 5.7.1 Relay access denied'],
      ['after-data', '550 5.7.26 This mail is unauthenticated'],
      ['after-data', '554 5.7.1 Blocked for the reputation of your address'],
      ['after-data', '554 5.6.0 Message contains a virus'],
      ['after-data', '552 5.2.3 Message exceeds maximum fixed size'],
      ['rcpt', '552 5.2.2 The recipient is over quota'],
      ['mail', '550 5.1.1 User unknown'],
      ['rcpt', '550 Sender verify failed: no such user'],
      ['rcpt', '550 5.2.1 The user is receiving mail too quickly'],
      ['rcpt', '550 Requested action not taken: mailbox unavailable'],
      ['rcpt', '553 5.6.7 Non-ASCII addresses are not permitted'],
    ] as const) {
      it(reply, async () => {
        refuse(reply, { stage });
        const { id } = await sending.sendUntil('failed');
        expect(await sending.types(id)).to.deep.equal(['failed']);
        expect((await sending.recipient(id)).smtp_reply).to.equal(reply);
        expect(await sending.suppressed()).to.deep.equal([]);
      });
    }
  });

  it('is judged also when the server answers with more text than can be stored', async () => {
    refuse(`550 5.7.1 no\0 ${'x'.repeat(5_000)}`);
    const { id } = await sending.sendUntil('failed');
    expect((await sending.recipient(id)).smtp_reply).to.match(/^550 5\.7\.1 no x{1900,2000}$/);
  });

  it('is a release with no attempt counted when the server asks for the content while the process may count as dead', async () => {
    stopAt({ stage: 'data', kind: 'delay', ms: 1, times: 1 });
    const id = await sending.accept();
    await whenReleased(id);
    expect(sending.sink.count()).to.equal(0);
    expect(await sending.types(id)).to.deep.equal([]);
    expect((await sending.find(id)).status).to.equal('queued');
    mayStart = true;
    await sending.tick();
    await sending.whenStatus(id, 'delivered');
    expect((await sending.recipient(id)).attempts).to.equal(1);
  });

  it('is a release with no attempt counted when the server drops the connection while the process may start nothing new', async () => {
    stopAt({ stage: 'mail', kind: 'drop', how: 'rst' });
    const id = await sending.accept();
    await whenReleased(id);
    sending.sink.clearFaults();
    mayStart = true;
    await sending.tick();
    await sending.whenStatus(id, 'delivered');
  });

  it('is a retry when the reply to the content is lost, also while the process may start nothing new', async () => {
    stopAt({ stage: 'after-data', kind: 'drop', how: 'rst', times: 1 });
    const { id } = await sending.sendUntil('delivery_delayed');
    expect((await sending.recipient(id)).attempts).to.equal(1);
    mayStart = true;
    await sending.tick(RETRY_DELAYS_MS[0]);
    await sending.whenStatus(id, 'delivered');
  });
});

describe('An email to an international address', () => {
  const sending = useSending({ extensions: { smtpUtf8: false } });

  it('Fails all recipients of an email that shows an international local part when the server does not offer SMTPUTF8, and suppresses nothing.', async () => {
    const { id } = await sending.sendUntil(
      'failed',
      { to: mailboxes('bö@customer.dev'), cc: mailboxes('cy@customer.dev') },
      await sending.openJob(),
    );
    for (const { state, smtp_code } of await sending.recipients(id))
      expect([state, smtp_code]).to.deep.equal(['failed', null]);
    const [event] = (await sending.find(id)).events;
    expect(event?.data).to.include({ reason: 'smtputf8_not_offered', smtp_code: null, smtp_reply: null });
    expect(await sending.suppressed()).to.deep.equal([]);
    expect(sending.sink.count()).to.equal(0);
  });

  it('Fails only the bcc recipient that has an international local part when the server does not offer SMTPUTF8.', async () => {
    const { id } = await sending.sendUntil(
      'failed',
      { to: mailboxes('cy@customer.dev'), bcc: mailboxes('bö@customer.dev') },
      await sending.openJob(),
    );
    expect(await sending.states(id)).to.deep.equal(['delivered', 'failed']);
  });
});

describe('An email while its SMTP server is down', () => {
  const sending = useSending();

  it('Delays a recipient while the SMTP server cannot be reached, and delivers to it afterwards.', async () => {
    const worker = await sending.startWorker({ config: { smtpUrl: 'smtp://127.0.0.1:1' } });
    const { id } = await sending.sendUntil('delivery_delayed');
    const { smtp_code, smtp_reply } = await sending.recipient(id);
    expect(smtp_code).to.equal(null);
    expect(smtp_reply).to.include('ECONNREFUSED');
    await worker.stop();
    const other = await sending.startWorker();
    await sending.tick(RETRY_DELAYS_MS[0]);
    await sending.whenStatus(id, 'delivered');
    await other.stop();
  });
});
