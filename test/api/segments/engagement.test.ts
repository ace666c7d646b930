// What rules find by what people did with mail (docs/reference/segments.md#fields).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createCampaign, createCampaignRecipient } from '../../support/factories/campaign-factories.ts';
import { createContactOwner } from '../contacts/owner.ts';
import { createVoterOf } from '../polls/voter.ts';

describe('Rules about what people did with mail', () => {
  const app = useApp();
  const owner = useEach(() => createContactOwner(app));
  /** The local parts of the addresses that a rule finds. */
  const find = async (field: string, operator: string, value?: unknown): Promise<string> => {
    const { status, body } = await owner.api
      .post('/segments/preview')
      .send({ filter: { field, operator, value } });
    expect(status, JSON.stringify(body)).to.equal(200);
    const names = body.contacts.map(({ email }: { email: string }) => email.split('@')[0]);
    return names.sort().join(' ');
  };

  it('Finds contacts by the whole UTC days since their address last got mail, opened some or followed a link; who never did has done so infinitely long ago.', async () => {
    app.clock.set(new Date('2026-11-20T23:59:59Z'));
    const days = { today: '2026-11-20', yesterday: '2026-11-19', old: '2026-08-01' };
    for (const name of [...Object.keys(days), 'never', 'none']) await owner.add(`${name}@x.dev`);
    for (const [name, day] of Object.entries({ ...days, never: null }))
      await app.pool.query('INSERT INTO contact_engagement VALUES ($1, $2, $3, $3, $3)', [
        owner.accountId,
        `${name}@x.dev`,
        day,
      ]);
    for (const field of ['received', 'opened', 'clicked'].map((done) => `engagement.last_${done}_days`)) {
      expect(await find(field, 'lte', 1)).to.equal('today yesterday');
      expect(await find(field, 'lt', 1)).to.equal('today');
      expect(await find(field, 'eq', 1)).to.equal('yesterday');
      expect(await find(field, 'lt', 1_000_000)).to.equal('old today yesterday');
      expect(await find(field, 'exists')).to.equal('old today yesterday');
      expect(await find(field, 'gt', 1)).to.equal('never none old');
      expect(await find(field, 'gte', 111)).to.equal('never none old');
      expect(await find(field, 'gte', 1_000_000)).to.equal('never none');
      expect(await find(field, 'neq', 1)).to.equal('never none old today');
      expect(await find(field, 'is_empty')).to.equal('never none');
      expect(await find(field, 'lte', -1)).to.equal('');
      expect(await find(field, 'lte', 0.5)).to.equal('today');
    }
    app.clock.advance(1_000);
    expect(await find('engagement.last_opened_days', 'lte', 1)).to.equal('today');
  });

  it('Finds contacts by the vote of their address in a poll, or by any vote.', async () => {
    for (const name of ['no', 'yes', 'other', 'gone']) await owner.add(`${name}@x.dev`);
    const { poll, vote, optionId } = await createVoterOf(app, owner);
    await vote(1, { address: 'Yes@x.dev' });
    await vote(2, { address: 'other@x.dev' });
    await vote(2, { address: 'stranger@x.dev' });
    const field = `poll.${poll.id.toUpperCase()}`;
    expect(await find(field, 'eq', 'any')).to.equal('other yes');
    expect(await find(field, 'eq', optionId(1))).to.equal('yes');
    expect(await find(field, 'neq', optionId(1))).to.equal('gone no other');
    expect(await find(field, 'eq', optionId(3))).to.equal('');
  });

  it('Finds contacts by what became of them in a campaign; in one whose recipients are not kept any more nothing did.', async () => {
    const campaign = await createCampaign(app.pool, owner.accountId);
    const add = async (name: string, state: string, done: object = {}) => {
      const contactId = (await owner.add(`${name}@x.dev`)).body.id;
      await createCampaignRecipient(app.pool, campaign, { contactId, state });
      for (const column of Object.keys(done))
        await app.pool.query(`UPDATE campaign_recipients SET ${column} = now() WHERE contact_id = $1`, [
          contactId,
        ]);
    };
    await owner.add('no@x.dev');
    await add('out', 'left_out');
    await add('sent', 'sent');
    await add('read', 'delivered', { opened_at: true });
    await add('used', 'delivered', { clicked_at: true, unsubscribed_at: true });
    await add('spam', 'complained');
    await add('back', 'bounced');
    const field = `campaign.${campaign.id.toUpperCase()}`;
    expect(await find(field, 'eq', 'targeted')).to.equal('back out read sent spam used');
    expect(await find(field, 'eq', 'received')).to.equal('read sent spam used');
    expect(await find(field, 'eq', 'delivered')).to.equal('read spam used');
    expect(await find(field, 'eq', 'opened')).to.equal('read used');
    expect(await find(field, 'neq', 'opened')).to.equal('back no out sent spam');
    for (const [value, found] of Object.entries({
      clicked: 'used',
      unsubscribed: 'used',
      bounced: 'back',
      complained: 'spam',
    }))
      expect(await find(field, 'eq', value)).to.equal(found);
    await app.pool.query('UPDATE campaigns SET dispatch_id = NULL WHERE id = $1', [campaign.id]);
    expect(await find(field, 'eq', 'targeted')).to.equal('');
    expect(await find(field, 'neq', 'targeted')).to.equal('back no out read sent spam used');
  });
});
