// The pace of a campaign (docs/reference/campaign-sending.md#pace).
import { expect } from 'chai';
import { HOUR_MS, SECOND_MS } from '../../../shared/platform/time/durations.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { factoryIds } from '../../support/factories/factory-ids.ts';
import { createCampaignOwner } from './owner.ts';

describe('The pace of a campaign', () => {
  const app = useApp();
  const owner = useEach(() => createCampaignOwner(app));
  const rateOf = async (id: string) => (await owner.shown(id))['rate_per_hour'];

  it('Stores the pace of a campaign, copies it, and clears it by null.', async () => {
    const { id } = await owner.made({ rate_per_hour: 3_600 });
    expect(await rateOf(id)).to.equal(3_600);
    const { body: copy } = await owner.post(id, 'duplicate').expect(201);
    expect(copy).to.include({ rate_per_hour: 3_600, status: 'draft' });
    await owner.change(id, { rate_per_hour: null }).expect(200);
    expect(await rateOf(id)).to.equal(null);
  });

  it('Changes the name and the pace of a campaign that is being sent, and wakes it for that.', async () => {
    for (const status of ['queued', 'testing', 'sending']) {
      const { id } = await owner.made();
      const later = new Date(app.clock.now().getTime() + HOUR_MS);
      await owner.put(id, { status, next_attempt_at: later, claim_token: id });
      app.clock.advance(SECOND_MS);
      const { body: named } = await owner.change(id, { name: 'May' }).expect(200);
      expect(named).to.include({ name: 'May', status, rate_per_hour: null });
      const work = async () =>
        (await app.pool.query('SELECT next_attempt_at, claim_token FROM campaigns WHERE id = $1', [id]))
          .rows[0];
      expect(await work()).to.deep.equal({ next_attempt_at: later, claim_token: id });
      app.clock.advance(SECOND_MS);
      const { body: paced } = await owner.change(id, { rate_per_hour: 60 }).expect(200);
      expect(paced).to.include({ status, rate_per_hour: 60 });
      expect(await work()).to.deep.equal({ next_attempt_at: app.clock.now(), claim_token: null });
      expectError(await owner.change(id, { rate_per_hour: 70, subject: 'Other' }), 422, 'validation_error');
      expect(await rateOf(id)).to.equal(60);
    }
  });

  it('Says when the last mail of a campaign with a pace will be released, while it is being sent.', async () => {
    const { id } = await owner.made({ rate_per_hour: 60 });
    expect((await owner.shown(id))['ends_at']).to.equal(null);
    const pacedAt = app.clock.now();
    const audience = { dispatch_id: factoryIds.next(), total: 121, left_out: { opted_out: 1 } };
    await owner.put(id, { status: 'sending', paced_at: pacedAt, ...audience });
    const endsAt = new Date(pacedAt.getTime() + 2 * HOUR_MS).toISOString();
    expect((await owner.shown(id))['ends_at']).to.equal(endsAt);
    await owner.post(id, 'pause').expect(200);
    expect((await owner.shown(id))['ends_at']).to.equal(null);
    app.clock.advance(HOUR_MS);
    const { body } = await owner.post(id, 'resume').expect(200);
    expect(body.ends_at).to.equal(new Date(pacedAt.getTime() + 3 * HOUR_MS).toISOString());
  });

  it('Refuses to send a campaign with a pace while a worker of the release before is alive with validation_error 422.', async () => {
    const { id } = await owner.made({ rate_per_hour: 60 });
    const { id: paused } = await owner.made({ rate_per_hour: 60 });
    await owner.put(paused, { status: 'paused' });
    const worker = factoryIds.next();
    await app.pool.query(
      `INSERT INTO worker_processes (id, groups, host, pid) VALUES ($1, '{bulk}', 'old', 1)`,
      [worker],
    );
    try {
      expectError(await owner.post(id, 'send'), 422, 'validation_error');
      expect((await owner.shown(id)).status).to.equal('draft');
      expectError(await owner.change(paused, { rate_per_hour: 70 }), 422, 'validation_error');
      // It has asked for a pace before.
      await owner.change(paused, { name: 'May' }).expect(200);
    } finally {
      await app.pool.query('DELETE FROM worker_processes WHERE id = $1', [worker]);
    }
    await owner.post(id, 'send').expect(200);
  });
});
