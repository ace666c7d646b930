// GET /campaigns/:id/audience, stats, recipients and engagement (docs/reference/campaigns.md#audience).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createCampaign, createCampaignRecipient } from '../../support/factories/campaign-factories.ts';
import { createContact, createSegment, createTopic } from '../../support/factories/contact-factories.ts';
import { createSuppression } from '../../support/factories/factories.ts';
import { createCampaignOwner } from './owner.ts';

describe('GET /campaigns/:id/audience', () => {
  const app = useApp();
  const owner = useEach(() => createCampaignOwner(app));

  it('Counts the contacts of an audience or a segment before the campaign starts, and who of them is left out and why.', async () => {
    const { accountId } = owner;
    const segment = await createSegment(app.pool, accountId);
    const topic = await createTopic(app.pool, accountId);
    const contact = (email: string) =>
      createContact(app.pool, { accountId, email, segmentIds: [segment.id] });
    const [away, other] = [await contact('cy@customer.dev'), await contact('di@customer.dev')];
    await contact('ed@customer.dev');
    await contact('fi@example.com');
    await contact('bounced@simulator.test');
    await owner.api.patch(`/contacts/${away.id}`).send({ unsubscribed: true }).expect(200);
    await owner.api
      .patch(`/contacts/${other.id}/topics`)
      .send([{ id: topic.id, subscription: 'opt_out' }])
      .expect(200);
    await createSuppression(app.pool, accountId, 'ed@customer.dev');
    const audienceOf = async (given: object) => {
      const { id } = await owner.made({ topic_id: topic.id, ...given });
      const { id: shown, counted_at, ...audience } = await owner.read(`/campaigns/${id}/audience`);
      expect([shown, counted_at]).to.deep.equal([id, app.clock.now().toISOString()]);
      return audience;
    };
    const left_out = { unsubscribed: 1, opted_out: 1, suppressed: 1, reserved: 1 };
    const counted = { object: 'campaign_audience', left_out, frozen: false };
    expect(await audienceOf({})).to.deep.equal({ ...counted, total: 6, sendable: 2 });
    expect(await audienceOf({ segment_id: segment.id })).to.deep.equal({ ...counted, total: 5, sendable: 1 });
  });

  it('Answers the numbers with which a campaign has started, and those who were left out since.', async () => {
    const { id } = await createCampaign(app.pool, owner.accountId, {
      total: 10,
      leftOut: { unsubscribed: 2, reserved: 1 },
      leftOutLater: { unsubscribed: 1, deleted: 1 },
    });
    const left_out = { unsubscribed: 3, reserved: 1, deleted: 1 };
    expect(await owner.read(`/campaigns/${id}/audience`)).to.deep.include({
      total: 10,
      sendable: 5,
      left_out,
      frozen: true,
    });
    expect(await owner.shown(id)).to.deep.include({ total: 10, left_out });
  });
});

describe('GET /campaigns/:id/stats', () => {
  const app = useApp();

  it('Counts what became of the recipients of a campaign, and answers rates.', async () => {
    const { accountId, read, shown, domain } = await createCampaignOwner(app);
    const { id } = await createCampaign(app.pool, accountId, { total: 12, leftOut: { suppressed: 2 } });
    const counts = { tried: 9, sent: 8, delivered: 8, bounced: 1, unique_opened: 4, opened: 6, clicked: 2 };
    for (const [metric, count] of Object.entries(counts))
      await app.pool.query(
        `INSERT INTO campaign_metrics VALUES ($1, date_trunc('hour', now()), $2, $3, $4, 0, $5)`,
        [...[accountId, id, domain.id], ...[metric, count]],
      );
    const stats = await read(`/campaigns/${id}/stats`);
    expect(stats).to.deep.include({
      ...{
        object: 'campaign_stats',
        id,
        recipients: 10,
        left_out: 2,
        pending: 1,
        sent: 8,
        delivered: 8,
        bounced: 1,
      },
      ...{ opened: 6, unique_opened: 4, clicked: 2, unique_clicked: 0, complained: 0, variants: [] },
      ...{ delivery_rate: 0.8888, bounce_rate: 0.1111, open_rate: 0.5 },
    });
    const { object, id: _, variants, ...figures } = stats;
    expect((await shown(id))['stats']).to.deep.equal(figures);
  });
});

describe('GET /campaigns/:id/recipients', () => {
  const app = useApp();
  const owner = useEach(() => createCampaignOwner(app));

  it('Lists the recipients of a campaign by what became of them, with the address that the contact has now.', async () => {
    const campaign = await createCampaign(app.pool, owner.accountId);
    const { contactId } = owner;
    await createCampaignRecipient(app.pool, campaign, { contactId, state: 'delivered' });
    const gone = await createCampaignRecipient(app.pool, campaign, { state: 'left_out', reason: 'deleted' });
    await app.pool.query(
      'UPDATE campaign_recipients SET opened_at = now(), opens = 3 WHERE contact_id = $1',
      [contactId],
    );
    await owner.api.patch(`/contacts/${contactId}`).send({ email: 'bob@customer.dev' }).expect(200);
    const nothing = { variant: null, count: null, bounce_type: null, reason: null, machine_only: null };
    const bo = { id: contactId, contact_id: contactId, email: 'bob@customer.dev', ...nothing };
    for (const [type, items] of [
      ['delivered', [bo]],
      ['opened', [{ ...bo, count: 3, machine_only: false }]],
      ['left_out', [{ ...nothing, id: gone, contact_id: gone, email: '', reason: 'deleted' }]],
      ['pending', []],
    ] as const)
      for (const path of ['recipients', 'engagement']) {
        const { data } = await owner.read(`/campaigns/${campaign.id}/${path}?type=${type}`);
        expect(data, type).to.deep.equal(items);
      }
  });

  it('Lists only the recipient that has an address, or those that bounced in one way.', async () => {
    const campaign = await createCampaign(app.pool, owner.accountId);
    const { id: otherId } = await createContact(app.pool, { accountId: owner.accountId });
    for (const [contactId, kind] of [
      [owner.contactId, 'permanent'],
      [otherId, 'transient'],
    ]) {
      await createCampaignRecipient(app.pool, campaign, { contactId: contactId ?? '', state: 'bounced' });
      const text = 'UPDATE campaign_recipients SET bounce_type = $2 WHERE contact_id = $1';
      await app.pool.query(text, [contactId, kind]);
    }
    const idsOf = async (query: string) =>
      (await owner.read(`/campaigns/${campaign.id}/recipients?type=bounced${query}`)).data.map(
        ({ id }: { id: string }) => id,
      );
    expect(await idsOf('')).to.deep.equal([otherId, owner.contactId]);
    expect(await idsOf('&email=BO@customer.dev')).to.deep.equal([owner.contactId]);
    expect(await idsOf('&bounce_type=transient')).to.deep.equal([otherId]);
    expect(await idsOf('&bounce_type=transient&email=bo@customer.dev')).to.deep.equal([]);
  });
});
