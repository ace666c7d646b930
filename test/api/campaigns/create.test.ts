// POST, GET /campaigns and GET /campaigns/:id (docs/reference/campaigns.md#the-campaign-record).
import { expect } from 'chai';
import { BROADCAST_OPERATIONS, CAMPAIGN_OPERATIONS } from '../../../shared/contract/campaigns/operations.ts';
import { CAMPAIGNS_MAX } from '../../../shared/contract/limits.ts';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createCampaign } from '../../support/factories/campaign-factories.ts';
import { createAudience, createSegment, createTopic } from '../../support/factories/contact-factories.ts';
import { createApiKey, createDomain } from '../../support/factories/factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { describePaging } from '../paging.ts';
import { UNKNOWN_ID } from '../specimen.ts';
import { createCampaignOwner } from './owner.ts';

describe('POST /campaigns', () => {
  const app = useApp();
  const owner = useEach(() => createCampaignOwner(app));

  it('Creates a draft of a campaign with the given fields and answers 201 with its record.', async () => {
    const { accountId, audienceId, from } = owner;
    const topic = await createTopic(app.pool, accountId);
    const segment = await createSegment(app.pool, accountId);
    const given = {
      name: 'News of May',
      from,
      subject: 'What is new, {{{FIRST_NAME|friend}}}',
      reply_to: ['help@acme.dev', 'Ana <ana@acme.dev>'],
      preview_text: 'For {{ contact.email }}',
      html: '<p>Hello {{{contact.first_name|friend}}}</p>',
      text: '',
      tracking: { opens: true },
      segment_id: segment.id,
      topic_id: topic.id,
      audience_id: audienceId,
    };
    const { id, created_at, updated_at, ...made } = await owner.made(given);
    expect(created_at).to.equal(updated_at);
    const nothing = {
      paused_reason: null,
      failed_reason: null,
      scheduled_at: null,
      sent_at: null,
      total: null,
    };
    const later = { ab_test: null, rate_per_hour: null, poll: null, utm: null, web_version: 'link' };
    expect(made).to.deep.equal({
      object: 'campaign',
      status: 'draft',
      ...given,
      ...nothing,
      ...later,
      public_url: null,
      timezone: null,
      timezone_property: null,
      ends_at: null,
      template: null,
      left_out: {},
      stats: null,
      counts: null,
      measured: { opens: true, clicks: false },
    });
  });

  it('Names a campaign by the beginning of its subject when the request gives no name.', async () => {
    expect(await owner.made({ name: '', subject: 'x'.repeat(300) })).to.include({ name: 'x'.repeat(200) });
  });

  it('Answers a campaign with what it says, by its id.', async () => {
    const template = await createTemplate(app.pool, owner.accountId, { alias: 'news' });
    const variables = { NAME: 'Bo' };
    const made = await owner.made({ html: undefined, template: { alias: 'news', variables } });
    expect(made).to.deep.include({ template: { id: template.id, variables }, html: null, text: null });
    expect(await owner.shown(made.id)).to.deep.equal(made);
  });

  it("Sends to the whole audience when a campaign names no segment, and takes the id of a segment as an audience's and the other way round.", async () => {
    const { id: segmentId, audienceId } = await createSegment(app.pool, owner.accountId);
    for (const [given, segment] of [
      [{ audience_id: audienceId, segment_id: null }, null],
      [{ audience_id: undefined, segment_id: segmentId }, segmentId],
      [{ audience_id: segmentId }, segmentId],
      [{ audience_id: undefined, segment_id: audienceId }, null],
      [{ audience_id: audienceId, segment_id: segmentId.toUpperCase() }, segmentId],
    ] as const)
      expect(await owner.made(given)).to.include({ audience_id: audienceId, segment_id: segment });
  });

  it('Rejects a campaign for a segment of another audience than the one it names with validation_error 422.', async () => {
    const { id: audienceId } = await createAudience(app.pool, owner.accountId);
    const { id: segment_id } = await createSegment(app.pool, owner.accountId, { audienceId });
    expect(expectError(await owner.create({ segment_id }), 422, 'validation_error')).to.include(segment_id);
    expect(await owner.count('campaigns')).to.equal(0);
  });

  it('Rejects a campaign with an unknown audience, segment, topic or template with not_found 404.', async () => {
    const foreign = await createCampaignOwner(app);
    const others = {
      audience_id: foreign.audienceId,
      segment_id: (await createSegment(app.pool, foreign.accountId)).id,
      topic_id: (await createTopic(app.pool, foreign.accountId)).id,
      template_id: (await createTemplate(app.pool, foreign.accountId)).id,
    };
    for (const [field, id] of Object.entries(others))
      for (const each of [id, UNKNOWN_ID]) {
        const given = { [field]: each, ...(field === 'template_id' && { html: undefined }) };
        expectError(await owner.create(given), 404, 'not_found');
      }
    expect(await owner.count('campaigns')).to.equal(0);
  });

  it('Takes the `default_from` of the default domain when a campaign has no From, and rejects it with missing_required_field 422 when there is none.', async () => {
    const without = { from: undefined };
    expect(expectError(await owner.create(without), 422, 'missing_required_field')).to.include('from');
    const { id, name } = await createDomain(app.pool, owner.accountId, { isDefault: true });
    const defaultFrom = `Acme <hello@${name}>`;
    await app.pool.query('UPDATE domains SET default_from = $2 WHERE id = $1', [id, defaultFrom]);
    expect(await owner.made(without)).to.include({ from: defaultFrom });
  });

  it('Rejects a campaign whose template was never published with validation_error 422.', async () => {
    const { id } = await createTemplate(app.pool, owner.accountId, { isPublished: false });
    const refused = await owner.create({ html: undefined, template: { id } });
    expect(expectError(refused, 422, 'validation_error')).to.include('draft');
  });

  it('Rejects a fault in the source of a campaign with validation_error 422, and says its field, line and column.', async () => {
    for (const [field, source, column] of [
      ['html', '<p>\n{{ contact.first_name </p>', 1],
      ['html', '<p>\n {{{NAME|friend}}}', 2],
      ['text', 'a\n{% if contact.email %}', 1],
      ['text', 'a\n{{ contact.phone_number }}', 4],
      ['preview_text', 'a\n{{ UNSUBSCRIBE_URL }}', 4],
      ['text', 'a\n{{ event.order }}', 4],
    ] as const) {
      const { status, body } = await owner.create({ [field]: source });
      expect([status, body.name], source).to.deep.equal([422, 'validation_error']);
      expect(body.problems[0], source).to.include({ field, line: 2, column });
    }
    expect((await owner.create({ subject: '{{' })).body).to.include({ name: 'validation_error' });
    expect(await owner.count('campaign_contents')).to.equal(0);
  });

  it('Serves all operations of campaigns below /broadcasts too, where a record says that it is a broadcast.', async () => {
    const { audienceId: audience_id, from, api, read } = owner;
    const { body } = await api
      .post('/broadcasts')
      .send({ audience_id, from, subject: 'News', html: '<p>Hello</p>' })
      .expect(201);
    expect(body.object).to.equal('broadcast');
    expect(await read(`/broadcasts/${body.id}`)).to.deep.equal(body);
    expect(await owner.shown(body.id)).to.deep.equal({ ...body, object: 'campaign' });
    const paths = (operations: Record<string, { method: string; path: string }>) =>
      Object.values(operations).map(({ method, path }) => `${method} ${path.replace(/^\/\w+/, '')}`);
    expect(paths(BROADCAST_OPERATIONS)).to.deep.equal(paths(CAMPAIGN_OPERATIONS)).and.to.have.length(19);
    expect(OPERATIONS).to.include(BROADCAST_OPERATIONS);
  });

  it('Creates up to 10,000 campaigns per account and rejects the next with validation_error 422.', async () => {
    await app.pool.query(
      `INSERT INTO campaigns (id, account_id, name, status, audience_id, content_id, created_at, updated_at)
       SELECT uuid_v7(now()), $1, 'x', 'draft', $2, $2, now(), now() FROM generate_series(2, $3::integer)`,
      [owner.accountId, owner.audienceId, CAMPAIGNS_MAX],
    );
    const answers = await Promise.all([owner.create(), owner.create()]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 422]);
    const { id } = answers.find(({ status }) => status === 201)?.body ?? {};
    expectError(await owner.post(id, 'duplicate'), 422, 'validation_error');
  });
});

describe('GET /campaigns', () => {
  const app = useApp();

  it('Lists campaigns newest first, without what they say.', async () => {
    const { made, read } = await createCampaignOwner(app);
    const first = await made({ name: 'First' });
    const second = await made({ name: 'Second' });
    const { data } = await read('/campaigns');
    expect(data.map(({ name }: { name: string }) => name)).to.deep.equal(['Second', 'First']);
    for (const [item, record] of [
      [data[0], second],
      [data[1], first],
    ]) {
      expect(record).to.deep.include(item);
      expect(item).not.to.have.any.keys('object', 'subject', 'html', 'stats');
    }
  });

  it('Lists only the campaigns that have the status, or the text in their name, which the request asks for.', async () => {
    const { accountId, read } = await createCampaignOwner(app);
    for (const [name, status] of [
      ['News of May', 'draft'],
      ['News of June', 'sent'],
      ['Offer', 'sent'],
    ] as const)
      await createCampaign(app.pool, accountId, { name, status });
    const names = async (query: string) =>
      (await read(`/campaigns?${query}`)).data.map(({ name }: { name: string }) => name);
    expect(await names('status=sent')).to.deep.equal(['Offer', 'News of June']);
    expect(await names('q=news')).to.deep.equal(['News of June', 'News of May']);
    expect(await names('q=news&status=draft')).to.deep.equal(['News of May']);
  });

  describePaging(app, OPERATIONS.listCampaigns.path, async () => {
    const { token, accountId } = await createApiKey(app.pool);
    return {
      token,
      createItem: async () => (await createCampaign(app.pool, accountId)).id,
      deleteItem: (id) => app.pool.query('UPDATE campaigns SET deleted_at = now() WHERE id = $1', [id]),
      createForeignItem: async () =>
        (await createCampaign(app.pool, (await createApiKey(app.pool)).accountId)).id,
    };
  });
});
