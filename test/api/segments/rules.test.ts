// What rules find: fields and operators (docs/reference/segments.md#fields). That any combination of them is evaluated
// correctly is tested by test/shared/resources/audience/rules/evaluators.test.ts.
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createCampaign } from '../../support/factories/campaign-factories.ts';
import { createAudience } from '../../support/factories/contact-factories.ts';
import { createPoll } from '../../support/factories/poll-factories.ts';
import { createContactOwner } from '../contacts/owner.ts';
import { UNKNOWN_ID } from '../specimen.ts';

type Rule = [field: string, operator: string, value?: unknown];

describe('Rules of a filter', () => {
  const app = useApp();
  const owner = useEach(() => createContactOwner(app));
  const preview = ([field, operator, value]: Rule) =>
    owner.api.post('/segments/preview').send({ filter: { field, operator, value } });
  /** The local parts of the addresses that a rule finds. */
  const find = async (...rule: Rule): Promise<string> => {
    const { status, body } = await preview(rule);
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body.count).to.equal(body.contacts.length);
    const names = body.contacts.map(({ email }: { email: string }) => email.split('@')[0]);
    return names.sort().join(' ');
  };
  const refuse = async (...rule: Rule) => expectError(await preview(rule), 422, 'validation_error');
  const property = (key: string, type: string, fields = {}) =>
    owner.make('/contact-properties', { key, type, ...fields });

  it('Finds contacts by every field of theirs.', async () => {
    await owner.add('bo@x.dev', { first_name: 'Bo', last_name: 'Smith' });
    app.clock.advance(60_000);
    const middle = app.clock.now().toISOString();
    await owner.add('cy@y.dev', { first_name: 'Cy', unsubscribed: true });
    expect(await find('contact.email', 'ends_with', '@X.dev')).to.equal('bo');
    expect(await find('contact.first_name', 'eq', 'Cy')).to.equal('cy');
    expect(await find('contact.last_name', 'is_empty')).to.equal('cy');
    expect(await find('contact.unsubscribed', 'eq', false)).to.equal('bo');
    expect(await find('contact.unsubscribed', 'neq', false)).to.equal('cy');
    expect(await find('contact.created_at', 'gte', middle)).to.equal('cy');
    app.clock.advance(60_000);
    await owner.api.patch('/contacts/bo@x.dev').send({ last_name: 'Bell' }).expect(200);
    expect(await find('contact.updated_at', 'gt', middle)).to.equal('bo');
  });

  it('Finds contacts by contact properties of every type, and never by a fallback value.', async () => {
    await property('plan', 'string', { fallback_value: 'free' });
    await property('visits', 'number', { fallback_value: 7 });
    await property('vip', 'boolean', { fallback_value: true });
    await property('born', 'date', { fallback_value: '2000-01-01' });
    await property('__proto__', 'string');
    await owner.add('bo@x.dev', { properties: { plan: 'pro', visits: 7, vip: true, born: '2000-01-01' } });
    await owner.add('cy@x.dev');
    const own = await owner.api
      .post('/contacts')
      .set('Content-Type', 'application/json')
      .send('{"email": "di@x.dev", "properties": {"__proto__": "own"}}');
    expect(own.status).to.equal(201);
    expect(await find('contact.properties.plan', 'eq', 'pro')).to.equal('bo');
    expect(await find('contact.properties.plan', 'eq', 'free')).to.equal('');
    expect(await find('contact.properties.visits', 'lte', 7)).to.equal('bo');
    expect(await find('contact.properties.vip', 'eq', true)).to.equal('bo');
    expect(await find('contact.properties.vip', 'is_empty')).to.equal('cy di');
    expect(await find('contact.properties.born', 'lt', '2000-01-01T00:00:01Z')).to.equal('bo');
    expect(await find('contact.properties.__proto__', 'eq', 'own')).to.equal('di');
  });

  it('Finds contacts by their segments, static and dynamic.', async () => {
    const fixed = await owner.make('/segments', { name: 'Fixed' });
    await owner.add('bo@x.dev', { segments: [fixed] });
    await owner.add('cy@x.dev', { first_name: 'Cy' });
    await owner.add('di@x.dev');
    const filter = { field: 'contact.first_name', operator: 'exists' };
    const named = await owner.make('/segments', { name: 'Named', filter });
    expect(await find('segment', 'eq', fixed)).to.equal('bo');
    expect(await find('segment', 'neq', fixed.toUpperCase())).to.equal('cy di');
    expect(await find('segment', 'eq', named)).to.equal('cy');
    const neither = ['neq', 'neq'].map((operator, index) => ({
      field: 'segment',
      operator,
      value: [fixed, named][index],
    }));
    const rest = await owner.make('/segments', { name: 'Rest', filter: { and: neither } });
    expect(await find('segment', 'eq', rest)).to.equal('di');
    expect(await find('segment', 'neq', rest)).to.equal('bo cy');
  });

  it('Finds contacts by the subscription of their address to a topic: its choice, else the default.', async () => {
    const news = await owner.topic();
    const beta = await owner.make('/topics', { name: 'Beta', default_subscription: 'opt_out' });
    await owner.add('bo@x.dev', { topics: [{ id: news, subscription: 'opt_out' }] });
    await owner.add('cy@x.dev', { topics: [{ id: beta, subscription: 'opt_in' }], unsubscribed: true });
    await owner.add('di@x.dev');
    expect(await find(`topic.${news}`, 'eq', 'opt_in')).to.equal('cy di');
    expect(await find(`topic.${news.toUpperCase()}`, 'neq', 'opt_in')).to.equal('bo');
    expect(await find(`topic.${beta}`, 'eq', 'opt_in')).to.equal('cy');
    expect(await find(`topic.${beta}`, 'eq', 'opt_out')).to.equal('bo di');
  });

  it('Rejects an unknown field with validation_error 422 that says which fields there are.', async () => {
    const unknown = [
      'engagement.last_seen_days',
      'email',
      'contact',
      'contact.id',
      'contact.segments',
      'event.plan',
      'contact.email.x',
    ];
    for (const field of unknown)
      expect(await refuse(field, 'exists'))
        .to.include(`"${field}"`)
        .and.include('contact.updated_at')
        .and.include('campaign.<id>')
        .and.include('poll.<id>')
        .and.include('engagement.last_opened_days');
    expect(await refuse('contact.properties.plan', 'exists')).to.include('not a contact property');
  });

  it('Rejects an unknown segment, topic, campaign or poll in a filter with not_found 404, and a malformed id, a segment of another audience or a campaign that has not begun with validation_error 422.', async () => {
    const foreign = await createContactOwner(app);
    const theirs = await foreign.make('/segments', { name: 'Theirs' });
    const topic = await foreign.make('/topics', { name: 'Theirs', default_subscription: 'opt_in' });
    for (const id of [UNKNOWN_ID, theirs])
      expect(expectError(await preview(['segment', 'eq', id]), 404, 'not_found')).to.equal(
        'Segment not found.',
      );
    for (const id of [UNKNOWN_ID, topic])
      expect(expectError(await preview([`topic.${id}`, 'eq', 'opt_in']), 404, 'not_found')).to.equal(
        'Topic not found.',
      );
    const campaign = await createCampaign(app.pool, foreign.accountId);
    for (const id of [UNKNOWN_ID, campaign.id])
      expect(expectError(await preview([`campaign.${id}`, 'eq', 'opened']), 404, 'not_found')).to.equal(
        'Campaign not found.',
      );
    const poll = await createPoll(app.pool, foreign.accountId);
    for (const id of [UNKNOWN_ID, poll.id])
      expect(expectError(await preview([`poll.${id}`, 'eq', 'any']), 404, 'not_found')).to.equal(
        'Poll not found.',
      );
    for (const status of ['draft', 'scheduled'] as const) {
      const { id } = await createCampaign(app.pool, owner.accountId, { status });
      expect(await refuse(`campaign.${id}`, 'eq', 'opened')).to.include('not started');
    }
    for (const id of ['none', '', 5]) await refuse('segment', 'eq', id);
    for (const id of ['none', '', '*']) {
      await refuse(`topic.${id}`, 'eq', 'opt_in');
      await refuse(`campaign.${id}`, 'eq', 'opened');
      await refuse(`poll.${id}`, 'eq', 'any');
    }
    const audience = await createAudience(app.pool, owner.accountId);
    const elsewhere = await owner.make('/segments', { name: 'Elsewhere', audience_id: audience.id });
    expect(await refuse('segment', 'eq', elsewhere)).to.include('another audience');
  });

  it('Ignores the case of the letters A to Z in texts, and of no other letter.', async () => {
    const names = ['BO', 'ÉVA', 'İVO', 'ıvo', 'Weiß', '50%_\\'];
    for (const [index, first_name] of names.entries()) await owner.add(`${index}@x.dev`, { first_name });
    const named = (operator: string, value: string) => find('contact.first_name', operator, value);
    expect(await named('eq', 'bo')).to.equal('0');
    expect(await named('eq', 'éva')).to.equal('');
    expect(await named('eq', 'Éva')).to.equal('1');
    expect(await named('ends_with', 'VO')).to.equal('2 3');
    expect(await named('starts_with', 'i')).to.equal('');
    expect(await named('contains', 'SS')).to.equal('');
    expect(await named('contains', '%_')).to.equal('5');
    expect(await named('contains', '')).to.equal('0 1 2 3 4 5');
  });

  it('Compares dates as moments, to the millisecond.', async () => {
    await property('at', 'date');
    const dates = {
      day: '2026-01-31',
      minutes: '2026-01-31 00:00',
      offset: '2026-01-30T19:00:00.000999999-0500',
      comma: '2026-01-31t00:00:00,0009z',
      far: '2026-01-31T23:59:00+23:59',
      later: '2026-01-31T00:00:00.001Z',
    };
    for (const [name, at] of Object.entries(dates)) await owner.add(`${name}@x.dev`, { properties: { at } });
    const moment = 'comma day far minutes offset';
    expect(await find('contact.properties.at', 'eq', '2026-01-31')).to.equal(moment);
    expect(await find('contact.properties.at', 'lte', '2026-01-31T02:00+02')).to.equal(moment);
    expect(await find('contact.properties.at', 'gt', '2026-01-31T00:00:00.0009Z')).to.equal('later');
    await refuse('contact.properties.at', 'eq', '31.01.2026');
    await refuse('contact.properties.at', 'eq', '0999-01-01');
    await refuse('contact.properties.at', 'eq', '2026-02-30');
  });

  it('Does not meet a rule about a missing value, except with `neq` and `is_empty`, and of days with `gt` and `gte`.', async () => {
    await property('plan', 'string');
    await property('visits', 'number');
    await owner.add('bo@x.dev');
    for (const [field, value, operators] of [
      ['plan', 'x', ['eq', 'contains', 'starts_with', 'ends_with']],
      ['visits', 0, ['eq', 'gt', 'gte', 'lt', 'lte']],
    ] as const) {
      const name = `contact.properties.${field}`;
      for (const operator of operators) expect(await find(name, operator, value)).to.equal('');
      expect(await find(name, 'exists')).to.equal('');
      expect(await find(name, 'neq', value)).to.equal('bo');
      expect(await find(name, 'is_empty')).to.equal('bo');
    }
    for (const operator of ['gt', 'gte', 'neq', 'is_empty', 'eq', 'lt', 'lte', 'exists']) {
      const value = ['exists', 'is_empty'].includes(operator) ? undefined : 30;
      const isMet = ['gt', 'gte', 'neq', 'is_empty'].includes(operator);
      expect(await find('engagement.last_opened_days', operator, value), operator).to.equal(
        isMet ? 'bo' : '',
      );
    }
  });

  it('Counts an empty text as a value that exists and is empty.', async () => {
    await property('plan', 'string');
    await owner.add('bo@x.dev', { properties: { plan: '' } });
    await owner.add('cy@x.dev', { properties: { plan: 'pro' } });
    expect(await find('contact.properties.plan', 'exists')).to.equal('bo cy');
    expect(await find('contact.properties.plan', 'is_empty')).to.equal('bo');
    expect(await find('contact.properties.plan', 'eq', '')).to.equal('bo');
  });

  it('Rejects a value of another type, an operator that the type does not have, and a text of more than 2,000 characters with validation_error 422.', async () => {
    await property('visits', 'number');
    const topic = await owner.topic();
    const campaign = await createCampaign(app.pool, owner.accountId);
    const poll = await createPoll(app.pool, owner.accountId);
    const values: Rule[] = [
      ['contact.email', 'eq', 5],
      ['contact.properties.visits', 'gt', '5'],
      ['contact.unsubscribed', 'eq', 'true'],
      ['contact.created_at', 'lt', 2026],
      [`topic.${topic}`, 'eq', 'OPT_IN'],
      [`campaign.${campaign.id}`, 'eq', 'seen'],
      [`poll.${poll.id}`, 'eq', poll.id],
      ['engagement.last_opened_days', 'gt', '30'],
      ['contact.email', 'eq', 'x'.repeat(2_001)],
    ];
    for (const rule of values) expect(await refuse(...rule)).to.include('`filter.value`');
    const operators: Rule[] = [
      ['contact.email', 'gt', 'a'],
      ['contact.properties.visits', 'contains', 5],
      ['contact.unsubscribed', 'gte', true],
      ['contact.created_at', 'starts_with', '2026'],
      ['segment', 'exists'],
      [`topic.${topic}`, 'is_empty'],
      [`campaign.${campaign.id}`, 'exists'],
      [`poll.${poll.id}`, 'exists'],
      ['engagement.last_opened_days', 'contains', 30],
    ];
    for (const rule of operators) expect(await refuse(...rule)).to.include('`filter.operator`');
    expect(await find('contact.email', 'eq', 'x'.repeat(2_000))).to.equal('');
  });

  it('Rejects null as a value with validation_error 422 that names `exists` and `is_empty`, and a value for these two.', async () => {
    for (const value of [null, undefined]) {
      const message = await refuse('contact.first_name', 'eq', value);
      expect(message).to.include('`exists`').and.include('`is_empty`');
    }
    for (const operator of ['exists', 'is_empty']) await refuse('contact.first_name', operator, '');
  });
});
