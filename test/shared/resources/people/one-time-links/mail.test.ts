// Mailing one-time links: once, to their mailbox alone, also after a crash, and not at all where it is impossible.
import { expect } from 'chai';
import { transaction } from '../../../../../shared/platform/db/transaction.ts';
import { insertSuppressions } from '../../../../../shared/resources/audience/suppressions/insert.ts';
import { pauseSending, resumeSending } from '../../../../../shared/resources/foundation/sending/pause.ts';
import { findLink } from '../../../../../shared/resources/people/one-time-links/consume.ts';
import { mailLink } from '../../../../../shared/resources/people/one-time-links/mail.ts';
import { mailDueLinks } from '../../../../../shared/resources/people/one-time-links/mail-due.ts';
import { createAccount, createSuppression } from '../../../../support/factories/factories.ts';
import { factoryIds } from '../../../../support/factories/factory-ids.ts';
import { createPerson } from '../../../../support/factories/people-factories.ts';
import { makeGood, makePaused } from '../../../../support/factories/reputation-factories.ts';
import { unsubscribeAddress } from '../../audience/topics/choices/decisions.ts';
import { tokenOf, urlsOf, useMailedLinks } from './use-mailed-links.ts';

const DUE_AFTER_MS = 30_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe('Mailing a one-time link', () => {
  const test = useMailedLinks();
  const reset = (email: string) => test.due({ purpose: 'password_reset', email });
  const mailsTo = async () => (await test.mails()).map(({ to }) => to);

  describe('stores one email of the operator with one link, whose token is then valid', () => {
    it('of an invitation', async () => {
      const id = await test.invite({ inviterName: 'Ada', accountName: 'Acme' });
      await mailLink(test.createProcess(), id);
      const [mail, ...others] = await test.mails();
      expect(others).to.deep.equal([]);
      expect(mail).to.include({
        accountId: test.operator.accountId,
        source: 'notice',
        from: `Posthorn <notices@${test.operator.domain}>`,
        subject: 'Ada invites you to Acme on Posthorn',
      });
      expect(mail?.to).to.deep.equal(['bo@customer.dev']);
      for (const content of [mail?.text ?? '', mail?.html ?? '']) {
        expect(content).to.match(/Ada \(person\d+@team\.acme\.dev\) invites you/);
        expect(content).to.include('as an admin').and.to.include('ignore this email');
        expect(content).to.match(/expires on \d+ \w+ \d{4} at \d\d:\d\d UTC/);
      }
      await expectOneLink('/app/accept', 'invitation');
    });

    it('of a new password', async () => {
      const { email } = await createPerson(test.database.pool, { name: 'Click here' });
      await mailLink(test.createProcess(), await reset(email));
      const [mail] = await test.mails();
      expect(mail?.to).to.deep.equal([email]);
      expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.to.include('Click here');
      await expectOneLink('/app/reset', 'password_reset');
    });

    it('of an address to confirm', async () => {
      const { id: accountId } = await createAccount(test.database.pool, { name: 'Acme' });
      const email = 'bo@customer.dev';
      const id = await test.due({ purpose: 'address_confirmation', email, accountId });
      await mailLink(test.createProcess(), id);
      expect((await test.mails())[0]?.subject).to.equal('Confirm your address for Acme on Posthorn');
      await expectOneLink('/confirm-address', 'address_confirmation');
    });

    async function expectOneLink(
      path: string,
      purpose: 'invitation' | 'password_reset' | 'address_confirmation',
    ) {
      const [mail] = await test.mails();
      if (!mail) throw new Error('There is no mail.');
      const urls = urlsOf(mail.text);
      expect(urls).to.have.length(1);
      expect(urlsOf(mail.html)).to.deep.equal(urls);
      expect(mail.html.match(/<a /g)).to.have.length(1);
      expect(new URL(urls[0] ?? '').pathname).to.equal(path);
      const presented = { purpose, token: tokenOf(mail), now: test.clock.now() };
      expect(await findLink(test.database.pool, presented)).to.include({ email: mail.to[0], isMailed: true });
    }
  });

  it('stores one email, however often processes and the recurring task mail it at the same moment', async () => {
    const links = await Promise.all(Array.from({ length: 5 }, () => test.invite()));
    test.clock.advance(DUE_AFTER_MS);
    const processes = [test.createProcess(), test.createProcess()];
    const tries = Array.from({ length: 20 }, (_, index) => {
      const deps = processes[index % 2] ?? test.createProcess();
      return Promise.all([...links.map((id) => mailLink(deps, id)), mailDueLinks(test.createProcess())]);
    });
    await Promise.all(tries);
    const mails = await test.mails();
    expect(mails).to.have.length(5);
    for (const mail of mails) {
      const presented = { purpose: 'invitation', token: tokenOf(mail), now: test.clock.now() } as const;
      expect(await findLink(test.database.pool, presented)).to.include({ isMailed: true });
    }
    expect(test.logLines).to.deep.equal([]);
  });

  it('is done by the recurring task, after half a minute, when the process that made the link has died', async () => {
    const id = await test.invite();
    const task = test.createProcess();
    await mailDueLinks(task);
    expect(await test.mails()).to.deep.equal([]);
    test.clock.advance(DUE_AFTER_MS);
    await mailDueLinks(task);
    expect(await test.mails()).to.have.length(1);
    expect(await test.find(id)).to.include({ mailDueAt: null });
  });

  it('mails nothing to an address that no person has, and deletes the link', async () => {
    const id = await reset('nobody@customer.dev');
    await mailLink(test.createProcess(), id);
    expect(await test.mails()).to.deep.equal([]);
    expect(await test.find(id)).to.equal(undefined);
  });

  it('mails nothing when the invitation was withdrawn before', async () => {
    const id = await test.invite();
    const { acceptor, ...deps } = test.createProcess();
    const submit: typeof acceptor.submit = async (submission) => {
      await test.database.pool.query('DELETE FROM invitations');
      return await acceptor.submit(submission);
    };
    await mailLink({ ...deps, acceptor: { ...acceptor, submit } }, id);
    expect(await test.mails()).to.deep.equal([]);
    expect(test.logLines).to.deep.equal([]);
  });

  describe('is not tried again when the address cannot be mailed, and does not log the address', () => {
    it('it has bounced an hour ago', async () => {
      await bounce('bounced@customer.dev', HOUR_MS);
      await expectEnded('bounced@customer.dev');
    });
    it('it has bounced an hour ago, and was suppressed for another reason before', async () => {
      await suppress('again@customer.dev', { origin: 'complaint' });
      await bounce('again@customer.dev', HOUR_MS);
      await expectEnded('again@customer.dev');
    });
    it('its domain is reserved', () => expectEnded('owner@example.com'));

    async function expectEnded(email: string) {
      const id = await test.invite({ email });
      await mailLink(test.createProcess(), id);
      expect(await test.mails()).to.deep.equal([]);
      expect(await test.find(id)).to.deep.equal({ tokenHash: null, mailDueAt: null });
      const [line, ...others] = test.logLines;
      expect(others).to.deep.equal([]);
      expect(line).to.include({ level: 40, link: id, refusal: 'validation_error' });
      expect(JSON.stringify(line)).not.to.include(email);
    }
  });

  describe('stays due while something prevents it that passes, until the link expires', () => {
    it('no domain of the operator can send', () =>
      expectLater(
        () => test.database.pool.query("UPDATE domains SET status = 'failed'"),
        () => test.database.pool.query("UPDATE domains SET status = 'verified'"),
      ));

    it('operators have paused all sending', () =>
      expectLater(
        () => pauseSending(test.database.pool, 'for a test'),
        () => resumeSending(test.database.pool),
      ));

    async function expectLater(prevent: () => Promise<unknown>, allow: () => Promise<unknown>) {
      const deps = test.createProcess();
      const id = await test.invite();
      await prevent();
      await mailLink(deps, id);
      test.clock.advance(DUE_AFTER_MS);
      await mailDueLinks(deps);
      await allow();
      expect(await test.mails()).to.deep.equal([]);
      expect((await test.find(id))?.mailDueAt).not.to.equal(null);
      expect(test.logLines.map(({ level }) => level)).to.deep.equal([40, 40]);
      test.clock.advance(5 * MINUTE_MS);
      await mailDueLinks(deps);
      expect(await test.mails()).to.have.length(1);
    }

    it('and not after it has expired', async () => {
      const id = await reset((await createPerson(test.database.pool)).email);
      test.clock.advance(60 * MINUTE_MS);
      await mailLink(test.createProcess(), id);
      await mailDueLinks(test.createProcess());
      expect(await test.mails()).to.deep.equal([]);
    });
  });

  describe("is not kept from its address by what applies to mail of the operator's account", () => {
    const email = 'bo@customer.dev';
    it('a suppression that was added by hand', () => expectMailed(() => suppress(email)));
    it('a suppression of its owner, who has reported an email as spam', () =>
      expectMailed(() => suppress(email, { origin: 'complaint' })));
    it('a bounce of 25 hours ago', () => expectMailed(() => bounce(email, 25 * HOUR_MS)));
    it('a bounce of another address', () => expectMailed(() => bounce('other@customer.dev', HOUR_MS)));
    it('that its owner has unsubscribed from everything', () =>
      expectMailed(() =>
        unsubscribeAddress(test.database.pool, { accountId: test.operator.accountId, address: email }),
      ));
    it('a used-up quota, of which it takes nothing', () => expectMailed(() => setPlan('free', 3_001)));
    it('the sandbox', () => expectMailed(() => setAccess(false)));
    it('a pause of its reputation', async () => {
      const { accountId } = test.operator;
      await expectMailed(() => makePaused(test.database.pool, 'accounts', accountId));
      await makeGood(test.database.pool, 'accounts', accountId);
    });

    async function expectMailed(prevent: () => Promise<unknown>) {
      await setPlan('unlimited', 0);
      await prevent();
      const used = await unitsUsed();
      const id = await test.invite({ email });
      await mailLink(test.createProcess(), id);
      const isUnchanged = (await unitsUsed()) === used;
      await setAccess(true);
      await setPlan('unlimited', 0);
      await test.database.pool.query('TRUNCATE suppressions, unsubscribes');
      expect(await mailsTo()).to.deep.equal([[email]]);
      expect(await test.database.pool.query('SELECT state FROM email_recipients')).to.deep.include({
        rows: [{ state: 'queued' }],
      });
      expect(isUnchanged).to.equal(true);
      expect(test.logLines).to.deep.equal([]);
    }
  });

  it('of a link that fails each time does not delay other links', async () => {
    await test.due({ purpose: 'sign_in', email: 'first@customer.dev' });
    await test.invite();
    test.clock.advance(DUE_AFTER_MS);
    await mailDueLinks(test.createProcess());
    expect(await mailsTo()).to.deep.equal([['bo@customer.dev']]);
    expect(test.logLines.map(({ level }) => level)).to.deep.equal([50]);
  });

  it('throws nothing when the database is away', async () => {
    const id = await test.invite();
    const away = () =>
      Promise.reject(Object.assign(new Error('The database is away.'), { code: 'ECONNREFUSED' }));
    const { database, ...deps } = test.createProcess();
    await mailLink({ ...deps, database: { ...database, query: away } as never }, id);
    expect(test.logLines.map(({ level }) => level)).to.deep.equal([40]);
    expect((await test.find(id))?.mailDueAt).not.to.equal(null);
  });

  const suppress = (email: string, fields: Parameters<typeof createSuppression>[3] = {}) =>
    createSuppression(test.database.pool, test.operator.accountId, email, fields);

  /** Records a bounce of an address, as a worker does. */
  async function bounce(address: string, agoMs: number) {
    const entry = {
      id: factoryIds.next(),
      accountId: test.operator.accountId,
      address,
      emailId: null,
      smtpReply: null,
      reportId: null,
      origin: 'bounce',
      createdAt: new Date(test.clock.now().getTime() - agoMs),
    } as const;
    await transaction(test.database.pool, (client) =>
      insertSuppressions(client, [entry], { wake: () => {} }),
    );
  }

  async function unitsUsed() {
    const { rows } = await test.database.pool.query('SELECT sum(used)::integer AS units FROM email_usage');
    return rows[0].units;
  }

  async function setAccess(productionAccess: boolean) {
    await test.database.pool.query('UPDATE accounts SET production_access = $2 WHERE id = $1', [
      test.operator.accountId,
      productionAccess,
    ]);
  }

  async function setPlan(plan: string, used: number) {
    const { pool } = test.database;
    await pool.query('UPDATE accounts SET plan_id = $2 WHERE id = $1', [test.operator.accountId, plan]);
    await pool.query(
      `INSERT INTO email_usage (account_id, period, starts_on, used)
       VALUES ($1, 'month', date_trunc('month', $2::timestamptz AT TIME ZONE 'UTC'), $3)
       ON CONFLICT (account_id, period, starts_on) DO UPDATE SET used = excluded.used`,
      [test.operator.accountId, test.clock.now(), used],
    );
  }
});
