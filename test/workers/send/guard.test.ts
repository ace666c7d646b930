// The guard: the domain, the suppression list and the count of dead workers are checked again before each try. A recipient
// that it stops costs no connection (docs/reference/delivery.md#checks-before-each-try).
import { expect } from 'chai';
import { mailboxes } from '../../shared/resources/emails/accept/new-email.ts';
import { createAccount, createSuppression } from '../../support/factories.ts';
import { type SendJob, useSending } from './support/use-sending.ts';

describe('Checks the From domain and the suppression list again before each try.', () => {
  const sending = useSending();
  let job: SendJob;
  before(async () => {
    job = await sending.openJob();
  });
  afterEach(() =>
    sending.database.pool.query(
      `UPDATE domains SET status = 'verified', sending_enabled = true; TRUNCATE suppressions`,
    ),
  );
  const changeDomain = (change: string) =>
    sending.database.pool.query(`UPDATE domains SET ${change} WHERE id = $1`, [sending.sender.domain.id]);

  const changes = ["status = 'failed'", "status = 'pending'", 'sending_enabled = false'];
  for (const change of changes) {
    it(`fails when the domain may not send any more (${change})`, async () => {
      const id = await sending.accept();
      await changeDomain(change);
      await job.run(id);
      const { events } = await sending.whenStatus(id, 'failed');
      expect(events.map(({ type }) => type)).to.deep.equal(['failed']);
      const { name } = sending.sender.domain;
      expect(await sending.recipient(id)).to.deep.include({
        smtp_code: null,
        smtp_reply: `The domain ${name} cannot send any more.`,
        next_attempt_at: null,
      });
      expect(sending.sink.count()).to.equal(0);
    });
  }

  for (const status of ['partially_verified', 'partially_failed']) {
    it(`sends while the domain is ${status}`, async () => {
      const id = await sending.accept();
      await changeDomain(`status = '${status}'`);
      await job.run(id);
      await sending.whenStatus(id, 'delivered');
    });
  }

  it('fails when the domain was deleted', async () => {
    const id = await sending.accept();
    await sending.database.pool.query('UPDATE emails SET domain_id = gen_random_uuid() WHERE id = $1', [id]);
    await job.run(id);
    await sending.whenStatus(id, 'failed');
    expect((await sending.recipient(id)).smtp_reply).to.equal(
      'The domain of the sender cannot send any more.',
    );
  });

  it('skips an address that was suppressed meanwhile, in any case of letters, and sends to the others', async () => {
    const id = await sending.accept({ to: mailboxes('Bo@customer.dev', 'cy@customer.dev') });
    await createSuppression(sending.database.pool, sending.sender.accountId, 'bo@customer.dev');
    await job.run(id);
    const { events } = await sending.whenStatus(id, 'delivered');
    expect(sending.sink.messages.flatMap(({ to }) => to)).to.deep.equal(['cy@customer.dev']);
    const types = events.filter(({ recipient }) => recipient === 'Bo@customer.dev').map(({ type }) => type);
    expect(types).to.deep.equal(['suppressed']);
    expect((await sending.recipients(id)).map(({ state }) => state)).to.deep.equal([
      'suppressed',
      'delivered',
    ]);
  });

  it('ignores the suppression list of another account', async () => {
    const other = await createAccount(sending.database.pool);
    const id = await sending.accept();
    await createSuppression(sending.database.pool, other.id, 'bo@customer.dev');
    await job.run(id);
    await sending.whenStatus(id, 'delivered');
  });

  it('suppresses the email when all of its recipients are', async () => {
    const id = await sending.accept();
    await createSuppression(sending.database.pool, sending.sender.accountId, 'bo@customer.dev');
    await job.run(id);
    await sending.whenStatus(id, 'suppressed');
    expect(sending.sink.count()).to.equal(0);
  });

  for (const [deaths, status] of [
    [15, 'delivered'],
    [16, 'failed'],
  ] as const) {
    it(`is ${status} when ${deaths} workers have died while they held it`, async () => {
      const id = await sending.accept();
      await sending.database.pool.query(
        'UPDATE email_recipients SET worker_deaths = $2 WHERE email_id = $1',
        [id, deaths],
      );
      await job.run(id);
      await sending.whenStatus(id, status);
    });
  }

  it('does not check a simulator address against the list', async () => {
    const id = await sending.accept({ to: mailboxes('delivered@simulator.test') });
    await createSuppression(sending.database.pool, sending.sender.accountId, 'delivered@simulator.test');
    await job.run(id);
    await sending.whenStatus(id, 'delivered');
  });

  it('simulates nothing for a domain that may not send any more', async () => {
    const id = await sending.accept({ to: mailboxes('delivered@simulator.test') });
    await changeDomain('sending_enabled = false');
    await job.run(id);
    await sending.whenStatus(id, 'failed');
  });
});
