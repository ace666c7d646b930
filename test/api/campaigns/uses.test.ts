// What campaigns use (docs/reference/campaigns.md#what-campaigns-use).
import { expect } from 'chai';
import { DAY_MS } from '../../../shared/platform/time/durations.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import {
  createAudience,
  createContact,
  createContactProperty,
  createSegment,
  createTopic,
} from '../../support/factories/contact-factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { type CampaignOwner, createCampaignOwner } from './owner.ts';

/** A deletion and a start that race, this often. */
const ROUNDS = 10;

interface Using {
  /** Names what the campaign uses. */
  fields: object;
  /** Deletes it. */
  path: string;
}

describe('What campaigns use', () => {
  const app = useApp();
  const owner = useEach(() => createCampaignOwner(app));

  /** A campaign that uses an audience, a segment, a topic, a template, a domain and a contact property. */
  async function createUsing({ accountId, domain }: CampaignOwner): Promise<Using[]> {
    const { id: audience } = await createAudience(app.pool, accountId);
    const { id: segment } = await createSegment(app.pool, accountId, { audienceId: audience });
    await createContact(app.pool, { accountId, audienceId: audience, segmentIds: [segment] });
    const { id: topic } = await createTopic(app.pool, accountId);
    const { id: template } = await createTemplate(app.pool, accountId);
    const property = await createContactProperty(app.pool, accountId);
    const scheduled_at = new Date(app.clock.now().getTime() + DAY_MS).toISOString();
    const byZone = { scheduled_at, timezone_property: property.key };
    const ofTemplate = { html: undefined, template: { id: template } };
    return [
      { fields: { audience_id: undefined, segment_id: segment }, path: `/audiences/${audience}` },
      { fields: { audience_id: undefined, segment_id: segment }, path: `/segments/${segment.toUpperCase()}` },
      { fields: { topic_id: topic }, path: `/topics/${topic}` },
      { fields: ofTemplate, path: `/templates/${template}` },
      { fields: { from: `ana@${domain.name}` }, path: `/domains/${domain.id}` },
      { fields: byZone, path: `/contact-properties/${property.id}` },
    ];
  }

  it('Refuses to delete an audience, segment, topic, template, domain or contact property that a scheduled or unfinished campaign uses with validation_error 422, and names the campaign.', async () => {
    const stranger = await createCampaignOwner(app);
    for (const { fields, path } of await createUsing(owner)) {
      const { id } = await owner.made({ name: 'User', send: true, scheduled_at: 'in 1 hour', ...fields });
      for (const status of ['scheduled', 'queued', 'sending', 'paused']) {
        await owner.put(id, { status });
        const message = expectError(await owner.api.delete(path), 422, 'validation_error');
        expect(message, path).to.include('campaign "User"');
      }
      expectError(await stranger.api.delete(path), 404, 'not_found');
      await owner.put(id, { status: 'sent' });
    }
    // The audience last: its segment goes with it.
    for (const { path } of (await createUsing(owner)).reverse()) await owner.api.delete(path).expect(200);
  });

  it('Deletes the drafts of an audience together with it, and no others.', async () => {
    const [using] = (await createUsing(owner)) as [Using];
    const lost = await owner.made(using.fields);
    const sent = await owner.made(using.fields);
    await owner.put(sent.id, { status: 'sent' });
    const other = await owner.made();
    await owner.api.delete(using.path).expect(200);
    expectError(await owner.api.get(`/campaigns/${lost.id}`), 404, 'not_found');
    const { data } = await owner.read('/campaigns');
    expect(data.map(({ id }: { id: string }) => id)).to.have.members([sent.id, other.id]);
    const copy = await owner.post(sent.id, 'duplicate').expect(201);
    expect(
      expectError(await owner.post(copy.body.id, 'send'), 422, 'validation_error', 'findings'),
    ).to.include('audience');
  });

  it('Sends no campaign that uses what is deleted at the same moment.', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const all = await createUsing(owner);
      const { fields, path } = all[round % 4] as Using;
      const { id } = await owner.made(fields);
      const [sent, deleted] = await Promise.all([owner.post(id, 'send'), owner.api.delete(path)]);
      expect([200, 422]).to.include(deleted.status);
      expect(sent.status === 200, `${path}: ${sent.status}`).to.equal(deleted.status === 422);
      if (sent.status === 200) await owner.put(id, { status: 'sent' });
    }
  });
});
