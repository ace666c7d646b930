// Judging, held against a model that was written apart (model.ts): whatever is sent, bounces late, complains, is lifted and
// used, on whatever days, the reputation of the domain is that of the model after each look.
import { expect } from 'chai';
import fc from 'fast-check';
import { transaction } from '../../../../../../shared/platform/db/transaction.ts';
import { DAY_MS, HOUR_MS } from '../../../../../../shared/platform/time/durations.ts';
import { utcDayOf } from '../../../../../../shared/platform/time/utc-days.ts';
import { chargeCapacity } from '../../../../../../shared/resources/foundation/reputation/capacity-use.ts';
import {
  capacityOf,
  liftPause,
  type Reputation,
  setWarmUp,
} from '../../../../../../shared/resources/foundation/reputation/reputation.ts';
import { countSendingDays } from '../../../../../../shared/resources/foundation/reputation/sending-days.ts';
import {
  type DomainReputation,
  findDomainReputations,
  setDomainReputation,
} from '../../../../../../shared/resources/messaging/domains/reputation/domain-reputation.ts';
import { evaluateDomains } from '../../../../../../shared/resources/messaging/domains/reputation/evaluate.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { createAccount, createDomain } from '../../../../../support/factories/factories.ts';
import { SILENT_QUEUES } from '../../../../../support/queues/queues.ts';
import { ModelSender } from './model.ts';

const RUNS = 80;
const BEGIN = Date.parse('2026-11-02T06:00:00Z');

type Step =
  | { kind: 'send'; count: number; bounced: number }
  | { kind: 'bounce late'; count: number }
  | { kind: 'complain'; count: number; isOld: boolean }
  | { kind: 'wait'; hours: number }
  | { kind: 'use'; units: number }
  | { kind: 'lift' | 'warm up' };

/** Numbers at which something changes, and any others. */
const numbers = (...values: number[]) => fc.constantFrom(...values);
const is = <Kind extends string>(kind: Kind) => fc.constant(kind);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: is('send'),
      count: numbers(0, 100, 200, 400, 4000),
      bounced: numbers(0, 9, 10, 20, 40, 500),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: is('bounce late'), count: fc.nat({ max: 40 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: is('complain'), count: fc.nat({ max: 5 }), isOld: fc.boolean() }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: is('wait'),
      hours: fc.oneof(fc.integer({ min: 1, max: 40 }), numbers(24, 48, 144)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: is('use'), units: numbers(1, 24, 25, 50, 125) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('lift' as const, 'warm up' as const) }) },
);

describe('Judging a reputation', () => {
  const database = useDatabase();
  const deps = () => ({
    database: database.pool,
    queues: SILENT_QUEUES,
    mailHost: {
      mailHostname: 'mail.acme.dev',
      spfMechanisms: 'a:mail.acme.dev',
      trackingHost: 'acme.dev',
      certificateIssuer: 'ca.dev',
    },
  });

  it('gives the state of a model, in any order of outcomes, reports, lifts and days', async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
      const { id: accountId } = await createAccount(database.pool);
      const { id: domainId } = await createDomain(database.pool, accountId);
      const model = new ModelSender();
      let now = BEGIN;
      for (const each of steps) {
        if (each.kind === 'wait') now += each.hours * HOUR_MS;
        else await take(each, { accountId, domainId, model, now });
        now += 1;
        await evaluateDomains(deps(), [domainId], new Date(now));
        model.evaluate(now);
        expect(await read(domainId), JSON.stringify(each)).to.deep.equal(shown(model));
      }
    });
    await fc.assert(property, { numRuns: RUNS });
  });

  interface Scene {
    accountId: string;
    domainId: string;
    model: ModelSender;
    now: number;
  }

  async function take(each: Exclude<Step, { kind: 'wait' }>, scene: Scene): Promise<void> {
    const { accountId, domainId, model, now } = scene;
    if (each.kind === 'send') return await send(scene, each.count, Math.min(each.bounced, each.count));
    if (each.kind === 'bounce late') return await bounceLate(scene, each.count);
    if (each.kind === 'complain') return await complain(scene, each.count, each.isOld);
    if (each.kind === 'use') {
      const day = utcDayOf(new Date(now));
      model.used.set(Math.floor(now / DAY_MS), (model.used.get(Math.floor(now / DAY_MS)) ?? 0) + each.units);
      await transaction(database.pool, (client) =>
        chargeCapacity(client, [{ accountId, subjectId: domainId, day, units: each.units }]),
      );
      return;
    }
    if (each.kind === 'warm up') {
      model.startWarmUp(now);
      return await change(domainId, (reputation) => setWarmUp(reputation, true, new Date(now)), now);
    }
    if (model.status !== 'paused') return;
    model.lift(now);
    await change(domainId, (reputation) => liftPause(reputation, new Date(now)), now);
  }

  async function send(scene: Scene, judged: number, bounced: number): Promise<void> {
    const { model, now } = scene;
    for (let place = 0; place < judged; place += 1) model.mails.push({ at: now, bounced: place < bounced });
    await count(scene, { at: now, judged, bounced });
  }

  async function complain(scene: Scene, complained: number, isOld: boolean): Promise<void> {
    const { model, now } = scene;
    const sentAt = (isOld ? model.mails[0] : model.mails.at(-1))?.at ?? now;
    model.complaints.push(...Array.from({ length: complained }, () => ({ at: now, sentAt })));
    await count(scene, { at: now, sentAt, complained });
  }

  /** Mail that was taken, the newest first. */
  async function bounceLate(scene: Scene, atMost: number): Promise<void> {
    const taken = scene.model.mails.filter(({ bounced }) => !bounced).slice(-atMost);
    for (const mail of atMost === 0 ? [] : taken) {
      mail.bounced = true;
      await count(scene, { at: mail.at, bounced: 1 });
    }
  }

  async function count(
    { accountId, domainId }: Scene,
    {
      at,
      sentAt = at,
      judged = 0,
      bounced = 0,
      complained = 0,
    }: { at: number; sentAt?: number; judged?: number; bounced?: number; complained?: number },
  ): Promise<void> {
    const counted = {
      accountId,
      domainId,
      at: new Date(at),
      sentAt: new Date(sentAt),
      judged,
      bounced,
      complained,
    };
    await transaction(database.pool, (client) => countSendingDays(client, [counted], undefined));
  }

  async function require(domainId: string): Promise<DomainReputation> {
    const [domain] = await findDomainReputations(database.pool, [domainId]);
    if (!domain) throw new Error('The domain is gone.');
    return domain;
  }

  async function change(
    domainId: string,
    move: (before: Reputation) => Reputation,
    now: number,
  ): Promise<void> {
    const domain = await require(domainId);
    const next = move(domain.reputation);
    await transaction(database.pool, (client) =>
      setDomainReputation(client, deps(), domain, next, new Date(now)),
    );
  }

  async function read(domainId: string) {
    const { reputation } = await require(domainId);
    const { status, liftedAt, capacityOn: day } = reputation;
    return { status, liftedAt: liftedAt?.getTime() ?? -Infinity, capacity: capacityOf(reputation), day };
  }

  function shown({ status, liftedAt, capacity, day }: ModelSender) {
    return { status, liftedAt, capacity, day: day === null ? null : utcDayOf(new Date(day * DAY_MS)) };
  }
});
