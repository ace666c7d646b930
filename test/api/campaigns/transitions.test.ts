// POST /campaigns/:id/send, cancel, pause and resume (docs/reference/campaigns.md#states).
import { expect } from 'chai';
import { CAMPAIGNS_UNFINISHED_MAX } from '../../../shared/contract/limits.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/platform/time/durations.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createCampaign } from '../../support/factories/campaign-factories.ts';
import {
  createAudience,
  createContact,
  createSegment,
  createTopic,
} from '../../support/factories/contact-factories.ts';
import { factoryIds } from '../../support/factories/factory-ids.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { createCampaignOwner } from './owner.ts';

const STATES = ['draft', 'scheduled', 'queued', 'sending', 'paused', 'sent', 'canceled', 'failed'] as const;
const MOVES = {
  send: ['draft'],
  cancel: ['scheduled', 'queued', 'sending', 'paused'],
  pause: ['queued', 'sending'],
  resume: ['paused'],
} as const;

describe('Moves of a campaign', () => {
  const app = useApp();
  const owner = useEach(() => createCampaignOwner(app));

  it('Sends a draft at once, or schedules it with scheduled_at in ISO 8601 or English.', async () => {
    const at = new Date(app.clock.now().getTime() + HOUR_MS).toISOString();
    for (const [given, status, scheduled_at] of [
      [undefined, 'queued', null],
      [{ scheduled_at: null }, 'queued', null],
      [{ scheduled_at: at }, 'scheduled', at],
      [{ scheduled_at: 'in 1 hour' }, 'scheduled', at],
    ] as const) {
      const made = await owner.made();
      const { body } = await owner.post(made.id, 'send', given).expect(200);
      expect(body).to.deep.equal({ ...made, status, scheduled_at });
    }
    for (const scheduled_at of ['yesterday', 'in 31 days', 'whenever', 5])
      expectError(
        await owner.post((await owner.made()).id, 'send', { scheduled_at }),
        422,
        'validation_error',
      );
  });

  it('Creates and sends a campaign with `send: true`, at once or at scheduled_at, and creates nothing when it cannot be sent.', async () => {
    expect(await owner.made({ send: true })).to.include({ status: 'queued', scheduled_at: null });
    expect(await owner.made({ send: true, scheduled_at: 'in 1 hour' })).to.include({ status: 'scheduled' });
    const { id: audience_id } = await createAudience(app.pool, owner.accountId);
    expectError(await owner.create({ send: true, audience_id }), 422, 'validation_error', 'findings');
    expect([await owner.count('campaigns'), await owner.count('campaign_contents')]).to.deep.equal([2, 2]);
  });

  it('Sends a campaign once when it is asked to twice at the same time, and rejects the other request with validation_error 422.', async () => {
    const { id } = await owner.made();
    const answers = await Promise.all([owner.post(id, 'send'), owner.post(id, 'send')]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 422]);
    const refused = answers.find(({ status }) => status === 422) ?? expect.fail();
    expect(expectError(refused, 422, 'validation_error')).to.include('queued');
  });

  it('Makes a scheduled campaign a draft again by cancel, and one that has begun `canceled`.', async () => {
    const scheduled = await owner.made({ send: true, scheduled_at: 'in 1 hour' });
    const { body } = await owner.post(scheduled.id, 'cancel').expect(200);
    expect(body).to.include({ status: 'draft', scheduled_at: null });
    const begun = await owner.made({ send: true });
    expect((await owner.post(begun.id, 'cancel').expect(200)).body).to.include({ status: 'canceled' });
  });

  it('Pauses a campaign that has begun with the reason `manual`, and resumes it where it was.', async () => {
    for (const status of ['queued', 'sending'] as const) {
      const { id } = await owner.made({ send: true });
      await owner.put(id, { status });
      const { body } = await owner.post(id, 'pause').expect(200);
      expect(body).to.include({ status: 'paused', paused_reason: 'manual' });
      const resumed = await owner.post(id, 'resume').expect(200);
      expect(resumed.body).to.include({ status, paused_reason: null });
    }
  });

  it('Announces the pause of a campaign with its reason and stats.', async () => {
    const events = await owner.listen('campaign.*');
    const { id, name } = await owner.made({ send: true });
    await owner.post(id, 'pause').expect(200);
    const { object, id: _, variants, significant, ...stats } = await owner.read(`/campaigns/${id}/stats`);
    const data = { campaign_id: id, name, status: 'paused', paused_reason: 'manual', stats };
    expect(await events()).to.deep.equal([{ type: 'campaign.paused', data }]);
  });

  it('Rejects every other move with validation_error 422 and names the state of the campaign.', async () => {
    for (const status of STATES) {
      const { id } = await createCampaign(app.pool, owner.accountId, { status, from: owner.from });
      for (const [move, from] of Object.entries<readonly string[]>(MOVES)) {
        if (from.includes(status)) continue;
        const message = expectError(await owner.post(id, move), 422, 'validation_error');
        expect(message, `${move} of ${status}`).to.include(`is ${status}`);
      }
      expect((await owner.shown(id)).status).to.equal(status);
    }
  });

  describe('Conditions of sending', () => {
    const refuse = async (id: string) => {
      const message = expectError(await owner.post(id, 'send'), 422, 'validation_error', 'findings');
      expect((await owner.shown(id)).status).to.equal('draft');
      return message;
    };

    it('Rejects sending a campaign without production access with validation_error 422.', async () => {
      const { id } = await owner.made();
      await app.pool.query('UPDATE accounts SET production_access = false WHERE id = $1', [owner.accountId]);
      expect(await refuse(id)).to.include('production access');
    });

    it('Rejects sending a campaign from a domain that may not send with validation_error 422.', async () => {
      expect(await refuse((await owner.made({ from: 'ana@elsewhere.dev' })).id)).to.include('elsewhere.dev');
      const { id } = await owner.made();
      await app.pool.query(`UPDATE domains SET status = 'failed' WHERE id = $1`, [owner.domain.id]);
      expect(await refuse(id)).to.include(owner.domain.name);
    });

    it('Rejects sending a campaign to an audience without a contact that gets mail with validation_error 422.', async () => {
      const { id: audience_id } = await createAudience(app.pool, owner.accountId);
      const { id: segment_id } = await createSegment(app.pool, owner.accountId);
      for (const [target, says] of [
        [{ audience_id }, 'The audience has no contacts.'],
        [{ segment_id }, 'The segment has no contacts.'],
      ] as const)
        expect(await refuse((await owner.made(target)).id)).to.equal(says);
      await app.pool.query(`UPDATE contacts SET email = 'bo@example.com', email_key = 'bo@example.com'`);
      expect(await refuse((await owner.made()).id)).to.include('No contact');
    });

    it('Rejects sending a campaign whose template, segment, topic or audience was deleted with validation_error 422.', async () => {
      const template = await createTemplate(app.pool, owner.accountId);
      const { id: segment_id } = await createSegment(app.pool, owner.accountId);
      const ofTemplate = await owner.made({ html: undefined, template: { id: template.id } });
      const ofSegment = await owner.made({ segment_id });
      const { id: topic_id } = await createTopic(app.pool, owner.accountId);
      const ofTopic = await owner.made({ topic_id });
      const ofAudience = await owner.made();
      await owner.put(ofAudience.id, { audience_id: factoryIds.next() });
      await owner.api.delete(`/templates/${template.id}`).expect(200);
      await owner.api.delete(`/segments/${segment_id}`).expect(200);
      await owner.api.delete(`/topics/${topic_id}`).expect(200);
      for (const [campaign, what] of [
        [ofTemplate, 'template'],
        [ofSegment, 'segment'],
        [ofTopic, 'topic'],
        [ofAudience, 'audience'],
      ] as const)
        expect(await refuse(campaign.id)).to.equal(`The ${what} of the campaign was deleted.`);
    });

    it('Rejects sending a campaign whose template has a variable without a value with validation_error 422.', async () => {
      const variables = [{ key: 'NAME', type: 'string' as const, fallbackValue: null }];
      const { id: template_id } = await createTemplate(app.pool, owner.accountId, { variables });
      const { id } = await owner.made({ html: undefined, template_id });
      expect(await refuse(id)).to.include('NAME');
      await owner.change(id, { template: { id: template_id, variables: { NAME: 'Bo' } } }).expect(200);
      await owner.post(id, 'send').expect(200);
      // What is empty only for a person of whom nothing is known is no reason.
      const named = await owner.made({ subject: '{{ contact.first_name }}' });
      await owner.post(named.id, 'send').expect(200);
    });

    it("Rejects sending a campaign that needs more than what nine tenths of the month's quota leave with monthly_quota_exceeded 429.", async () => {
      const limited = await createCampaignOwner(app, { planId: 'free' });
      const month = `${app.clock.now().toISOString().slice(0, 7)}-01`;
      await app.pool.query(`INSERT INTO email_usage VALUES ($1, 'month', $2, 2699)`, [
        limited.accountId,
        month,
      ]);
      const { id: contactId } = await createContact(app.pool, { accountId: limited.accountId });
      const { id } = await limited.made();
      const message = expectError(await limited.post(id, 'send'), 429, 'monthly_quota_exceeded', 'findings');
      expect(message).to.include('2 recipients').and.include('1 emails');
      await app.pool.query('DELETE FROM contacts WHERE id = $1', [contactId]);
      await limited.post(id, 'send').expect(200);
    });

    it('Has up to 50 unfinished campaigns per account, scheduled ones among them, and rejects sending the next with validation_error 422.', async () => {
      const status = { send: true, scheduled_at: new Date(app.clock.now().getTime() + DAY_MS).toISOString() };
      await owner.made(status);
      for (let count = 2; count < CAMPAIGNS_UNFINISHED_MAX; count += 1)
        await createCampaign(app.pool, owner.accountId, { status: 'paused' });
      const first = await owner.made();
      const second = await owner.made();
      const answers = await Promise.all([owner.post(first.id, 'send'), owner.post(second.id, 'send')]);
      expect(answers.map((answer) => answer.status).sort()).to.deep.equal([200, 422]);
    });
  });
});
