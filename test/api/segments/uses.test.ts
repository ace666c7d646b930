// Filters that use segments, topics and contact properties (docs/reference/segments.md#filters-that-use-segments).
import { expect } from 'chai';
import { EXPANDED_RULES_MAX, SEGMENT_NESTING_MAX } from '../../../shared/contract/limits.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createCampaign } from '../../support/factories/campaign-factories.ts';
import { createAudience } from '../../support/factories/contact-factories.ts';
import { createPoll } from '../../support/factories/poll-factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { createContactOwner } from '../contacts/owner.ts';

const NAMED = { field: 'contact.first_name', operator: 'exists' };
const ROUNDS = 8;

describe('Filters that use others', () => {
  const app = useApp();
  const owner = useEach(() => createContactOwner(app));
  const inSegment = (value: string, operator = 'eq') => ({ field: 'segment', operator, value });
  const create = (name: string, filter: object, fields = {}) =>
    owner.make('/segments', { name, filter, ...fields });
  const replace = (id: string, filter: object) => owner.api.patch(`/segments/${id}`).send({ filter });

  it('Rejects a filter by which segments would use each other in a circle with validation_error 422 that names them.', async () => {
    const a = await create('A', NAMED);
    const b = await create('B', { not: inSegment(a, 'neq') });
    const c = await create('C', { or: [inSegment(b), inSegment(a)] });
    for (const [id, filter, circle] of [
      [a, inSegment(a), 'A → A'],
      [a, { and: [NAMED, inSegment(c)] }, 'A → C → B → A'],
      [b, { not: inSegment(c) }, 'B → C → B'],
    ] as const)
      expect(expectError(await replace(id, filter), 422, 'validation_error')).to.include(circle);
    expect((await owner.read(`/segments/${a}`)).filter).to.deep.equal({ type: 'rule', ...NAMED });
    expect((await replace(c, inSegment(a))).status).to.equal(200);
    expect((await replace(b, inSegment(c))).status).to.equal(200);
  });

  it('Lets no circle arise from changes at the same time.', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const a = await create('A', NAMED);
      const b = await create('B', NAMED);
      const answers = await Promise.all([replace(a, inSegment(b)), replace(b, inSegment(a))]);
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 422]);
    }
  });

  it('Rejects a filter that would have more than 1,000 rules or be more than ten segments deep with validation_error 422, also through a segment that uses it.', async () => {
    expect([EXPANDED_RULES_MAX, SEGMENT_NESTING_MAX]).to.deep.equal([1_000, 10]);
    const large = await create('Large', { and: Array(49).fill(NAMED) });
    const sum = (count: number) => ({ or: Array(count).fill(inSegment(large)) });
    // Each use is a rule itself, in addition to the 49 of the segment.
    const all = await create('All', sum(20));
    expect(expectError(await replace(all, sum(21)), 422, 'validation_error')).to.include('1050 rules');
    expect(
      expectError(await replace(large, { and: Array(50).fill(NAMED) }), 422, 'validation_error'),
    ).to.include('"All"');
    const preview = await owner.api.post('/segments/preview').send({ filter: sum(21) });
    expectError(preview, 422, 'validation_error');
    expect((await owner.api.post('/segments/preview').send({ filter: sum(20) })).body.count).to.equal(0);

    const chain = [await create('Level 1', NAMED)];
    for (let level = 2; level <= 10; level += 1)
      chain.push(await create(`Level ${level}`, inSegment(chain.at(-1) ?? '')));
    const deeper = await owner.api
      .post('/segments')
      .send({ name: 'Level 11', filter: inSegment(chain.at(-1) ?? '') });
    expect(expectError(deeper, 422, 'validation_error')).to.include('11 levels deep');
    const below = await create('Level 0', NAMED);
    const message = expectError(await replace(chain[0] ?? '', inSegment(below)), 422, 'validation_error');
    expect(message).to.include('"Level 10"');
    expect((await owner.api.get(`/segments/${chain.at(-1)}/contacts`)).status).to.equal(200);
  });

  it('Refuses to delete a segment that the filter of another one uses with validation_error 422, and names that one.', async () => {
    const fixed = await owner.make('/segments', { name: 'Fixed' });
    const dynamic = await create('Named', NAMED);
    const user = await create('User', { not: { or: [inSegment(fixed.toUpperCase()), inSegment(dynamic)] } });
    for (const path of [`/segments/${fixed}`, `/segments/${dynamic.toUpperCase()}`, `/audiences/${fixed}`])
      expect(expectError(await owner.api.delete(path), 422, 'validation_error')).to.include('"User"');
    expect((await owner.api.delete(`/segments/${user}`)).status).to.equal(200);
    for (const id of [fixed, dynamic])
      expect((await owner.api.delete(`/segments/${id}`)).status).to.equal(200);
  });

  it('Refuses to delete a topic, a contact property, or a campaign or the template of a poll that a filter uses with validation_error 422, and names the segment.', async () => {
    const topic = await owner.topic();
    const property = await owner.make('/contact-properties', { key: 'plan', type: 'string' });
    await owner.make('/contact-properties', { key: 'plan_2', type: 'string' });
    const { id: campaign } = await createCampaign(app.pool, owner.accountId, { status: 'sent' });
    const { id: template } = await createTemplate(app.pool, owner.accountId);
    const poll = await createPoll(app.pool, owner.accountId, { owner: { templateId: template } });
    const paths = [
      `/topics/${topic}`,
      `/contact-properties/${property}`,
      `/campaigns/${campaign}`,
      `/templates/${template}`,
    ];
    const user = await create('User', {
      and: [
        { field: `topic.${topic.toUpperCase()}`, operator: 'eq', value: 'opt_in' },
        { not: { field: 'contact.properties.plan', operator: 'exists' } },
        { field: `campaign.${campaign.toUpperCase()}`, operator: 'neq', value: 'opened' },
        { field: `poll.${poll.id.toUpperCase()}`, operator: 'eq', value: 'any' },
      ],
    });
    for (const path of paths)
      expect(expectError(await owner.api.delete(path), 422, 'validation_error')).to.include('"User"');
    const stranger = await createContactOwner(app);
    for (const path of paths) expectError(await stranger.api.delete(path), 404, 'not_found');
    await replace(user, { field: 'contact.properties.plan_2', operator: 'eq', value: `topic.${topic}` });
    for (const path of paths) expect((await owner.api.delete(path)).status).to.equal(200);
  });

  it('Deletes an audience with segments that use each other.', async () => {
    const { id } = await createAudience(app.pool, owner.accountId);
    const named = await create('Named', NAMED, { audience_id: id });
    await create('User', inSegment(named), { audience_id: id });
    expect((await owner.api.delete(`/audiences/${id}`)).status).to.equal(200);
    expectError(await owner.api.get(`/segments/${named}`), 404, 'not_found');
  });

  it('Lets no filter use what is deleted at the same moment.', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const topic = await owner.topic();
      const property = await owner.make('/contact-properties', { key: `key_${round}`, type: 'string' });
      const segment = await create('Named', NAMED);
      const { id: campaign } = await createCampaign(app.pool, owner.accountId, { status: 'sent' });
      for (const [path, filter] of [
        [`/topics/${topic}`, { field: `topic.${topic}`, operator: 'eq', value: 'opt_in' }],
        [`/contact-properties/${property}`, { field: `contact.properties.key_${round}`, operator: 'exists' }],
        [`/segments/${segment}`, inSegment(segment)],
        [`/campaigns/${campaign}`, { field: `campaign.${campaign}`, operator: 'eq', value: 'opened' }],
      ] as const) {
        const [created, deleted] = await Promise.all([
          owner.api.post('/segments').send({ name: 'User', filter }),
          owner.api.delete(path),
        ]);
        expect([200, 422]).to.include(deleted.status);
        expect(created.status === 201).to.equal(deleted.status === 422);
        if (created.status === 201)
          expect((await owner.read(`/segments/${created.body.id}`)).contacts_count).to.equal(0);
      }
    }
  });
});
