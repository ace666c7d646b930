// PATCH /domains/:id {warm_up} (docs/reference/reputation.md#warm-up).
import { expect } from 'chai';
import { useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createApiKey, createDomain } from '../../support/factories/factories.ts';
import { makePaused, makeRecovering, makeWarmingUp } from '../../support/factories/reputation-factories.ts';
import { useCapacity } from '../../support/factories/sending-days-factories.ts';

describe('Warm-up of a domain', () => {
  const app = useApp();
  const account = useAccount(app);
  let id: string;
  beforeEach(async () => {
    app.clock.set(new Date('2026-11-20T12:00:00.000Z'));
    id = (await createDomain(app.pool, account.accountId, { isVouched: true })).id;
  });
  const get = () => account.read(`/domains/${id}`);
  const patch = (body: object) => account.api.patch(`/domains/${id}`).send(body);
  const FIRST = { day: 1, capacity: 50, used: 0, ends_on: '2026-12-01' };

  it('Begins to warm up a domain at 50 recipients a day, and shows the step, the capacity, what is used and when it ends at the earliest.', async () => {
    const before = await get();
    const { status, body } = await patch({ warm_up: true });
    expect([status, body.warm_up]).to.deep.equal([200, FIRST]);
    expect(Date.parse(body.updated_at)).to.be.above(Date.parse(before.updated_at));
    const used = { ...FIRST, used: 12 };
    await useCapacity(app.pool, { accountId: account.accountId, subjectId: id }, app.clock.now(), 12);
    expect((await get()).warm_up).to.deep.equal(used);
    expect((await account.read('/domains')).data[0].warm_up).to.deep.equal(used);
    const shown = await account.read(`/domains/${id}/reputation`);
    expect(shown).to.deep.include({ status: 'good', capacity: 50, used: 12, warm_up: used });
  });

  it('Ends a warm-up with `warm_up: false`, after which the domain has no capacity.', async () => {
    await patch({ warm_up: true });
    const { body } = await patch({ warm_up: false });
    expect(body.warm_up).to.equal(null);
    expect(await get()).to.deep.equal(body);
    const { capacity, warm_up } = await account.read(`/domains/${id}/reputation`);
    expect([capacity, warm_up]).to.deep.equal([null, null]);
  });

  it('Changes nothing when a domain warms up already, or does not, and announces nothing.', async () => {
    const announced = await account.listen('domain.*');
    for (const on of [false, true, true, false, false]) {
      const before = await get();
      app.clock.advance(1_000);
      const { body } = await patch({ warm_up: on });
      if (on === (before.warm_up !== null)) expect(body).to.deep.equal(before);
    }
    expect(await announced()).to.have.length(2);
  });

  it('Does not begin a warm-up again when it is switched on a second time, also at the same moment.', async () => {
    await makeWarmingUp(app.pool, id, { capacity: 2_500, at: app.clock.now() });
    const answers = await Promise.all(Array.from({ length: 10 }, () => patch({ warm_up: true })));
    for (const { status, body } of answers)
      expect([status, body.warm_up]).to.deep.equal([
        200,
        { day: 6, capacity: 2_500, used: 0, ends_on: '2026-11-26' },
      ]);
  });

  it('Shows the day on which the last step ends, and waits for the day that has to begin.', async () => {
    await makeWarmingUp(app.pool, id, { capacity: 100_000, at: app.clock.now() });
    expect((await get()).warm_up).to.include({ day: 11, ends_on: '2026-11-21' });
    app.clock.set(new Date('2026-11-21T00:00:01.000Z'));
    expect((await get()).warm_up).to.include({ day: 11, ends_on: '2026-11-21' });
    app.clock.set(new Date('2026-11-30T12:00:00.000Z'));
    expect((await get()).warm_up).to.include({ day: 11, ends_on: '2026-11-30' });
  });

  it('Announces a warm-up that begins or ends to webhooks, once with the other settings of the change.', async () => {
    const announced = await account.listen('domain.*');
    const { body } = await patch({ warm_up: true, open_tracking: true });
    expect(body.open_tracking).to.equal(true);
    await patch({ warm_up: false });
    expect((await announced()).map(({ type, data }) => [type, data['id']])).to.deep.equal([
      ['domain.updated', id],
      ['domain.updated', id],
    ]);
  });

  it('Rejects to warm up a domain that cannot send with validation_error 422 and changes nothing: not verified, or receiving only.', async () => {
    for (const fields of [
      { status: 'pending' },
      { status: 'failed' },
      { sendingEnabled: false, receivingEnabled: true },
    ] as const) {
      const other = await createDomain(app.pool, account.accountId, fields);
      const before = await account.read(`/domains/${other.id}`);
      const answer = await account.api
        .patch(`/domains/${other.id}`)
        .send({ warm_up: true, open_tracking: true });
      expect(expectError(answer, 422, 'validation_error')).to.include('warm_up');
      expect(await account.read(`/domains/${other.id}`)).to.deep.equal(before);
      await account.api.patch(`/domains/${other.id}`).send({ warm_up: false }).expect(200);
    }
    const both = { warm_up: true, capabilities: { sending: 'disabled', receiving: 'enabled' } };
    expectError(await patch(both), 422, 'validation_error');
    expect((await get()).warm_up).to.equal(null);
  });

  it('Rejects to warm up a domain of another account with not_found 404.', async () => {
    const foreign = await createDomain(app.pool, (await createApiKey(app.pool)).accountId);
    const answer = await account.api.patch(`/domains/${foreign.id}`).send({ warm_up: true });
    expectError(answer, 404, 'not_found');
    const { rows } = await app.pool.query('SELECT FROM domains WHERE id = $1 AND warm_up_capacity IS NULL', [
      foreign.id,
    ]);
    expect(rows).to.have.length(1);
  });

  it('Warms up a domain that recovers or is paused, and keeps both when the warm-up ends.', async () => {
    await makeRecovering(app.pool, 'domains', id, { capacity: 200, at: app.clock.now() });
    await patch({ warm_up: true }).expect(200);
    const reputation = () => account.read(`/domains/${id}/reputation`);
    expect(await reputation()).to.include({ status: 'recovering', capacity: 50 });
    await patch({ warm_up: false }).expect(200);
    expect(await reputation()).to.include({ status: 'recovering', capacity: 200 });
    await makePaused(app.pool, 'domains', id);
    await patch({ warm_up: true }).expect(200);
    expect(await reputation()).to.include({ status: 'paused', capacity: 50 });
    expect(await get()).to.deep.include({ reputation: 'paused', warm_up: FIRST });
  });
});
