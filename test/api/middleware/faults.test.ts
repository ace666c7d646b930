// The member `faults` of errors: all fields at fault (docs/reference/errors.md#faults).
import { expect } from 'chai';
import type Joi from 'joi';
import { RESOURCES } from '../../../api/routes.ts';
import { validate } from '../../../api/validate.ts';
import { DomainError } from '../../../shared/contract/domain-error.ts';
import type { Fault } from '../../../shared/contract/errors.ts';
import { FAULTS_MAX } from '../../../shared/contract/limits.ts';
import type { Operation } from '../../../shared/contract/operation.ts';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { READ_AGAIN_MAX_VALUES } from '../../../shared/platform/validation/second-reading.ts';
import { useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectFaults } from '../../support/api/error-body.ts';
import { extent, SEED } from '../../support/extent.ts';
import { createRandom } from '../../support/random.ts';
import { GOOD } from '../specimens.ts';
import { mutate } from '../support/mutate.ts';

const MUTATIONS = extent('FAULTS_MUTATIONS', 40, 2_000);
const ANSWER_MAX_BYTES = 30_000;

const VARIANT = { key: 'a', subject: 'A' };
const CAMPAIGN = { subject: 'News', html: '<p>News</p>' };
const EMAIL = { from: 'shop@acme.dev', to: ['bo@customer.dev'], subject: 'Hello', text: 'Hello' };

describe('The faults of a refused body', () => {
  const app = useApp();
  const account = useAccount(app);
  const refuse = async (path: string, body: object) => {
    const answer = await account.api.post(path).send(body);
    expect(answer.status, answer.text).to.be.within(400, 499);
    expectFaults(answer.body);
    return (answer.body.faults ?? expect.fail(answer.text)) as Fault[];
  };
  const fieldsOf = async (path: string, body: object) => (await refuse(path, body)).map(({ field }) => field);

  describe('Names in `faults` every field at fault, each once and up to 20; the first is the one of `field`, `name` and `message`.', () => {
    it('of every resource', async () => {
      const test = {
        variants: [VARIANT, { key: 'a b', subject: 5 }],
        test_percent: 0,
        winner_metric: 'luck',
      };
      for (const [path, body, fields] of [
        ['/emails', { ...EMAIL, from: 'x', to: ['y', 5] }, ['from', 'to.0', 'to.1']],
        [
          '/campaigns',
          { ...CAMPAIGN, ab_test: test },
          ['variants.1.key', 'variants.1.subject', 'test_percent', 'winner_metric'].map(
            (name) => `ab_test.${name}`,
          ),
        ],
        ['/templates', { name: 5, alias: '-', html: 5 }, ['name', 'alias', 'html']],
        ['/contacts', { email: 'x', unsubscribed: 5 }, ['email', 'unsubscribed']],
        ['/domains', { name: 5, open_tracking: 'x' }, ['name', 'open_tracking']],
        ['/webhooks', { endpoint_url: 5, events: ['x', 'y'] }, ['endpoint_url', 'events.0', 'events.1']],
        ['/segments', { name: 5, audience_id: 'x' }, ['name', 'audience_id']],
        ['/topics', { name: 5, default_subscription: 'x' }, ['name', 'default_subscription']],
        ['/contact-properties', { key: 'a b', type: 'x' }, ['key', 'type']],
      ] as const)
        expect(await fieldsOf(path, body), path).to.include.members([...fields]);
    });

    it('bounded', async () => {
      const answer = await account.api
        .post('/emails')
        .send({ ...EMAIL, to: Array(200).fill('x'.repeat(5_000)) });
      expect(answer.body.faults).to.have.length(FAULTS_MAX);
      expect(answer.text.length).to.be.below(ANSWER_MAX_BYTES);
    });

    it('of mutated bodies of every operation, as the first reading says', () => {
      const random = createRandom(SEED);
      let several = 0;
      for (const [id, schema] of checkedBodies())
        for (let count = 0; count < MUTATIONS; count += 1)
          several += severalFaults(schema, mutate(GOOD[id]?.body ?? {}, random));
      expect(several).to.be.above(MUTATIONS);
    });
  });

  it('Names the missing fields of a body that has other faults, and the right names of misspelt ones.', async () => {
    expect(await fieldsOf('/emails', {})).to.deep.equal(['to', 'from', 'subject', null]);
    expect(await fieldsOf('/emails', { template: 5 })).to.deep.equal(['template', 'to']);
    const misspelt = {
      fromm: 'x',
      replyTo: 'help@acme.dev',
      attachments: [{ file_name: 'a', content: 'YQ==' }],
    };
    const faults = await refuse('/emails', misspelt);
    expect(faults.map(({ field }) => field)).to.deep.equal([
      'fromm',
      'replyTo',
      'attachments.0.file_name',
      'from',
      'to',
      'subject',
      null,
    ]);
    expect(faults[1]?.message).to.include('`reply_to`');
  });

  it('Names the faults of all steps, connections, rules and contact properties of a body.', async () => {
    const rules = { and: [{ field: 5 }, { field: 'event.a', operator: 'x' }] };
    const steps = [
      { key: 'a', type: 'delay', config: { duration: 'x' } },
      { key: 'b', type: 'send_email', config: { template: 5, subject: 7 } },
      { key: 'c', type: 'condition', config: rules },
    ];
    expect(await fieldsOf('/automations', { name: 'a', steps })).to.deep.equal([
      'steps[0].config.duration',
      'steps[1].config.template',
      'steps[1].config.subject',
      'steps[2].config.and[0].field',
      'steps[2].config.and[1].operator',
    ]);
    const connections = [{ from: 'a', to: 'x' }, { to: 'a' }];
    const good = [{ key: 'a', type: 'delay', config: { duration: '1 day' } }];
    expect(await fieldsOf('/automations', { name: 'a', steps: good, connections })).to.deep.equal([
      'connections[0].to',
      'connections[1].from',
    ]);
    expect(await fieldsOf('/segments', { name: 'a', filter: rules })).to.deep.equal([
      'filter.and[0].field',
      'filter.and[1].operator',
    ]);
    const properties = { email: 'bo@customer.dev', properties: { size: 1, 'a b': 2 } };
    expect(await fieldsOf('/contacts', properties)).to.deep.equal(['properties.size', 'properties.a b']);
  });

  it('Names the faults of all emails or contacts of a strict batch, with their places before the fields: `2.to`.', async () => {
    const emails = [EMAIL, { ...EMAIL, from: 'x', to: 5 }, {}];
    expect(await fieldsOf('/emails/batch', emails)).to.deep.equal([
      '1.from',
      '1.to',
      '2.to',
      '2.from',
      '2.subject',
      '2',
    ]);
    const contacts = [{ email: 'x' }, { email: 'bo@customer.dev' }, {}];
    expect(await fieldsOf('/contacts/batch', contacts)).to.deep.equal(['0.email', '2.email']);
    const many = Array.from({ length: 1_000 }, () => ({ email: 'x' }));
    expect(await fieldsOf('/contacts/batch', many)).to.have.length(FAULTS_MAX);
  });

  it('Answers the first fault alone of a body with more than 5,000 values.', async () => {
    const filled = (length: number) => ({ ...EMAIL, to: Array(length).fill(5), tags: 5 });
    expect(await fieldsOf('/emails', filled(READ_AGAIN_MAX_VALUES / 2))).to.have.length(FAULTS_MAX);
    expect(await fieldsOf('/emails', filled(READ_AGAIN_MAX_VALUES))).to.deep.equal(['to.0']);
    const deep = JSON.parse(`${'{"a":'.repeat(98)}1${'}'.repeat(98)}`);
    expect(await fieldsOf('/emails', { ...EMAIL, from: deep, to: deep })).to.deep.equal(['from', 'to']);
  });
});

/** The schemas of bodies that are validated before their handlers run, by their operations. */
function checkedBodies(): [id: string, Joi.ObjectSchema][] {
  const idOf = new Map<Operation, string>(Object.entries(OPERATIONS).map(([id, row]) => [row, id]));
  return RESOURCES.flat().flatMap(({ operation, schemas: { body } }): [string, Joi.ObjectSchema][] => {
    if (!body || 'unchecked' in body) return [];
    return [[idOf.get(operation) ?? '', 'checked' in body ? body.checked : body]];
  });
}

/** @returns 1 when a body has more than one fault, else 0 */
function severalFaults(schema: Joi.ObjectSchema, body: unknown): number {
  try {
    validate(schema, body);
    return 0;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { name, message, field } = error;
    const faults = error.faults();
    expectFaults({ name, message, field, faults });
    const again = error.findFaults?.() ?? [];
    // The second reading has found the first fault too, unless it had more than it may read or say.
    if (again.length > 0 && again.length < FAULTS_MAX)
      expect(again).to.deep.include({ field: field ?? null, name, message });
    return faults.length > 1 ? 1 : 0;
  }
}
