// GET /polls, GET /polls/:id and GET /polls/:id/votes (docs/reference/polls.md#the-poll-record).
import { expect } from 'chai';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createCampaign, createCampaignEmail } from '../../support/factories/campaign-factories.ts';
import { createApiKey, createEmail } from '../../support/factories/factories.ts';
import { createPoll } from '../../support/factories/poll-factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { describePaging } from '../paging.ts';
import { createVoter } from './voter.ts';

describe('Polls', () => {
  const app = useApp();
  const voter = useEach(() => createVoter(app));

  it('Answers a poll with the votes of each option, and lists polls with every field but `object` and `options`.', async () => {
    const { owner, poll, vote } = voter;
    const question = { id: poll.id, question: 'Was this helpful?', campaign_id: null, template_id: null };
    const record = { ...question, email_id: voter.voter.emailId, results: 'private', closes_at: null };
    const read = async () => {
      const { object, options, created_at, ...rest } = await owner.read(`/polls/${poll.id.toUpperCase()}`);
      expect(object).to.equal('poll');
      expect((await owner.read('/polls')).data).to.deep.equal([{ ...rest, created_at }]);
      const shares = options.map(({ id: _, ...option }: { id: string }) => Object.values(option).join(' '));
      return [rest, shares];
    };
    expect(await read()).to.deep.equal([
      { ...record, total_votes: 0, status: 'open', last_vote_at: null },
      ['Good 0 0 1', 'Fair 0 0 2', 'Poor 0 0 3'],
    ]);
    for (const address of ['ana@x.dev', 'bo@x.dev', 'cy@x.dev']) await vote(1, { address });
    app.clock.advance(1_000);
    await vote(3, { address: 'bo@x.dev' });
    const last_vote_at = app.clock.now().toISOString();
    await app.pool.query('UPDATE polls SET closes_at = $2 WHERE id = $1', [poll.id, app.clock.now()]);
    expect(await read()).to.deep.equal([
      { ...record, closes_at: last_vote_at, total_votes: 3, status: 'closed', last_vote_at },
      ['Good 2 66.7 1', 'Fair 0 0 2', 'Poor 1 33.3 3'],
    ]);
  });

  it('Finds a poll by the id of its email or campaign, and by that of an email of a campaign or from a template.', async () => {
    const { owner } = voter;
    const idAt = async (id: string) => (await owner.api.get(`/polls/${id}`)).body.id;
    expect(await idAt(voter.voter.emailId)).to.equal(voter.poll.id);
    const campaign = await createCampaign(app.pool, owner.accountId);
    const ownerOf = { owner: { campaignId: campaign.id } };
    await createPoll(app.pool, owner.accountId, ownerOf);
    const asked = await createPoll(app.pool, owner.accountId, ownerOf);
    await app.pool.query('UPDATE campaign_contents SET poll = $2 WHERE id = $1', [campaign.contentId, asked]);
    const email = await createCampaignEmail(app.pool, campaign);
    await app.pool.query('UPDATE email_contents SET source_id = $2 WHERE id = $1', [
      email.id,
      campaign.contentId,
    ]);
    for (const id of [campaign.id, email.id]) expect(await idAt(id)).to.equal(asked.id);
    const template = await createTemplate(app.pool, owner.accountId);
    const poll = await createPoll(app.pool, owner.accountId, { owner: { templateId: template.id } });
    const made = await createEmail(app.pool, owner.accountId);
    expect(await idAt(made.id)).to.equal(undefined);
    await app.pool.query('UPDATE email_contents SET poll = $2 WHERE id = $1', [made.id, poll]);
    expect(await idAt(made.id)).to.equal(poll.id);
    const asking = await createCampaign(app.pool, owner.accountId, { status: 'sent' });
    await app.pool.query('UPDATE campaign_contents SET poll = $2 WHERE id = $1', [asking.contentId, poll]);
    expect(await idAt(asking.id)).to.equal(poll.id);
  });

  it('Lists the votes of a poll with the address, its contact, the email and the option.', async () => {
    const { owner, poll, vote, optionId } = voter;
    const contact_id = (await owner.add('bo@customer.dev')).body.id;
    await vote(1);
    const created_at = app.clock.now().toISOString();
    app.clock.advance(1_000);
    await vote(2);
    await vote(3, { address: 'Cy@x.dev' });
    const now = app.clock.now().toISOString();
    const { data } = await owner.read(`/polls/${poll.id}/votes`);
    const email_id = voter.voter.emailId;
    expect(data.map(({ id: _, ...vote }: { id: string }) => vote)).to.deep.equal([
      {
        contact_id: null,
        email: 'Cy@x.dev',
        email_id,
        option_id: optionId(3),
        created_at: now,
        updated_at: now,
      },
      { contact_id, email: 'bo@customer.dev', email_id, option_id: optionId(2), created_at, updated_at: now },
    ]);
  });

  it('Deletes the polls of a template or a campaign with it, and their votes.', async () => {
    const { owner } = voter;
    const template = await createTemplate(app.pool, owner.accountId);
    const campaign = await createCampaign(app.pool, owner.accountId, { status: 'sent' });
    for (const [path, carrier] of [
      [`/templates/${template.id}`, { templateId: template.id }],
      [`/campaigns/${campaign.id}`, { campaignId: campaign.id }],
    ] as const) {
      const asked = await createVoter(app, { poll: { owner: carrier } });
      await app.pool.query('UPDATE polls SET account_id = $2 WHERE id = $1', [
        asked.poll.id,
        owner.accountId,
      ]);
      const { accountId } = owner;
      await asked.vote(1, { accountId });
      await owner.api.delete(path).expect(200);
      expect((await owner.api.get(`/polls/${asked.poll.id}`)).status).to.equal(404);
      expect((await app.bare().post(asked.pathOf(1, { accountId }))).status).to.equal(404);
      expect(await asked.votes()).to.deep.equal({});
    }
  });

  describePaging(app, OPERATIONS.listPolls.path, async () => {
    const { token, accountId } = await createApiKey(app.pool);
    return {
      token,
      createItem: async () => (await createPoll(app.pool, accountId)).id,
      deleteItem: (id) => app.pool.query('DELETE FROM polls WHERE id = $1', [id]),
      createForeignItem: async () =>
        (await createPoll(app.pool, (await createApiKey(app.pool)).accountId)).id,
    };
  });
});
