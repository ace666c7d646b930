// The notices to owners about a domain or an account that is warned or paused, through our own send path.
import { expect } from 'chai';
import { transaction } from '../../../shared/platform/db/transaction.ts';
import {
  findAccountReputations,
  setAccountReputation,
} from '../../../shared/resources/foundation/accounts/account-reputation.ts';
import { confirmAddress } from '../../../shared/resources/foundation/accounts/confirmed-addresses.ts';
import type { ReputationCause } from '../../../shared/resources/foundation/reputation/figures.ts';
import { type Reputation, setWarmUp } from '../../../shared/resources/foundation/reputation/reputation.ts';
import { mailHostOf } from '../../../shared/resources/messaging/domains/records/dns-records.ts';
import {
  liftDomainPause,
  pauseDomain,
} from '../../../shared/resources/messaging/domains/reputation/change.ts';
import {
  findDomainReputations,
  setDomainReputation,
} from '../../../shared/resources/messaging/domains/reputation/domain-reputation.ts';
import {
  endDomainNotices,
  findDomainNotices,
} from '../../../shared/resources/messaging/domains/reputation/notices.ts';
import { notifyOfReputations } from '../../../workers/notices/reputation.ts';
import { createAccount, createDomain } from '../../support/factories/factories.ts';
import { useJob } from '../support/use-job.ts';

const BOUNCES: ReputationCause = { kind: 'bounces', judged: 203, count: 25 };
const COMPLAINTS: ReputationCause = { kind: 'complaints', judged: 2_000, count: 3 };

describe('the notices of reputation', () => {
  const job = useJob();
  const { query } = job;
  before(async () => {
    await createDomain(job.pool, (await createAccount(job.pool)).id);
  });
  afterEach(async () => {
    await query('TRUNCATE emails, email_recipients');
    for (const table of ['domains', 'accounts'])
      await query(`UPDATE ${table} SET reputation_notice_due_at = NULL`);
  });
  const deps = () => ({ ...job.deps, mailHost: mailHostOf(job.deps.config) });

  const ownedDomain = async (...owners: string[]) => {
    const { id: accountId } = await createAccount(job.pool, { name: 'Acme' });
    for (const owner of owners) await confirmAddress(job.pool, accountId, owner);
    return await createDomain(job.pool, accountId);
  };
  const reputationOf = async (id: string) => {
    const [found] = await findDomainReputations(job.pool, [id]);
    return found ?? expect.fail('There is no domain.');
  };
  const change = async (id: string, changes: Partial<Reputation>) => {
    job.clock.advance(1_000);
    const before = await reputationOf(id);
    const next = { ...before.reputation, changedAt: job.clock.now(), ...changes };
    const isChanged = await transaction(job.pool, (client) =>
      setDomainReputation(client, deps(), before, next, job.clock.now()),
    );
    expect(isChanged).to.equal(true);
  };
  /** Several schedulers look at the same time, each with a send path of its own. */
  const notify = () => Promise.all(Array.from({ length: 5 }, () => notifyOfReputations(job.deps)));
  const mails = () =>
    query(
      `SELECT to_addresses, subject, text FROM emails JOIN email_contents ON email_contents.id = content_id
       ORDER BY emails.id`,
    );
  const subjects = async () => (await mails()).map(({ subject }) => subject);

  it('says that a domain is warned, with its figures, the thresholds and what to do', async () => {
    const { id, name } = await ownedDomain('owner@customer.dev');
    await change(id, { status: 'warned', cause: COMPLAINTS });
    await notify();
    const [mail, ...others] = await mails();
    expect(others).to.deep.equal([]);
    expect(mail.to_addresses).to.deep.equal(['owner@customer.dev']);
    expect(mail.subject).to.equal(`Warning: too many complaints of your domain ${name}`);
    expect(mail.text)
      .to.contain('3 of 2000 recipients in the last 7 days complained (0.15 %)')
      .and.to.contain('We send a warning at 0.1 % or more, with at least 3 complaints')
      .and.to.contain('paused at 0.5 % or more, with at least 5 complaints')
      .and.to.contain(`GET /domains/${id}/reputation`);
  });

  it('says that a domain is paused, what becomes of its mail, and who lifts the pause', async () => {
    const { id, name } = await ownedDomain('owner@customer.dev');
    await change(id, { status: 'paused', cause: BOUNCES });
    await notify();
    const [mail] = await mails();
    expect(mail.subject).to.equal(`Sending from your domain ${name} is paused`);
    expect(mail.text)
      .to.contain('25 of 203 recipients in the last 7 days bounced (12.31 %)')
      .and.to.contain('at 10 % or more, with at least 20 bounces')
      .and.to.contain('72 hours after it was due')
      .and.to.contain('The other domains of your account are not affected')
      .and.to.contain('an operator of this service can lift the pause');
  });

  it('are sent once a change, and not again when only a capacity changes', async () => {
    const { id } = await ownedDomain('owner@customer.dev');
    await change(id, { status: 'warned', cause: BOUNCES });
    await notify();
    const { reputation } = await reputationOf(id);
    await change(id, setWarmUp(reputation, true, job.clock.now()));
    await change(id, { changedAt: reputation.changedAt, capacityOn: '2030-01-01' });
    await notify();
    expect(await subjects()).to.have.length(1);
    await change(id, { status: 'paused', cause: BOUNCES });
    await notify();
    await change(id, { status: 'good', cause: null });
    await notify();
    expect(await subjects()).to.have.length(2);
  });

  it('keep a notice that waits when a warm-up begins, and drop it when the status changes back', async () => {
    const { id } = await ownedDomain('owner@customer.dev');
    await change(id, { status: 'warned', cause: BOUNCES });
    const { reputation } = await reputationOf(id);
    await change(id, setWarmUp(reputation, true, job.clock.now()));
    expect(await findDomainNotices(job.pool, 10)).to.have.length(1);
    await change(id, { status: 'good', cause: null });
    await notify();
    expect(await subjects()).to.deep.equal([]);
  });

  it('are not ended when the reputation has changed again while they were written', async () => {
    const { id } = await ownedDomain('owner@customer.dev');
    await change(id, { status: 'warned', cause: BOUNCES });
    const stale = await findDomainNotices(job.pool, 10);
    await change(id, { status: 'paused', cause: BOUNCES });
    expect(await endDomainNotices(job.pool, stale)).to.deep.equal([false]);
    await notify();
    expect((await subjects()).join()).to.contain('is paused');
  });

  it('say that an operator has paused a domain, without the reason, and nothing of a lift', async () => {
    const domain = await ownedDomain('owner@customer.dev');
    await pauseDomain({ ...deps(), database: job.pool }, domain, 'spam run of Bo', job.clock.now());
    await notify();
    const [mail] = await mails();
    expect(mail.text).to.contain('An operator of this service paused sending').and.not.to.contain('spam run');
    await change(domain.id, { status: 'paused', cause: BOUNCES });
    await liftDomainPause({ ...deps(), database: job.pool }, domain, job.clock.now());
    await notify();
    expect(await subjects()).to.have.length(1);
  });

  it('say that the whole account is paused, with the figures of its other domains, and make no link of its name', async () => {
    const { accountId } = await ownedDomain('owner@customer.dev');
    await query('UPDATE accounts SET name = $2 WHERE id = $1', [accountId, 'https://evil.dev']);
    const [account] = await findAccountReputations(job.pool, [accountId]);
    if (!account) return expect.fail('There is no account.');
    const next = {
      ...account.reputation,
      status: 'paused',
      cause: BOUNCES,
      changedAt: job.clock.now(),
    } as const;
    expect(await setAccountReputation(job.pool, account, next)).to.equal(true);
    await notify();
    const [mail, ...others] = await mails();
    expect(others).to.deep.equal([]);
    expect(mail.subject).to.match(/^Sending from your account .* is paused$/);
    expect(mail.text)
      .to.contain('across all its domains that are not paused')
      .and.to.contain('every domain of your account')
      .and.not.to.contain('evil.dev');
  });

  it('are dropped when the account has no owner, and do not delay others', async () => {
    const unowned = await ownedDomain();
    const other = await ownedDomain('owner@customer.dev');
    for (const { id } of [unowned, other]) await change(id, { status: 'warned', cause: BOUNCES });
    await notifyOfReputations(job.deps);
    expect(await subjects()).to.have.length(1);
    expect(await findDomainNotices(job.pool, 10)).to.deep.equal([]);
  });
});
