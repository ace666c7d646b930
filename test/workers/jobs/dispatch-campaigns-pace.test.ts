// The job that dispatches campaigns: the pace at which a campaign is released.

import { expect } from 'chai';
import { MINUTE_MS, SECOND_MS } from '../../../shared/platform/time/durations.ts';
import { pauseCampaign } from '../../../shared/resources/flows/campaigns/transitions/pause-campaign.ts';
import { resumeCampaign } from '../../../shared/resources/flows/campaigns/transitions/resume-campaign.ts';
import { updateCampaign } from '../../../shared/resources/flows/campaigns/update.ts';
import { extent, SEED } from '../../support/extent.ts';
import { createRandom } from '../../support/random.ts';
import { createCopyingComputer } from '../../support/work/copying-computer.ts';
import { useCampaigns } from './support/use-campaigns.ts';

/** How long each pace is watched. */
const WATCHED_MINUTES = extent('PACE_MINUTES', 2, 60);

describe('dispatch-campaigns, at a pace', () => {
  const test = useCampaigns();
  const path = (id: string) => ({ accountId: test.accountId, id, now: test.clock.now() });

  async function queue(ratePerHour: number) {
    const { id } = await test.queue();
    await setRate(id, ratePerHour);
    return id;
  }
  const setRate = (id: string, ratePerHour: number | null) =>
    updateCampaign(
      {
        ...test.job.deps,
        computer: createCopyingComputer(),
        inUse: [],
        deadAfterMs: MINUTE_MS,
        simulatorDomains: [],
        developmentDomain: undefined,
      },
      path(id),
      { target: {}, content: {}, time: {}, settings: { ratePerHour } },
      test.clock.now(),
    );
  /** A tick each second, or after as many milliseconds as are given; what is released is sent within a minute. */
  async function run(id: string, ms: number, pauseOf = () => SECOND_MS) {
    const end = test.clock.now().getTime() + ms;
    let ticks = 0;
    for (let pause = pauseOf(); test.clock.now().getTime() + pause <= end; pause = pauseOf()) {
      test.clock.advance(pause);
      const { next_attempt_at: due } = await test.row('SELECT next_attempt_at FROM campaigns WHERE id = $1', [
        id,
      ]);
      if (due && due <= test.clock.now()) await test.dispatch(id);
      ticks += 1;
      if (ticks % 60 === 0) await sendAll();
    }
    await sendAll();
  }
  const sendAll = () =>
    test.query(
      `UPDATE email_recipients SET next_attempt_at = NULL, woken_at = NULL
       WHERE account_id = $1 AND next_attempt_at IS NOT NULL`,
      [test.accountId],
    );
  /** Seconds since a time → mails released then. */
  const released = async (since: Date): Promise<number[]> =>
    (
      await test.query(
        `SELECT extract(epoch FROM created_at - $2)::double precision AS at FROM emails
         WHERE account_id = $1 AND created_at > $2 ORDER BY created_at`,
        [test.accountId, since],
      )
    ).map(({ at }) => at);
  /** The mails of each minute that begins with a second. */
  const minutesOf = (times: readonly number[], seconds: number) =>
    Array.from(
      { length: seconds - 59 },
      (_, from) => times.filter((at) => at > from && at <= from + 60).length,
    );

  for (const rate of [60, 1_234, 100_000])
    it(`releases ${rate} mails an hour evenly: as many in any minute`, async function () {
      const minutes = rate < 1_000 ? 10 : WATCHED_MINUTES;
      this.timeout(minutes * MINUTE_MS);
      await test.contacts(Math.ceil((rate * (minutes + 1)) / 60));
      const id = await queue(rate);
      const start = test.clock.now();
      await test.dispatch(id);
      await run(id, minutes * MINUTE_MS);
      const perMinute = rate / 60;
      for (const count of minutesOf(await released(start), minutes * 60))
        expect(Math.abs(count - perMinute)).to.be.at.most(Math.max(1, perMinute / 100));
    });

  it('keeps its pace with ticks that come late, and with a step that takes seconds', async () => {
    const random = createRandom(SEED);
    await test.contacts(4_000);
    const id = await queue(36_000);
    const start = test.clock.now();
    await test.dispatch(id);
    await run(id, 5 * MINUTE_MS, () => Math.round(SECOND_MS + random() * 3 * SECOND_MS));
    const last = (await released(start)).at(-1) ?? 0;
    expect((await released(start)).length).to.be.closeTo(last * 10, 31);
  });

  it('makes up for neither a pause nor an outage', async () => {
    await test.contacts(3_000);
    const id = await queue(36_000);
    await test.dispatch(id);
    await run(id, 10 * SECOND_MS);
    await pauseCampaign(test.job.deps, path(id));
    await run(id, MINUTE_MS);
    await resumeCampaign(test.job.deps, path(id));
    const resumed = test.clock.now();
    await run(id, MINUTE_MS);
    expect((await released(resumed)).length).to.be.closeTo(600, 11);
    await pauseCampaign(test.job.deps, path(id));
    test.clock.advance(4 * SECOND_MS);
    await resumeCampaign(test.job.deps, path(id));
    const short = test.clock.now();
    await test.dispatch(id);
    expect(await released(new Date(short.getTime() - 1))).to.have.length(1);
    test.clock.advance(2 * MINUTE_MS);
    const back = test.clock.now();
    await run(id, MINUTE_MS);
    expect((await released(back)).length).to.be.closeTo(600, 11);
  });

  it('takes a new pace at once, however much later the next mail was due, and without a burst', async () => {
    await test.contacts(1_000);
    const id = await queue(1);
    await test.dispatch(id);
    await run(id, 10 * MINUTE_MS);
    const changed = test.clock.now();
    await setRate(id, 3_600);
    await test.dispatch(id);
    await run(id, MINUTE_MS);
    expect((await released(new Date(changed.getTime() - 1))).length).to.be.closeTo(60, 1);
    for (let change = 0; change < 100; change += 1) {
      await setRate(id, 3_600 + (change % 2));
      await run(id, SECOND_MS);
    }
    expect((await released(changed)).length).to.be.closeTo(160, 2);
    await setRate(id, null);
    await test.dispatch(id);
    expect(await test.recipientsOf(id)).to.deep.equal({ released: 1_000 });
  });

  it('ends when its last mail was tried, not when a next one would be due', async () => {
    await test.contacts(1);
    const id = await queue(1);
    await test.dispatch(id);
    await test.recordOutcomes(id, {});
    test.clock.advance(SECOND_MS);
    expect(await test.dispatch(id)).to.include({ status: 'sent' });
  });
});
