// The job that dispatches campaigns, when acceptance refuses what it releases: what is about all of a campaign pauses it or lets
// it wait, and says why.

import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { transaction } from '../../../shared/platform/db/transaction.ts';
import { SECOND_MS } from '../../../shared/platform/time/durations.ts';
import { RELEASE_PARTS } from '../../../shared/resources/flows/campaigns/dispatch/release/release-part.ts';
import { findStoppedCampaigns } from '../../../shared/resources/flows/campaigns/dispatch/stopped-campaigns.ts';
import { pauseCampaign } from '../../../shared/resources/flows/campaigns/transitions/pause-campaign.ts';
import { pauseSending, resumeSending } from '../../../shared/resources/foundation/sending/pause.ts';
import { useCampaigns } from './support/use-campaigns.ts';

describe('dispatch-campaigns, when mail is refused', () => {
  const test = useCampaigns();
  const contacts = async (count: number) => {
    for (let number = 0; number < count; number += 1) await test.contact(`p${number}@customer.dev`);
  };

  it('waits while all sending is stopped, each part of a release on its own', async () => {
    await contacts(250);
    await pauseSending(test.job.pool, 'maintenance');
    const { id } = await test.queue();
    const waiting = await test.dispatch(id);
    expect(waiting).to.include({ status: 'sending', last_error: null });
    expect(await test.mails()).to.be.empty;
    await resumeSending(test.job.pool);
    test.clock.advance(60 * SECOND_MS);
    await test.dispatch(id);
    expect(await test.mails()).to.have.length(250);
  });

  it('is paused for one refusal of the sender among others who may be mailed', async () => {
    await test.contact('delivered@simulator.test');
    await test.contact('bo@customer.dev');
    const { id } = await test.queue();
    await test.takeAudienceAlone(id);
    await test.query('UPDATE accounts SET production_access = false WHERE id = $1', [test.accountId]);
    await test.wake(id);
    expect(await test.dispatch(id)).to.include({ status: 'paused', paused_reason: 'reputation' });
    expect(await test.mails()).to.be.empty;
  });

  it('is paused with a sentence when it is refused for a reason that no release knows', async () => {
    await test.contact();
    const { id } = await test.queue();
    await test.takeAudienceAlone(id);
    await test.query('UPDATE campaigns SET topic_id = $2 WHERE id = $1', [id, test.job.ids.next()]);
    await test.wake(id);
    const paused = await test.dispatch(id);
    expect(paused).to.include({
      status: 'paused',
      paused_reason: 'refused',
      failed_reason: 'Topic not found.',
    });
  });

  it('leaves a tenth of the day to other mail, also when two campaigns of an account are released at once', async () => {
    await contacts(80);
    await test.query(`INSERT INTO plans (id, daily_email_limit) VALUES ('tenth', 100)`);
    await test.query(`UPDATE accounts SET plan_id = 'tenth' WHERE id = $1`, [test.accountId]);
    const both = [await test.queue(), await test.queue()];
    await Promise.all(both.map(({ id }) => test.dispatch(id)));
    for (let round = 0; round < 3; round += 1) {
      test.clock.advance(SECOND_MS);
      for (const { id } of both) await test.dispatch(id);
    }
    expect(await test.mails()).to.have.length(90);
    const [first, second] = await test.query(
      'SELECT status, paused_reason FROM campaigns WHERE account_id = $1',
      [test.accountId],
    );
    expect([first, second]).to.deep.include({ status: 'paused', paused_reason: 'daily_quota' });
  });

  it('goes on to send what it has released while it waits for the next day, and waits for none when all is released', async () => {
    await contacts(9);
    await test.query(`INSERT INTO plans (id, daily_email_limit) VALUES ('nine', 10)`);
    await test.query(`UPDATE accounts SET plan_id = 'nine' WHERE id = $1`, [test.accountId]);
    const whole = await test.queue();
    expect(await test.dispatch(whole.id)).to.include({ status: 'sending' });
    expect(await test.mails()).to.have.length(9);
    const next = await test.queue();
    expect(await test.dispatch(next.id)).to.include({ status: 'paused', paused_reason: 'daily_quota' });
    expect([...(await findStoppedCampaigns(test.job.pool)).keys()]).to.not.include(next.id);
  });

  it('stays paused when its owner pauses one that waits for the next day', async () => {
    await contacts(2);
    await test.query(`INSERT INTO plans (id, daily_email_limit) VALUES ('two', 2)`);
    await test.query(`UPDATE accounts SET plan_id = 'two' WHERE id = $1`, [test.accountId]);
    const { id } = await test.queue();
    expect(await test.dispatch(id)).to.include({ status: 'paused', paused_reason: 'daily_quota' });
    const move = { accountId: test.accountId, id, now: test.clock.now() };
    expect(await pauseCampaign(test.job.deps, move)).to.include({ status: 'paused' });
    const paused = await test.row('SELECT * FROM campaigns WHERE id = $1', [id]);
    expect(paused).to.include({ paused_reason: 'manual', paused_from: 'sending', next_attempt_at: null });
  });

  it('stores nothing of a release of which a contact was deleted since it was read', async () => {
    const gone = await test.contact('gone@customer.dev');
    const stays = await test.contact('stays@customer.dev');
    const { id } = await test.queue();
    await test.takeAudienceAlone(id);
    const claim = { id, token: randomUUID() };
    await test.query('UPDATE campaigns SET claim_token = $2 WHERE id = $1', [id, claim.token]);
    const { dispatch_id: dispatchId } = await test.row('SELECT dispatch_id FROM campaigns WHERE id = $1', [
      id,
    ]);
    const cursor = { dueAt: test.clock.now(), sortKey: 0 };
    const release = (contactIds: readonly string[]) => {
      const mails = contactIds.map((contactId) => ({
        contactId,
        variant: null,
        emailId: test.job.ids.next(),
      }));
      const move = { claim, dispatchId, mails, leftOut: [], cursor, pacedAt: null, now: test.clock.now() };
      return transaction(test.job.deps.database, (client) => RELEASE_PARTS.write(client, [move], [[]]));
    };
    await test.query('DELETE FROM contacts WHERE id = $1', [gone]);
    expect(await release([gone])).to.deep.equal([false]);
    expect(await release([stays])).to.deep.equal([true]);
    expect(await test.recipientsOf(id)).to.deep.equal({ pending: 1, released: 1 });
    await test.wake(id);
    await test.query('UPDATE campaigns SET claim_token = NULL WHERE id = $1', [id]);
    await test.dispatch(id);
    expect(await test.recipientsOf(id)).to.deep.equal({ 'left_out deleted': 1, released: 1 });
  });
});
