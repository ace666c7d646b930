// PATCH and DELETE /campaigns/:id, and copies (docs/reference/campaigns.md#changes).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createCampaign } from '../../support/factories/campaign-factories.ts';
import { createAudience, createSegment, createTopic } from '../../support/factories/contact-factories.ts';
import { createDomain } from '../../support/factories/factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { createCampaignOwner } from './owner.ts';

const STATES_WITHOUT_CHANGE = ['queued', 'sending', 'sent', 'canceled', 'failed'] as const;

describe('PATCH /campaigns/:id', () => {
  const app = useApp();
  const owner = useEach(() => createCampaignOwner(app));
  const contents = () => owner.count('campaign_contents');

  it('Changes the given fields of a draft or a scheduled campaign and leaves the others unchanged.', async () => {
    const { id: audience_id } = await createAudience(app.pool, owner.accountId);
    const { id: topic_id } = await createTopic(app.pool, owner.accountId);
    for (const scheduled_at of [undefined, 'in 1 hour']) {
      const made = await owner.made({ scheduled_at, send: scheduled_at !== undefined, text: 'Hello' });
      let record: object = made;
      for (const given of [
        { name: 'May' },
        { subject: 'Other' },
        { html: '<p>Other</p>' },
        { reply_to: 'help@acme.dev' },
        { preview_text: 'See' },
        { from: owner.from.replace('ana@', 'bo@') },
        { tracking: { clicks: false } },
        { topic_id },
        { audience_id },
      ]) {
        app.clock.advance(1_000);
        const { status, body } = await owner.change(made.id, given);
        expect(status, JSON.stringify(body)).to.equal(200);
        const shown = 'reply_to' in given ? { reply_to: ['help@acme.dev'] } : given;
        record = { ...record, ...shown, updated_at: app.clock.now().toISOString() };
        expect(body).to.deep.equal(record);
      }
    }
    // What a draft said before is removed.
    expect(await contents()).to.equal(2);
  });

  it('Clears what a change of a campaign sets to null.', async () => {
    const { id: topic_id } = await createTopic(app.pool, owner.accountId);
    const { id: segment_id } = await createSegment(app.pool, owner.accountId);
    const tracking = { opens: true };
    const given = {
      topic_id,
      segment_id,
      tracking,
      reply_to: 'a@acme.dev',
      preview_text: 'See',
      text: 'Hello',
    };
    const { id } = await owner.made(given);
    const nothing = Object.fromEntries(Object.keys(given).map((name) => [name, null]));
    const { body } = await owner.change(id, nothing);
    expect(body).to.deep.include(nothing);
    expectError(await owner.change(id, { html: null }), 422, 'validation_error');
    expect((await owner.shown(id))['html']).to.equal('<p>Hello</p>');
  });

  it('Replaces the template of a campaign by a body, and its body by a template.', async () => {
    const template = await createTemplate(app.pool, owner.accountId, { alias: 'news' });
    const { id } = await owner.made({ text: 'Hello' });
    const shown = async (given: object) => {
      const { template: used, html, text } = (await owner.change(id, given).expect(200)).body;
      return { template: used, html, text };
    };
    const used = { id: template.id, variables: { NAME: 'Bo' } };
    const ofTemplate = { template: used, html: null, text: null };
    expect(await shown({ template: { id: 'news', variables: { NAME: 'Bo' } } })).to.deep.equal(ofTemplate);
    expect(await shown({ subject: 'Other', html: null })).to.deep.equal(ofTemplate);
    expect(await shown({ html: '<p>Own</p>' })).to.deep.equal({
      template: null,
      html: '<p>Own</p>',
      text: null,
    });
    expectError(
      await owner.change(id, { template: { id: 'news' }, html: '<p>x</p>' }),
      422,
      'validation_error',
    );
    expectError(await owner.change(id, { template: { id: 'none' } }), 404, 'not_found');
    await owner.change(id, { template: { id: 'news' } }).expect(200);
    expectError(await owner.change(id, { template: null }), 422, 'validation_error');
  });

  it('Changes what a paused campaign says from then on, and keeps what was said before for the mail that was released.', async () => {
    const template = await createTemplate(app.pool, owner.accountId, { html: '<p>{{ NAME }}</p>' });
    const campaign = await createCampaign(app.pool, owner.accountId, {
      status: 'paused',
      html: '<p>Old</p>',
    });
    const { body } = await owner.change(campaign.id, { subject: 'New', name: 'May' }).expect(200);
    expect(body).to.include({ subject: 'New', name: 'May', html: '<p>Old</p>' });
    // It is taken from the template at once, because the campaign has started.
    const changed = await owner.change(campaign.id, { template: { id: template.id } }).expect(200);
    expect(changed.body).to.include({ html: '<p>{{ NAME }}</p>' });
    expect(await contents()).to.equal(3);
    const { rows } = await app.pool.query('SELECT html FROM campaign_contents WHERE id = $1', [
      campaign.contentId,
    ]);
    expect(rows).to.deep.equal([{ html: '<p>Old</p>' }]);
  });

  it('Rejects another audience, topic or tracking for a paused campaign with validation_error 422.', async () => {
    const { id: topic_id } = await createTopic(app.pool, owner.accountId);
    const { id: segment_id } = await createSegment(app.pool, owner.accountId);
    const { id: audience_id } = await createAudience(app.pool, owner.accountId);
    const { id } = await createCampaign(app.pool, owner.accountId, { status: 'paused' });
    for (const given of [{ topic_id }, { segment_id }, { audience_id }, { tracking: { opens: true } }])
      expect(expectError(await owner.change(id, given), 422, 'validation_error')).to.include('paused');
    const same = { audience_id: owner.audienceId, topic_id: null, segment_id: null, tracking: null };
    await owner.change(id, same).expect(200);
  });

  it('Rejects what would keep a scheduled or a paused campaign from being sent, such as a variable without a value, with validation_error 422.', async () => {
    const variables = [{ key: 'NAME', type: 'string' as const, fallbackValue: null }];
    const { id: template } = await createTemplate(app.pool, owner.accountId, { variables });
    const { id: scheduled } = await owner.made({ send: true, scheduled_at: 'in 1 hour' });
    const { id: paused } = await createCampaign(app.pool, owner.accountId, { status: 'paused' });
    for (const id of [scheduled, paused]) {
      const refused = async (given: object) =>
        expectError(await owner.change(id, given), 422, 'validation_error');
      expect(await refused({ template: { id: template } })).to.include('NAME');
      expect(await refused({ template: { id: template, variables: { NAME: 5 } } })).to.include('NAME');
      expect(await refused({ from: 'ana@unknown.dev' })).to.include('unknown.dev');
      expect((await owner.shown(id))['template']).to.equal(null);
      await owner.change(id, { template: { id: template, variables: { NAME: 'Bo' } } }).expect(200);
    }
    // The variants of a test may all have another From than the campaign.
    const { name } = await createDomain(app.pool, owner.accountId);
    const from = `ana@${owner.domain.name}`;
    const variants = ['a', 'b'].map((key) => ({ key, subject: key, from }));
    const { id: tested } = await owner.made({
      ab_test: { variants, test_percent: 50, winner_metric: 'manual' },
    });
    await owner.put(tested, { status: 'scheduled', scheduled_at: new Date(Date.now() + 1e9) });
    await owner.change(tested, { from: `bo@${name}` }).expect(200);
    expectError(await owner.change(tested, { from: 'bo@unknown.dev' }), 422, 'validation_error');
    // What was so before the change keeps it from nothing.
    await app.pool.query(`UPDATE domains SET status = 'failed' WHERE id = $1`, [owner.domain.id]);
    for (const id of [scheduled, paused]) await owner.change(id, { subject: 'Soon' }).expect(200);
  });

  it('Rejects a change of a campaign in any other state with validation_error 422 and names the state.', async () => {
    for (const status of STATES_WITHOUT_CHANGE) {
      const { id } = await createCampaign(app.pool, owner.accountId, { status });
      const message = expectError(
        await owner.change(id, { name: 'May', subject: 'May' }),
        422,
        'validation_error',
      );
      expect(message).to.include(status);
    }
  });

  it('Moves a scheduled campaign to another time, and takes a time in no other state.', async () => {
    const { id } = await owner.made({ send: true, scheduled_at: 'in 1 hour' });
    const at = new Date(app.clock.now().getTime() + 7_200_000);
    const { body } = await owner.change(id, { scheduled_at: at.toISOString() }).expect(200);
    expect(body).to.include({ status: 'scheduled', scheduled_at: at.toISOString() });
    const { rows } = await app.pool.query('SELECT next_attempt_at AS due FROM campaigns WHERE id = $1', [id]);
    expect(rows).to.deep.equal([{ due: at }]);
    for (const other of [
      (await owner.made()).id,
      (await createCampaign(app.pool, owner.accountId, { status: 'paused' })).id,
    ])
      for (const given of [{ scheduled_at: 'in 1 hour' }, { timezone: 'UTC' }, { timezone_property: 'zone' }])
        expect(expectError(await owner.change(other, given), 422, 'validation_error')).to.include('only');
    expectError(await owner.change(id, { scheduled_at: 'in 31 days' }), 422, 'validation_error');
    expect(expectError(await owner.change(id, { scheduled_at: null }), 422, 'validation_error')).to.include(
      'cancel the campaign',
    );
  });

  it('Changes nothing of a campaign, not even `updated_at`, when its fields have the given values already.', async () => {
    const made = await owner.made({ tracking: { opens: true }, reply_to: ['a@acme.dev'] });
    const stored = await app.pool.query('SELECT * FROM campaigns');
    app.clock.advance(1_000);
    const { name, audience_id, segment_id, topic_id, from, subject, reply_to, html, text, tracking } = made;
    const same = { name, audience_id, segment_id, topic_id, from, subject, reply_to, html, text, tracking };
    for (const given of [same, {}, { unknown: 5 }]) {
      const { body } = await owner.change(made.id, given).expect(200);
      expect(body).to.deep.equal(made);
    }
    expect((await app.pool.query('SELECT * FROM campaigns')).rows).to.deep.equal(stored.rows);
  });

  it('Rejects a change of a campaign with the `if_updated_at` of an older state with validation_error 422.', async () => {
    const { id, updated_at: if_updated_at } = await owner.made();
    const { body } = await owner.change(id, { name: 'First', if_updated_at }).expect(200);
    expect(body.updated_at).not.to.equal(if_updated_at);
    const refused = await owner.change(id, { name: 'Second', if_updated_at });
    expect(expectError(refused, 422, 'validation_error')).to.include(body.updated_at);
    expect((await owner.shown(id)).name).to.equal('First');
  });
});

describe('DELETE /campaigns/:id', () => {
  const app = useApp();
  const owner = useEach(() => createCampaignOwner(app));
  const remove = (id: string) => owner.api.delete(`/campaigns/${id}`);

  it('Deletes a draft, a scheduled campaign and one that has ended: it is not found any more.', async () => {
    const scheduled = await owner.made({ send: true, scheduled_at: 'in 1 hour' });
    const ids = [(await owner.made()).id, scheduled.id];
    for (const status of ['sent', 'canceled', 'failed'] as const)
      ids.push((await createCampaign(app.pool, owner.accountId, { status })).id);
    for (const id of ids) {
      const { body } = await remove(id).expect(200);
      expect(body).to.deep.equal({ object: 'campaign', id, deleted: true });
      expectError(await owner.api.get(`/campaigns/${id}`), 404, 'not_found');
      expectError(await remove(id), 404, 'not_found');
    }
    expect((await owner.read('/campaigns')).data).to.deep.equal([]);
    // Mail of campaigns that have started may still be read; their dispatch removes recipients and counts.
    const { rows } = await app.pool.query(
      'SELECT id, next_attempt_at IS NULL AS idle FROM campaigns ORDER BY id',
    );
    expect(rows).to.deep.equal(ids.slice(2).map((id) => ({ id, idle: false })));
    expect(await owner.count('campaign_contents')).to.equal(3);
  });

  it('Rejects the deletion of a campaign that is being sent, is paused or is still being canceled with validation_error 422.', async () => {
    for (const status of ['queued', 'sending', 'paused'] as const) {
      const { id } = await createCampaign(app.pool, owner.accountId, { status });
      expect(expectError(await remove(id), 422, 'validation_error')).to.include(status);
    }
    const { id } = await createCampaign(app.pool, owner.accountId, { status: 'canceled' });
    await owner.put(id, { next_attempt_at: app.clock.now() });
    expect(expectError(await remove(id), 422, 'validation_error')).to.include('canceled');
  });
});

describe('POST /campaigns/:id/duplicate', () => {
  const app = useApp();
  const owner = useEach(() => createCampaignOwner(app));

  it('Copies a campaign as a draft, with its content and audience and without its figures.', async () => {
    const template = await createTemplate(app.pool, owner.accountId);
    const { id: segment_id } = await createSegment(app.pool, owner.accountId);
    const used = { id: template.id, variables: { NAME: 'Bo' } };
    const made = await owner.made({ html: undefined, template: used, segment_id, tracking: { opens: true } });
    await owner.put(made.id, { status: 'sent', dispatch_id: made.id, total: 5, sent_at: new Date() });
    // As its start has frozen it.
    await app.pool.query(
      `UPDATE campaign_contents SET html = '<p>Hello</p>', declared = '[]', postal_address = 'x'`,
    );
    app.clock.advance(1_000);
    const { body } = await owner.post(made.id, 'duplicate').expect(201);
    const at = app.clock.now().toISOString();
    const own = { id: body.id, name: 'News (copy)', created_at: at, updated_at: at };
    expect(body).to.deep.equal({ ...made, ...own });
    expect(body.id).not.to.equal(made.id);
    const { rows } = await app.pool.query(
      'SELECT postal_address, declared FROM campaign_contents WHERE campaign_id = $1',
      [body.id],
    );
    expect(rows).to.deep.equal([{ postal_address: null, declared: null }]);
  });
});
