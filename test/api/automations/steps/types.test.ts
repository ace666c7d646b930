// The types of steps, except send_email (docs/reference/automation-steps.md#types).
import { expect } from 'chai';
import type { ErrorName } from '../../../../shared/contract/errors.ts';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { useEach } from '../../../support/api/use-each.ts';
import {
  createAudience,
  createContactProperty,
  createSegment,
} from '../../../support/factories/contact-factories.ts';
import { createAccount } from '../../../support/factories/factories.ts';
import { UNKNOWN_ID } from '../../specimen.ts';
import { createStepWriter } from './writer.ts';

const RULE = { type: 'rule', field: 'event.total', operator: 'gt', value: 5 };

describe('The types of steps', () => {
  const app = useApp();
  const owner = useEach(() => createStepWriter(app));
  const same = async (type: string, config: object) =>
    expect(await owner.config(type, config)).to.deep.equal(config);

  it('Accepts durations in digits and words, more than 0 and up to 30 days, and answers them as they were given.', async () => {
    for (const duration of [
      '30 minutes',
      '1 hour',
      '12 hours',
      '1 day',
      '1 week',
      '30 days',
      '720h',
      '1 hour 30 minutes',
      '0.5 hours',
      '1 s',
      'two days',
      'an hour',
      ' 3  Days ',
      '1 day, 2 hours and 3 minutes',
    ])
      await same('delay', { duration });
  });

  it('Rejects a text that is no duration, and one that is 0 or more than 30 days, with validation_error 422.', async () => {
    for (const duration of [
      'soon',
      '5',
      '1 month',
      'P1D',
      '-1 day',
      '1.2.3 days',
      'about 3 days',
      '1 day ago',
      'x'.repeat(100_000),
      '0 days',
      '0.0001 seconds',
      '31 days',
      '30 days 1 second',
      '5 weeks',
      60,
      ['1 day'],
      { var: 'event.x' },
    ])
      await owner.refuseGraph(
        { steps: [{ key: 'a', type: 'delay', config: { duration } }] },
        'steps[0].config.duration',
      );
    await owner.refuse('delay', { duration: 'soon' }, 'duration');
    await owner.refuse('delay', {}, 'duration', 'missing_required_field');
  });

  it('Accepts a wait with a timeout, a filter and a moment from which it counts.', async () => {
    await same('wait_for_event', { event_name: 'order.paid' });
    for (const since of ['last_pause', 'run_start'])
      await same('wait_for_event', { event_name: 'a', timeout: '3 days', filter_rule: RULE, since });
    const nulls = { event_name: 'a', timeout: null, filter_rule: null, since: null };
    expect(await owner.config('wait_for_event', nulls)).to.deep.equal({ event_name: 'a' });
  });

  it('Rejects a wait for an event whose name begins with `service:`, and every other invalid field of a wait, with validation_error 422.', async () => {
    for (const [path, config] of [
      ['event_name', { event_name: 'service:schedule' }],
      ['event_name', { event_name: 'service:x' }],
      ['event_name', { event_name: 'x'.repeat(201) }],
      ['event_name', { event_name: 5 }],
      ['timeout', { event_name: 'a', timeout: '31 days' }],
      ['timeout', { event_name: 'a', timeout: 3_600 }],
      ['filter_rule', { event_name: 'a', filter_rule: 'all' }],
      ['filter_rule.operator', { event_name: 'a', filter_rule: { ...RULE, operator: 'is' } }],
      ['since', { event_name: 'a', since: 'ever' }],
    ] as const)
      await owner.refuse('wait_for_event', config, path);
    await owner.refuse('wait_for_event', { timeout: '1 day' }, 'event_name', 'missing_required_field');
  });

  it('Accepts every field of a contact that a step may change, and rejects a step that changes none with validation_error 422.', async () => {
    await createContactProperty(app.pool, owner.accountId, { key: 'plan', type: 'string' });
    const names = { first_name: 'Ann', last_name: null };
    await same('contact_update', { ...names, unsubscribed: false, properties: { plan: 'pro' } });
    await same('contact_update', { properties: { plan: null } });
    const empty = { first_name: '', unsubscribed: null, properties: {}, email: 'bo@acme.dev' };
    expect(await owner.config('contact_update', empty)).to.deep.equal({ first_name: null });
    const nothing = [{}, { properties: {} }, { unsubscribed: null, properties: null }];
    for (const config of [...nothing, { email: 'bo@acme.dev' }])
      await owner.refuse('contact_update', config, '');
    for (const [path, config] of [
      ['first_name', { first_name: 5 }],
      ['last_name', { last_name: 'x'.repeat(256) }],
      ['unsubscribed', { unsubscribed: 'yes' }],
      ['properties', { properties: ['plan'] }],
    ] as const)
      await owner.refuse('contact_update', config, path);
  });

  it('Rejects a contact property that there is not, and a value of another type, with validation_error 422 that names the property.', async () => {
    const foreign = (await createAccount(app.pool)).id;
    await createContactProperty(app.pool, foreign, { key: 'theirs', type: 'string' });
    await owner.refuse('contact_update', { properties: { theirs: 'x' } }, 'properties.theirs');
    const good = { string: 'x', number: 1, boolean: true, date: '2026-11-20' };
    for (const type of ['string', 'number', 'boolean', 'date'] as const) {
      await createContactProperty(app.pool, owner.accountId, { key: type, type });
      const others = Object.values({ ...good, [type]: ['x'] });
      // A date is also a text, but no text is a date.
      for (const value of type === 'string' ? [1, true, ['x']] : others)
        await owner.refuse('contact_update', { properties: { [type]: value } }, `properties.${type}`);
    }
    await same('contact_update', { properties: good });
  });

  it('Accepts the deletion of the contact with an empty config and without one.', async () => {
    for (const config of [{}, null, undefined, { reason: 'x' }])
      expect(await owner.config('contact_delete', config)).to.deep.equal({});
    await owner.refuse('contact_delete', 'everybody', '');
  });

  it('Adds to a static segment of the audience; rejects a dynamic one and one of another audience with validation_error 422, and an unknown one with not_found 404.', async () => {
    const { accountId } = owner;
    const type = 'add_to_segment';
    const refuse = (segment_id: unknown, name: ErrorName) => {
      const steps = [{ key: 'a', type, config: { segment_id } }];
      return owner.refuseGraph({ steps }, 'steps[0].config.segment_id', name);
    };
    const segment = await createSegment(app.pool, accountId);
    await same(type, { segment_id: segment.id });
    expect(await owner.config(type, { segment_id: segment.id.toUpperCase() })).to.deep.equal({
      segment_id: segment.id,
    });
    const filter = { field: 'contact.email', operator: 'exists' };
    await refuse(await owner.make('/segments', { name: 'Dynamic', filter }), 'validation_error');
    const { id: audienceId } = await createAudience(app.pool, accountId);
    await refuse((await createSegment(app.pool, accountId, { audienceId })).id, 'validation_error');
    for (const id of ['customers', 5, [segment.id]]) await refuse(id, 'validation_error');
    const foreign = await createSegment(app.pool, (await createAccount(app.pool)).id);
    for (const id of [UNKNOWN_ID, foreign.id]) await refuse(id, 'not_found');
    for (const id of [undefined, null]) await refuse(id, 'missing_required_field');
  });

  it('Refuses to enable an automation that names what is not there any more, and names the step.', async () => {
    const { api, accountId } = owner;
    const segment = await createSegment(app.pool, accountId);
    const property = await createContactProperty(app.pool, accountId, { key: 'plan', type: 'string' });
    for (const [type, config, path, remove, status, name] of [
      [
        'add_to_segment',
        { segment_id: segment.id },
        'segment_id',
        `/segments/${segment.id}`,
        404,
        'not_found',
      ],
      ['send_email', { template: { id: 'welcome' } }, 'template.id', '/templates/welcome', 404, 'not_found'],
      [
        'contact_update',
        { properties: { plan: 'pro' } },
        'properties.plan',
        `/contact-properties/${property.id}`,
        422,
        'validation_error',
      ],
    ] as const) {
      const { id } = await owner.made({ steps: [{ key: 'a', type, config }] });
      await api.delete(remove).expect(200);
      const refused = expectError(await owner.change(id, { status: 'enabled' }), status, name);
      expect(refused).to.include(`\`steps[1].config.${path}\``);
      expect((await owner.shown(id)).status).to.equal('disabled');
    }
  });
});
