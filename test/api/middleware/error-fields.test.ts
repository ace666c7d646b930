// The member `field` of errors, for the forms of people (docs/reference/errors.md#the-error-object).
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { createApiKey } from '../../support/factories.ts';
import { signIn } from '../../support/people-factories.ts';
import { probeResource } from '../probe.ts';
import { UNKNOWN_ID } from '../specimen.ts';

const EMAIL = { from: 'shop@acme.dev', to: ['bo@customer.dev'], subject: 'Hello', text: 'Hello' };
const LONG = 'x'.repeat(5_000);

describe('The field of an error', () => {
  const app = useApp();
  const probed = useApp({ resources: [probeResource()] });
  let accountId: string;
  let person: ReturnType<typeof app.asPerson>;
  before(async () => {
    const session = await signIn(app.pool, { now: app.clock.now() });
    accountId = session.accountId;
    person = app.asPerson(session);
  });

  const CASES: [title: string, path: string, body: object, field: string | undefined][] = [
    ['a missing field', '/emails', { ...EMAIL, from: undefined }, 'from'],
    ['a missing field that the whole object is checked for', '/webhooks', { events: ['*'] }, 'endpoint_url'],
    ['an invalid field', '/topics', { name: 5 }, 'name'],
    ['an item of a list', '/emails', { ...EMAIL, to: ['bo@customer.dev', 'bo'] }, 'to.1'],
    [
      'a field of an object in a list',
      '/emails',
      { ...EMAIL, tags: [{ name: 'a', value: 'b' }, { name: 'a' }] },
      'tags.1.value',
    ],
    ['a field of an item of a batch', '/emails/batch', [EMAIL, { ...EMAIL, to: 5 }], '1.to'],
    ['a near miss', '/emails', { ...EMAIL, scheduledAt: 'tomorrow' }, 'scheduledAt'],
    [
      'a near miss in an attachment',
      '/emails',
      { ...EMAIL, attachments: [{ file_name: 'a', content: 'YQ==' }] },
      'attachments.0.file_name',
    ],
    ['what only the time decides', '/api-keys', { name: 'a', expires_at: '2020-01-01' }, 'expires_at'],
    [
      'another object that does not exist',
      '/api-keys',
      { name: 'a', permission: 'sending_access', domain_id: UNKNOWN_ID },
      'domain_id',
    ],
    [
      'a name of the client, shortened',
      '/emails',
      { ...EMAIL, headers: { [LONG]: 5 } },
      `headers.${LONG}`.slice(0, 1_000),
    ],
    ['no field, where the whole body is at fault', '/emails/batch', {}, undefined],
  ];

  describe('Names the field at fault in `field` to signed-in people and on open operations, also inside lists and objects.', () => {
    for (const [title, path, body, field] of CASES) {
      it(title, async () => {
        const answer = await person.post(path).send(body);
        expect(answer.status, answer.text).to.be.within(400, 499);
        expect(answer.body.field, answer.text).to.equal(field);
        if (field === undefined) expect(answer.body).not.to.have.property('field');
      });
    }

    it('a parameter of a query', async () => {
      for (const name of ['limit', 'limt'])
        expect((await person.get(`/topics?${name}=none`)).body.field).to.equal(name);
    });

    it('an open operation', async () => {
      for (const size of ['x', 99]) {
        const answer = await probed.asPerson().post('/open').send({ name: 'a', size });
        expect(answer.body).to.include({ name: 'validation_error', field: 'size' });
      }
    });
  });

  describe('Answers no `field` to API keys.', () => {
    for (const [title, path, body] of CASES) {
      it(title, async () => {
        const { token } = await createApiKey(app.pool, { accountId });
        const answer = await app.as(token).post(path).send(body);
        expect(answer.status, answer.text).to.be.within(400, 499);
        expect(answer.body).not.to.have.property('field');
      });
    }
  });
});
