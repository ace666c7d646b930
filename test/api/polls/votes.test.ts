// What a vote does (docs/reference/polls.md#votes).
import { expect } from 'chai';
import { LINK_CHANGES_PER_DAY } from '../../../shared/contract/limits.ts';
import { DAY_MS } from '../../../shared/platform/time/durations.ts';
import type { Caller } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { waitFor } from '../../support/factories/automation-factories.ts';
import { createCampaign, createCampaignEmail } from '../../support/factories/campaign-factories.ts';
import { createPoll } from '../../support/factories/poll-factories.ts';
import { createEventOwner } from '../events/owner.ts';
import { UNKNOWN_ID } from '../specimen.ts';
import { readPage } from '../unsubscribes/person.ts';
import { createVoter, createVoterOf, type Voter } from './voter.ts';

describe('A vote', () => {
  const app = useApp();
  const voter = useEach(() => createVoter(app));
  const post = (path: string, body: string) => app.bare().post(path).type('form').send(body);
  const metricOf = async (outcome: string) => {
    const metrics = await app.deps.metrics.registry.metrics();
    return Number(new RegExp(`mail_poll_votes_total{outcome="${outcome}"} (\\d+)`).exec(metrics)?.[1] ?? 0);
  };

  it('Keeps one vote of an address, the last one, also when 20 come at once, and announces each change once.', async () => {
    const announced = await voter.owner.listen('poll.voted');
    const same = await metricOf('same');
    await Promise.all(Array.from({ length: 20 }, () => voter.vote(1)));
    expect(await announced()).to.have.lengthOf(1);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => voter.vote((index % 3) + 1, { address: 'BO@customer.dev' })),
    );
    await voter.vote(2);
    const changes = (await announced()).map(({ data }) => data as Record<string, string>);
    expect(Object.values(await voter.votes())).to.deep.equal([2]);
    // Each change begins where another has ended; the last one is the beginning of none.
    expect([...changes.map((change) => change['previous_option_id']), voter.optionId(2)]).to.have.members([
      null,
      ...changes.map((change) => change['option_id']),
    ]);
    expect((await metricOf('same')) - same).to.be.at.least(19);
  });

  it('Changes the vote of an address in a poll 50 times in 24 hours, and says on the page when it takes no more changes.', async () => {
    const announced = await voter.owner.listen('poll.voted');
    const limited = await metricOf('limited');
    await voter.vote(1);
    for (let change = 1; change <= LINK_CHANGES_PER_DAY; change += 1) await voter.vote((change % 2) + 1);
    expect(await announced()).to.have.lengthOf(1 + LINK_CHANGES_PER_DAY);
    const page = readPage({ status: 200, text: await voter.vote(3) });
    expect(page).to.include(
      'has voted: Good. You changed your vote too often. You can change it again tomorrow.',
    );
    await voter.vote(1);
    expect([(await announced()).length, await voter.votes()]).to.deep.equal([51, { 'bo@customer.dev': 1 }]);
    expect((await metricOf('limited')) - limited).to.equal(1);
    const clicks = await app.pool.query('SELECT FROM tracking_hits WHERE email_id = $1', [
      voter.voter.emailId,
    ]);
    expect(clicks.rowCount).to.equal(51);
    await voter.vote(2, { address: 'cy@customer.dev' });
    app.clock.advance(DAY_MS);
    await voter.vote(3);
    expect(await voter.votes()).to.deep.equal({ 'bo@customer.dev': 3, 'cy@customer.dev': 2 });
  });

  it('Takes the option of the link where the form names none, and none for an option that the poll does not have.', async () => {
    const other = await createPoll(app.pool, voter.owner.accountId);
    for (const option of [other.options[0]?.id, UNKNOWN_ID, 'x', ''])
      await post(voter.pathOf(1), `option=${option}`).expect(200);
    await post(voter.pathOf(4), '').expect(200);
    expect(await voter.votes()).to.deep.equal({});
    for (const body of ['', 'List-Unsubscribe=One-Click', 'x'.repeat(20_000)])
      await post(voter.pathOf(2), body).expect(200);
    expect(await voter.votes()).to.deep.equal({ 'bo@customer.dev': 2 });
  });

  it('Announces a vote with the poll, the option and the option before, the address, its contact, and the mail.', async () => {
    const { owner } = voter;
    const announced = await owner.listen('poll.*');
    const { id: contactId } = (await owner.add('bo@customer.dev')).body;
    await setAudience(voter);
    await voter.vote(1);
    const campaign = await createCampaign(app.pool, owner.accountId);
    const recipients = [{ address: 'cy@customer.dev' }];
    const { id: emailId } = await createCampaignEmail(app.pool, campaign, { recipients });
    app.clock.advance(1);
    await voter.vote(3, { emailId, address: 'cy@customer.dev' });
    app.clock.advance(1);
    await voter.vote(2);
    const about = { poll_id: voter.poll.id, question: 'Was this helpful?' };
    const own = { ...about, email: 'bo@customer.dev', contact_id: contactId, email_id: voter.voter.emailId };
    const at = (ago: number) => new Date(app.clock.now().getTime() - ago).toISOString();
    const [good, fair, poor] = voter.poll.options.map(({ id }) => id);
    expect((await announced()).map(({ data }) => data)).to.deep.equal([
      { ...own, option_id: good, option: 'Good', previous_option_id: null, created_at: at(2) },
      {
        ...{ ...about, option_id: poor, option: 'Poor', previous_option_id: null, email: 'cy@customer.dev' },
        ...{ email_id: emailId, campaign_id: campaign.id, created_at: at(1) },
      },
      { ...own, option_id: fair, option: 'Fair', previous_option_id: good, created_at: at(0) },
    ]);
  });

  it('Starts automations, and ends waits, when a contact votes or changes its vote.', async () => {
    const owner = await createEventOwner(app);
    await owner.automate('paid', { steps: [waitFor('poll.voted')] });
    await owner.automate('poll.voted');
    await owner.send('paid').expect(202);
    const person = await createVoterOf(app, owner, { address: owner.contact.email });
    await setAudience(person);
    for (const option of [1, 1, 2]) await person.vote(option);
    await person.vote(1, { address: 'stranger@customer.dev' });
    const came = (await owner.came()).filter(({ event }) => event === 'poll.voted');
    expect(came.map(({ payload }) => (payload as Record<string, string>)['option'])).to.deep.equal([
      'Good',
      'Fair',
    ]);
    expect(came.map(({ automations }) => automations[0]?.run_id)).to.not.include(null);
    const { rows } = await app.pool.query(
      `SELECT jsonb_array_length(inbox::jsonb) AS events FROM automation_runs WHERE 'poll.voted' = ANY(listens)`,
    );
    expect(rows).to.deep.equal([{ events: 2 }]);
  });

  /** Contacts of the domain that has sent the email are those of the default audience. */
  async function setAudience({ owner, voter: { emailId } }: Pick<Voter<Caller>, 'owner' | 'voter'>) {
    await app.pool.query(
      `UPDATE domains SET audience_id = (SELECT id FROM audiences WHERE account_id = $1 AND is_default)
       WHERE id = (SELECT domain_id FROM emails WHERE id = $2)`,
      [owner.accountId, emailId],
    );
  }
});
