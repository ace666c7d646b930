// GET /domains/:id/reputation (docs/reference/reputation.md#get-domainsidreputation).
import { expect } from 'chai';
import { mailHostOf } from '../../../shared/resources/messaging/domains/records/dns-records.ts';
import {
  liftDomainPause,
  pauseDomain,
  resumeDomain,
} from '../../../shared/resources/messaging/domains/reputation/change.ts';
import { useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { createApiKey, createDomain } from '../../support/factories/factories.ts';
import { makePaused, makeRecovering, makeWarmingUp } from '../../support/factories/reputation-factories.ts';
import { type CountedDay, countMail, useCapacity } from '../../support/factories/sending-days-factories.ts';

const DAY_MS = 86_400_000;
const NOTHING = { judged: 0, bounced: 0, complained: 0 };
const THRESHOLDS = {
  warned: { bounces: { rate: 0.05, at_least: 20 }, complaints: { rate: 0.001, at_least: 3 } },
  paused: { bounces: { rate: 0.1, at_least: 20 }, complaints: { rate: 0.005, at_least: 5 } },
};

describe('GET /domains/:id/reputation', () => {
  const app = useApp();
  const account = useAccount(app);
  let domain: Awaited<ReturnType<typeof createDomain>>;
  beforeEach(async () => {
    domain = await createDomain(app.pool, account.accountId);
  });
  const read = () => account.read(`/domains/${domain.id}/reputation`);
  const count = (day: CountedDay) => countMail(app.pool, domain, app.clock.now(), day);
  const dateOf = (daysAgo: number) =>
    new Date(app.clock.now().getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10);
  const DAYS_AGO = [6, 5, 4, 3, 2, 1, 0];

  it('Shows a domain that has sent nothing as good, with seven days of zeros and rates of 0.', async () => {
    expect(await read()).to.deep.equal({
      object: 'domain_reputation',
      id: domain.id,
      name: domain.name,
      status: 'good',
      since: null,
      cause: null,
      capacity: null,
      used: 0,
      account_status: 'good',
      window: {
        days: DAYS_AGO.map((daysAgo) => ({ date: dateOf(daysAgo), ...NOTHING })),
        ...NOTHING,
        bounce_rate: 0,
        complaint_rate: 0,
      },
      thresholds: THRESHOLDS,
      warm_up: null,
    });
  });

  it('Shows today and the six UTC days before, the oldest first, with their sums and rates, which are rounded down.', async () => {
    await count({ daysAgo: 7, judged: 1_000, bounced: 1_000 });
    await count({ daysAgo: 6, judged: 200, bounced: 9 });
    await count({ daysAgo: 1, judged: 400, bounced: 11, complained: 1 });
    await count({ judged: 66, bounced: 0, complained: 1 });
    await countMail(app.pool, await createDomain(app.pool, account.accountId), app.clock.now(), {
      judged: 9,
    });
    const { window } = await read();
    expect(window.days).to.deep.equal([
      { date: dateOf(6), judged: 200, bounced: 9, complained: 0 },
      ...[5, 4, 3, 2].map((daysAgo) => ({ date: dateOf(daysAgo), ...NOTHING })),
      { date: dateOf(1), judged: 400, bounced: 11, complained: 1 },
      { date: dateOf(0), judged: 66, bounced: 0, complained: 1 },
    ]);
    expect(window).to.deep.include({ judged: 666, bounced: 20, complained: 2 });
    expect(window).to.include({ bounce_rate: 0.03, complaint_rate: 0.003 });
  });

  it('Counts a day from 00:00 UTC, wherever the client is.', async () => {
    app.clock.set(new Date('2026-11-20T23:59:59.999Z'));
    await count({ judged: 5 });
    expect((await read()).window.days[6]).to.include({ date: '2026-11-20', judged: 5 });
    app.clock.set(new Date('2026-11-21T00:00:00.000Z'));
    const { days } = (await read()).window;
    expect([days[5], days[6]]).to.deep.equal([
      { date: '2026-11-20', judged: 5, bounced: 0, complained: 0 },
      { date: '2026-11-21', ...NOTHING },
    ]);
  });

  it('Shows since when a domain is paused, and why: what was too much, as it was counted then.', async () => {
    const at = new Date(app.clock.now().getTime() - 1_000);
    await makePaused(app.pool, 'domains', domain.id, {
      at,
      cause: { kind: 'complaints', judged: 1_000, count: 5 },
    });
    await count({ judged: 1_200, complained: 7 });
    const shown = await read();
    expect(shown).to.deep.include({
      status: 'paused',
      since: at.toISOString(),
      cause: { kind: 'complaints', judged: 1_000, count: 5 },
      account_status: 'good',
    });
    expect(shown.window).to.include({ judged: 1_200, complained: 7 });
  });

  it('Shows that an operator has paused a domain, without the reason of the operator.', async () => {
    await makePaused(app.pool, 'domains', domain.id, { cause: { kind: 'operator', reason: 'secret' } });
    const shown = await read();
    expect(shown.cause).to.deep.equal({ kind: 'operator', judged: null, count: null });
    expect(JSON.stringify(shown)).not.to.include('secret');
  });

  it('Shows by `account_status` that the account is paused, although the domain itself is good.', async () => {
    await makePaused(app.pool, 'accounts', account.accountId);
    expect(await read()).to.include({ status: 'good', account_status: 'paused' });
  });

  it('Leaves out of the window what was sent before the last lift.', async () => {
    const at = new Date(app.clock.now().getTime() - DAY_MS);
    await count({ daysAgo: 2, judged: 300, bounced: 60 });
    await count({ daysAgo: 1, judged: 30, bounced: 6 });
    await makeRecovering(app.pool, 'domains', domain.id, { capacity: 75, at });
    await count({ daysAgo: 1, judged: 40, bounced: 1, since: at });
    const { window, ...shown } = await read();
    expect(shown).to.include({ status: 'recovering', since: at.toISOString(), cause: null });
    expect(window.days[5]).to.deep.equal({ date: dateOf(1), judged: 40, bounced: 1, complained: 0 });
    expect(window).to.include({ judged: 40, bounced: 1, bounce_rate: 0.025 });
  });

  it('Shows the capacity of a day, the lesser one of a domain that recovers and warms up, and what is used of today.', async () => {
    const now = app.clock.now();
    await makeRecovering(app.pool, 'domains', domain.id, { capacity: 75, at: now });
    const subject = { accountId: account.accountId, subjectId: domain.id };
    await useCapacity(app.pool, subject, new Date(now.getTime() - DAY_MS), 70);
    expect(await read()).to.include({ capacity: 75, used: 0 });
    await useCapacity(app.pool, subject, now, 33);
    expect(await read()).to.include({ capacity: 75, used: 33 });
    await makeWarmingUp(app.pool, domain.id, { capacity: 50, at: now });
    const shown = await read();
    expect(shown).to.include({ capacity: 50, used: 33 });
    expect(shown.warm_up).to.include({ capacity: 50, used: 33 });
  });

  it('Answers a rate of 0 when complaints came about mail of an earlier week, and nothing was sent since.', async () => {
    await count({ complained: 2 });
    expect((await read()).window).to.include({ judged: 0, complained: 2, complaint_rate: 0 });
  });

  it('Announces a domain that is paused, lifted or resumed to webhooks, with its status in `reputation`.', async () => {
    const announced = await account.listen('domain.*');
    const deps = { ...app.deps, mailHost: mailHostOf(app.deps.config) };
    const later = () => {
      app.clock.advance(1_000);
      return app.clock.now();
    };
    await pauseDomain(deps, domain, 'Spam', later());
    await resumeDomain(deps, domain, later());
    await makePaused(app.pool, 'domains', domain.id);
    await liftDomainPause(deps, domain, later());
    expect((await announced()).map(({ type, data }) => [type, data['id'], data['reputation']])).to.deep.equal(
      ['paused', 'good', 'recovering'].map((status) => ['domain.updated', domain.id, status]),
    );
    expect(JSON.stringify(await announced())).not.to.include('Spam');
  });

  it('Rejects the reputation of a domain of another account with not_found 404.', async () => {
    const foreign = await createDomain(app.pool, (await createApiKey(app.pool)).accountId);
    await account.api.get(`/domains/${foreign.id}/reputation`).expect(404);
  });
});
