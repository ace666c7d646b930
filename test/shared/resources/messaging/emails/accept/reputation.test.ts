// The reputation of senders in groups of submissions, for mail that no request of a client has brought, and while emails
// are accepted, rescheduled, canceled and withdrawn at the same time.
import { expect } from 'chai';
import { DomainError } from '../../../../../../shared/contract/domain-error.ts';
import { transaction } from '../../../../../../shared/platform/db/transaction.ts';
import { Eraser } from '../../../../../../shared/resources/foundation/erasing/eraser.ts';
import { cancelEmail } from '../../../../../../shared/resources/messaging/emails/cancel.ts';
import type { NewEmail } from '../../../../../../shared/resources/messaging/emails/email.ts';
import { withdrawFromUnsent } from '../../../../../../shared/resources/messaging/emails/erasing/withdraw.ts';
import { rescheduleEmail } from '../../../../../../shared/resources/messaging/emails/reschedule.ts';
import { withdrawScheduled } from '../../../../../../shared/resources/messaging/emails/withdraw-scheduled.ts';
import { createDomain } from '../../../../../support/factories/factories.ts';
import { factoryIds as ids } from '../../../../../support/factories/factory-ids.ts';
import {
  capacityUseOf,
  expectChargedRecipients,
  makeGood,
  makePaused,
  makeRecovering,
  makeWarmingUp,
} from '../../../../../support/factories/reputation-factories.ts';
import { failureOf } from '../../../../../support/failure-of.ts';
import { SILENT_QUEUES } from '../../../../../support/queues/queues.ts';
import { mailboxes } from './new-email.ts';
import { useAcceptor } from './use-acceptor.ts';

const NIL = '00000000-0000-0000-0000-000000000000';
const DAY_MS = 86_400_000;
const NOON = new Date(new Date().setUTCHours(12, 0, 0, 0));
const timeIn = (days: number) => new Date(NOON.getTime() + days * DAY_MS);
const dayIn = (days: number) => timeIn(days).toISOString().slice(0, 10);

describe('accepting with a reputation', () => {
  const test = useAcceptor();
  const pool = () => test.database.pool;
  const deps = () => ({ database: pool(), ids, queues: SILENT_QUEUES, now: NOON });
  const at = NOON;
  let accountId: string;
  let domain: { id: string; name: string };
  let other: { id: string; name: string };
  const of = ({ name }: { name: string }, changes: Partial<NewEmail> = {}) => {
    const [from] = mailboxes(`ana@${name}`);
    return test.email({ accountId, ...(from && { from }), createdAt: NOON, ...changes });
  };
  const use = async () => [
    await capacityUseOf(pool(), domain.id),
    await capacityUseOf(pool(), other.id),
    await capacityUseOf(pool(), accountId),
  ];
  beforeEach(async () => {
    await pool().query('TRUNCATE capacity_use');
    const sender = await test.createSender();
    accountId = sender.accountId;
    domain = { id: await idOf(sender.domain.name), name: sender.domain.name };
    other = await createDomain(pool(), accountId);
  });
  afterEach(() => expectChargedRecipients(pool()));

  async function idOf(name: string): Promise<string> {
    const { rows } = await pool().query<{ id: string }>('SELECT id FROM domains WHERE name = $1', [name]);
    return rows[0]?.id ?? expect.fail('There is no domain.');
  }

  it('stores the others of a group when one of its submissions exceeds a capacity', async () => {
    await makeWarmingUp(pool(), domain.id, { capacity: 5, at });
    const acceptor = test.create(pool());
    // None of these is refused by what was read before, because they come together.
    const mail = Array.from({ length: 10 }, () => of(domain));
    const others = Array.from({ length: 10 }, () => test.email({ createdAt: NOON }));
    const outcomes = await Promise.allSettled([...mail, ...others].map((email) => acceptor.accept(email)));
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).to.have.length(5);
    for (const outcome of refused)
      expect(outcome)
        .to.deep.include({ status: 'rejected' })
        .and.to.have.nested.property('reason.name', 'reputation_limit_exceeded');
    expect(await use()).to.deep.equal([{ [dayIn(0)]: 5 }, {}, { [dayIn(0)]: 5 }]);
  });

  it('is exact between processes', async () => {
    await makeRecovering(pool(), 'accounts', accountId, { capacity: 20, at });
    const acceptors = Array.from({ length: 4 }, () => test.create(pool()));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 80 }, (_, number) =>
        acceptors[number % 4]?.accept(of(number % 3 === 0 ? domain : other)),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(20);
    expect((await use())[2]).to.deep.equal({ [dayIn(0)]: 20 });
  });

  it('charges a batch of two domains to both, and to their account, also where only one of them has a capacity', async () => {
    const to = mailboxes('bo@customer.dev', 'cy@customer.dev');
    const emails = () => [of(domain, { to }), of(other), of(domain, { to })];
    await makeWarmingUp(pool(), domain.id, { capacity: 4, at });
    await test.create(pool()).submit({ accountId, emails: emails() });
    expect(await use()).to.deep.equal([{ [dayIn(0)]: 4 }, {}, { [dayIn(0)]: 4 }]);
    await makeGood(pool(), 'domains', domain.id);
    await makeRecovering(pool(), 'accounts', accountId, { capacity: 9, at });
    await test.create(pool()).submit({ accountId, emails: emails() });
    expect(await use()).to.deep.equal([{ [dayIn(0)]: 8 }, { [dayIn(0)]: 1 }, { [dayIn(0)]: 9 }]);
    const refusal = await failureOf(test.create(pool()).submit({ accountId, emails: emails() }));
    expect(refusal).to.have.property('name', 'reputation_limit_exceeded');
  });

  it('lets notices of the service pass, and charges them to no capacity', async () => {
    const notice = () => of(domain, { source: 'notice' });
    await makeRecovering(pool(), 'accounts', accountId, { capacity: 0, at });
    await test.create(pool()).accept(notice());
    await makePaused(pool(), 'accounts', accountId);
    await makePaused(pool(), 'domains', domain.id);
    await test.create(pool()).accept(notice());
    expect(await use()).to.deep.equal([{}, {}, {}]);
    const refusal = await failureOf(test.create(pool()).accept(of(domain)));
    expect(refusal).to.have.property('name', 'reputation_paused');
  });

  it('refunds what is withdrawn because a domain was lost, or a person erased', async () => {
    await makeRecovering(pool(), 'accounts', accountId, { capacity: 100, at });
    const acceptor = test.create(pool());
    const to = mailboxes('bo@customer.dev', 'cy@customer.dev');
    await acceptor.accept(of(domain, { to, scheduledAt: timeIn(1) }));
    const kept = await acceptor.accept(of(other, { to, scheduledAt: timeIn(2) }));
    const waiting = await acceptor.accept(of(other, { to }));
    await transaction(pool(), (client) =>
      withdrawScheduled(
        client,
        { accountId, domainId: domain.id, domainName: null, outcome: 'failed', after: NIL, limit: 10 },
        deps(),
      ),
    );
    expect(await use()).to.deep.equal([
      {},
      { [dayIn(0)]: 2, [dayIn(2)]: 2 },
      { [dayIn(0)]: 2, [dayIn(2)]: 2 },
    ]);
    await transaction(pool(), (client) =>
      withdrawFromUnsent(
        client,
        { accountId, ids: [kept, waiting] },
        new Eraser({ emailKey: 'bo@customer.dev', contactIds: [] }),
        deps(),
      ),
    );
    const left = { [dayIn(0)]: 1, [dayIn(2)]: 1 };
    expect(await use()).to.deep.equal([{}, left, left]);
  });

  it('exceeds no capacity and loses no charge while mail is accepted, rescheduled, canceled and withdrawn at the same time', async () => {
    const capacity = 12;
    await makeWarmingUp(pool(), domain.id, { capacity, at });
    await makeRecovering(pool(), 'accounts', accountId, { capacity: 20, at });
    const acceptor = test.create(pool());
    const pending: string[] = [];
    const accept = async (number: number) => {
      const scheduledAt = timeIn(1 + (number % 3));
      pending.push(await acceptor.accept(of(number % 2 === 0 ? domain : other, { scheduledAt })));
    };
    const change = async (number: number) => {
      const id = pending[(number * 7) % pending.length] ?? NIL;
      if (number % 5 === 0) await cancelEmail(deps(), { accountId, id, now: NOON });
      else {
        const scheduledAt = timeIn(1 + ((number * 3) % 4));
        await rescheduleEmail(pool(), { accountId, id, scheduledAt, now: NOON });
      }
    };
    await attempt(Array.from({ length: 40 }, (_, number) => () => accept(number)));
    const withdraw = () =>
      transaction(pool(), (client) =>
        withdrawScheduled(
          client,
          { accountId, domainId: other.id, domainName: null, outcome: 'failed', after: NIL, limit: 5 },
          deps(),
        ),
      );
    await attempt([
      ...Array.from({ length: 60 }, (_, number) => () => change(number)),
      ...Array.from({ length: 30 }, (_, number) => () => accept(number)),
      ...Array.from({ length: 3 }, () => withdraw),
    ]);
    const [ofDomain = {}, , ofAccount = {}] = await use();
    for (const used of Object.values(ofDomain)) expect(used).to.be.within(1, capacity);
    for (const used of Object.values(ofAccount)) expect(used).to.be.within(1, 20);
    expect(Object.keys(ofAccount)).not.to.have.length(0);
  });

  /** Does all at once. Only refusals may fail. */
  async function attempt(works: readonly (() => Promise<unknown>)[]): Promise<void> {
    const outcomes = await Promise.allSettled(works.map((work) => work()));
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    for (const failure of failures) expect(failure).to.be.instanceOf(DomainError);
    for (const { name } of failures)
      expect(['reputation_limit_exceeded', 'validation_error']).to.include(name);
  }
});
