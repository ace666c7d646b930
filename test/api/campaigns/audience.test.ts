// GET /campaigns/:id/audience (docs/reference/campaigns.md#audience).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createCampaign } from '../../support/factories/campaign-factories.ts';
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
    const away = await contact('cy@customer.dev');
    const other = await contact('di@customer.dev');
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
    const counted = { object: 'campaign_audience', left_out, timezones: null, frozen: false };
    expect(await audienceOf({})).to.deep.equal({ ...counted, total: 6, sendable: 2 });
    expect(await audienceOf({ segment_id: segment.id })).to.deep.equal({ ...counted, total: 5, sendable: 1 });
  });

  it('Answers the numbers with which a campaign has started; its record counts those who were left out since, too.', async () => {
    const { id } = await createCampaign(app.pool, owner.accountId, {
      total: 10,
      leftOut: { unsubscribed: 2, reserved: 1 },
      leftOutLater: { unsubscribed: 1, deleted: 1 },
    });
    expect(await owner.read(`/campaigns/${id}/audience`)).to.deep.equal({
      object: 'campaign_audience',
      id,
      total: 10,
      sendable: 7,
      left_out: { unsubscribed: 2, reserved: 1 },
      timezones: null,
      frozen: true,
      counted_at: null,
    });
    const left_out = { unsubscribed: 3, reserved: 1, deleted: 1 };
    expect(await owner.shown(id)).to.deep.include({ total: 10, left_out });
  });
});
