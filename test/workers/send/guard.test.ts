// The guard: changes between accepting an email and sending it. A recipient that it stops costs no connection.
import { expect } from 'chai';
import { RETRY_DELAYS_MS } from '../../../shared/mail/retry-schedule.ts';
import { confirmAddress } from '../../../shared/resources/foundation/accounts/confirmed-addresses.ts';
import { setProductionAccess } from '../../../shared/resources/foundation/accounts/update.ts';
import { chooseTopic, unsubscribeAddress } from '../../shared/resources/audience/topics/choices/decisions.ts';
import { mailboxes } from '../../shared/resources/messaging/emails/accept/new-email.ts';
import { createTopic } from '../../support/factories/contact-factories.ts';
import { createAccount, createSuppression } from '../../support/factories/factories.ts';
import { failureOf } from '../../support/failure-of.ts';
import { type SendJob, useSending } from './support/use-sending.ts';

describe('Checks the production access, the From domain, the suppression list and the topic again before each attempt.', () => {
  const sending = useSending();
  let job: SendJob;
  before(async () => {
    job = await sending.openJob();
  });
  afterEach(async () => {
    const { pool } = sending;
    await pool.query(
      `UPDATE domains SET status = 'verified', sending_enabled = true; TRUNCATE suppressions, confirmed_addresses`,
    );
    await setProductionAccess(pool, sending.accountId, true);
  });
  const unitsUsed = async () => {
    const { rows } = await sending.pool.query<{ units: number }>(
      'SELECT coalesce(sum(used), 0)::integer AS units FROM email_usage WHERE account_id = $1',
      [sending.accountId],
    );
    return rows[0]?.units ?? expect.fail();
  };
  const changeDomain = (change: string) =>
    sending.pool.query(`UPDATE domains SET ${change} WHERE id = $1`, [sending.sender.domain.id]);

  const changes = ["status = 'failed'", "status = 'pending'", 'sending_enabled = false'];
  for (const change of changes) {
    it(`it fails when its domain can no longer send (${change})`, async () => {
      const id = await sending.accept();
      await changeDomain(change);
      await job.run(id);
      const { events } = await sending.whenStatus(id, 'failed');
      expect(events.map(({ type }) => type)).to.deep.equal(['failed']);
      const { name } = sending.sender.domain;
      expect(await sending.recipient(id)).to.deep.include({
        smtp_code: null,
        smtp_reply: `The domain ${name} can no longer send.`,
        next_attempt_at: null,
      });
      expect(sending.sink.count()).to.equal(0);
    });
  }

  for (const status of ['partially_verified', 'partially_failed']) {
    it(`it is sent while its domain is ${status}`, async () => {
      const id = await sending.accept();
      await changeDomain(`status = '${status}'`);
      await job.run(id);
      await sending.whenStatus(id, 'delivered');
    });
  }

  it('fails when the domain was deleted', async () => {
    const id = await sending.accept();
    await sending.pool.query('UPDATE emails SET domain_id = gen_random_uuid() WHERE id = $1', [id]);
    await job.run(id);
    await sending.whenStatus(id, 'failed');
    expect((await sending.recipient(id)).smtp_reply).to.equal('The domain of the sender can no longer send.');
  });

  it('it is not sent to an address that was suppressed in the meantime, in any spelling, but to the others', async () => {
    const id = await sending.accept({ to: mailboxes('Bo@customer.dev', 'cy@customer.dev') });
    await createSuppression(sending.pool, sending.accountId, 'bo@customer.dev');
    await job.run(id);
    const { events } = await sending.whenStatus(id, 'delivered');
    expect(sending.sink.messages.flatMap(({ to }) => to)).to.deep.equal(['cy@customer.dev']);
    const types = events.filter(({ recipient }) => recipient === 'Bo@customer.dev').map(({ type }) => type);
    expect(types).to.deep.equal(['suppressed']);
    expect((await sending.recipients(id))[0]?.['smtp_reply'])
      .to.match(
        /^Bo@customer\.dev has been on the suppression list since \d{4}-\S+Z, because it was added manually\. /,
      )
      .and.include('DELETE /suppressions/bo@customer.dev');
    expect(await sending.states(id)).to.deep.equal(['suppressed', 'delivered']);
  });

  it('the suppression list of another account does not count', async () => {
    const other = await createAccount(sending.pool);
    const id = await sending.accept();
    await createSuppression(sending.pool, other.id, 'bo@customer.dev');
    await job.run(id);
    await sending.whenStatus(id, 'delivered');
  });

  it('suppresses the email when all of its recipients are', async () => {
    const id = await sending.accept();
    await createSuppression(sending.pool, sending.accountId, 'bo@customer.dev');
    await job.run(id);
    await sending.whenStatus(id, 'suppressed');
    expect(sending.sink.count()).to.equal(0);
  });

  it('fails when its account has lost production access and the address is not confirmed', async () => {
    const { pool } = sending;
    const id = await sending.accept({ to: mailboxes('bo@customer.dev', 'cy@customer.dev') });
    await confirmAddress(pool, sending.accountId, 'cy@customer.dev');
    await setProductionAccess(pool, sending.accountId, false);
    await job.run(id);
    await sending.whenStatus(id, 'failed');
    expect(await sending.states(id)).to.deep.equal(['failed', 'delivered']);
    expect(sending.sink.messages.flatMap(({ to }) => to)).to.deep.equal(['cy@customer.dev']);
  });

  it('is checked before the second attempt too', async () => {
    sending.refuse('451 4.3.0 come again');
    const { id } = await sending.sendUntil('delivery_delayed', {}, job);
    await createSuppression(sending.pool, sending.accountId, 'bo@customer.dev');
    sending.sink.clear();
    await sending.tick(RETRY_DELAYS_MS[0]);
    await job.run(id);
    await sending.whenStatus(id, 'suppressed');
    expect(sending.sink.commands.filter((line) => /^(MAIL|RCPT)/.test(line))).to.deep.equal([]);
  });

  it('a simulator address is not checked against the suppression list', async () => {
    const id = await sending.accept({ to: mailboxes('delivered@simulator.test') });
    await createSuppression(sending.pool, sending.accountId, 'delivered@simulator.test');
    await job.run(id);
    await sending.whenStatus(id, 'delivered');
  });

  describe('an email with a topic', () => {
    let topicId: string;
    beforeEach(async () => {
      const topic = { name: 'News' };
      topicId = (await createTopic(sending.pool, sending.accountId, topic)).id;
      await sending.pool.query('TRUNCATE unsubscribes, topic_choices');
    });
    const optOut = (address: string) =>
      chooseTopic(
        sending.pool,
        { accountId: sending.accountId, topicId, address },
        'opt_out',
        'person',
        sending.clock.now(),
      );
    it('is not sent to an address that has opted out or unsubscribed since, which is refunded, but to the others', async () => {
      const before = await unitsUsed();
      const to = mailboxes('bo@customer.dev', 'Cy@customer.dev', 'di@customer.dev');
      const id = await sending.accept({ topicId, to });
      const charged = (await unitsUsed()) - before;
      await optOut('bo@customer.dev');
      const { accountId } = sending;
      const now = sending.clock.now();
      await unsubscribeAddress(sending.pool, { accountId, address: 'cy@customer.dev' }, 'account', now);
      await job.run(id);
      const { events } = await sending.whenStatus(id, 'delivered');
      expect(sending.sink.messages.flatMap(({ to }) => to)).to.deep.equal(['di@customer.dev']);
      const why = Object.fromEntries(
        events.filter(({ type }) => type === 'suppressed').map(({ recipient, data }) => [recipient, data]),
      );
      const since = now.toISOString();
      expect(why['bo@customer.dev']).to.deep.include({
        reason: 'topic_opted_out',
        smtp_reply: null,
        suppressed: {
          type: 'Suppressed',
          message: why['bo@customer.dev']?.['message'],
          reason: null,
          diagnosticCode: [],
        },
      });
      expect(why['bo@customer.dev']?.['message']).to.match(
        new RegExp(
          `^bo@customer\\.dev has been opted out of the topic "News" since ${since}, by its owner\\. `,
        ),
      );
      expect(why['Cy@customer.dev']).to.include({ reason: 'unsubscribed' });
      expect(why['Cy@customer.dev']?.['message']).to.include(`everything since ${since}, by the account.`);
      expect((await unitsUsed()) - before).to.equal(charged / 3);
    });

    it('is not simulated for an address of the simulator that opted out', async () => {
      const id = await sending.accept({ topicId, to: mailboxes('delivered@simulator.test') });
      await optOut('delivered@simulator.test');
      await job.run(id);
      const { events } = await sending.whenStatus(id, 'suppressed');
      expect(events.map(({ data }) => data?.['reason'])).to.deep.equal(['topic_opted_out']);
    });

    it('is sent when its topic was deleted and no person opted out', async () => {
      const id = await sending.accept({ topicId });
      await sending.pool.query('DELETE FROM topics WHERE id = $1', [topicId]);
      await job.run(id);
      await sending.whenStatus(id, 'delivered');
    });
  });

  it('an email of an automation is not sent to an address that has unsubscribed from everything since', async () => {
    const { pool } = sending;
    const to = mailboxes('bo@customer.dev', 'cy@customer.dev');
    const automation = await sending.accept({ source: 'automation', to });
    const plain = await sending.accept({ to });
    const { accountId } = sending;
    await unsubscribeAddress(pool, { accountId, address: 'Bo@customer.dev' });
    await job.run(automation);
    const { events } = await sending.whenStatus(automation, 'delivered');
    expect(
      events.flatMap(({ type, recipient, data }) =>
        type === 'suppressed' ? [[recipient, data?.['reason']]] : [],
      ),
    ).to.deep.equal([['bo@customer.dev', 'unsubscribed']]);
    expect(sending.sink.messages.flatMap(({ to }) => to)).to.deep.equal(['cy@customer.dev']);
    // Mail without unsubscribe links reaches both.
    await job.run(plain);
    await sending.whenStatus(plain, 'delivered');
    expect(sending.sink.messages.flatMap(({ to }) => to)).to.include('bo@customer.dev');
  });

  describe('Sends a notice of the service whatever the suppression list and the production access of the account say, but to no address that bounced within the last 24 hours.', () => {
    const HOUR_MS = 60 * 60_000;
    const notice = () => sending.accept({ source: 'notice' });
    const suppress = (origin: 'manual' | 'complaint' | 'bounce', agoMs = 0, address = 'bo@customer.dev') => {
      const createdAt = new Date(sending.clock.now().getTime() - agoMs);
      return createSuppression(sending.pool, sending.accountId, address, { origin, createdAt });
    };

    const HARMLESS: Readonly<Record<string, () => Promise<unknown>>> = {
      'a suppression by hand': () => suppress('manual'),
      'a complaint': () => suppress('complaint'),
      'a bounce of 25 hours ago': () => suppress('bounce', 25 * HOUR_MS),
      'a bounce of another address': () => suppress('bounce', HOUR_MS, 'cy@customer.dev'),
      'the loss of production access': () => setProductionAccess(sending.pool, sending.accountId, false),
    };
    for (const [name, change] of Object.entries(HARMLESS)) {
      it(`it is sent after ${name}`, async () => {
        const id = await notice();
        await change();
        await job.run(id);
        await sending.whenStatus(id, 'delivered');
      });
    }

    it('it is dropped after a bounce of an hour ago, and nothing is refunded, because nothing was charged', async () => {
      await sending.accept();
      const before = await unitsUsed();
      const id = await notice();
      await suppress('bounce', HOUR_MS);
      await job.run(id);
      await sending.whenStatus(id, 'suppressed');
      expect(await unitsUsed()).to.equal(before);
    });

    it('its own bounce suppresses the address for mail of the account, and for notices of a day', async () => {
      sending.refuse('550 5.1.1 no such user');
      const bounced = await notice();
      await job.run(bounced);
      await sending.whenStatus(bounced, 'bounced');
      expect(await sending.suppressed()).to.deep.equal(['bo@customer.dev']);
      sending.sink.clearFaults();
      expect((await failureOf(notice())).name).to.equal('validation_error');
      expect((await failureOf(sending.accept())).name).to.equal('validation_error');
      sending.clock.advance(24 * HOUR_MS);
      const later = await notice();
      await job.run(later);
      await sending.whenStatus(later, 'delivered');
      expect((await failureOf(sending.accept())).name).to.equal('validation_error');
    });
  });

  it('a domain that can no longer send does not simulate either', async () => {
    const id = await sending.accept({ to: mailboxes('delivered@simulator.test') });
    await changeDomain('sending_enabled = false');
    await job.run(id);
    await sending.whenStatus(id, 'failed');
  });
});

describe('Fails a recipient when 16 workers have crashed while they sent to it.', () => {
  const sending = useSending();

  for (const [deaths, status] of [
    [15, 'delivered'],
    [16, 'failed'],
  ] as const) {
    it(`it is ${status} when ${deaths} workers have crashed with it`, async () => {
      const job = await sending.openJob();
      const id = await sending.accept();
      await sending.pool.query('UPDATE email_recipients SET worker_deaths = $2 WHERE email_id = $1', [
        id,
        deaths,
      ]);
      await job.run(id);
      await sending.whenStatus(id, status);
    });
  }
});
