// The member `field` of errors (docs/reference/errors.md#the-error-object).
import { expect } from 'chai';
import { usePerson } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectFaults } from '../../support/api/error-body.ts';
import { createApiKey } from '../../support/factories/factories.ts';
import { probeResource } from '../probe.ts';
import { UNKNOWN_ID } from '../specimen.ts';

const EMAIL = { from: 'shop@acme.dev', to: ['bo@customer.dev'], subject: 'Hello', text: 'Hello' };
const LONG = 'x'.repeat(5_000);

type Api = ReturnType<ReturnType<typeof useApp>['as']>;

describe('The field of an error', () => {
  const app = useApp();
  const probed = useApp({ resources: [probeResource()] });
  const person = usePerson(app);

  const MISSPELT = [{ file_name: 'a', content: 'YQ==' }];
  const CASES: [path: string, body: object, field: string | undefined][] = [
    ['/emails', { ...EMAIL, from: undefined }, 'from'],
    // A missing field that the whole object is checked for.
    ['/webhooks', { events: ['*'] }, 'endpoint_url'],
    // What is not a rule of the form alone.
    ['/webhooks', { endpoint_url: 'acme.dev/hooks', events: ['*'] }, 'endpoint_url'],
    ['/topics', { name: 5 }, 'name'],
    ['/emails', { ...EMAIL, to: ['bo@customer.dev', 'bo'] }, 'to.1'],
    ['/emails', { ...EMAIL, tags: [{ name: 'a', value: 'b' }, { name: 'a' }] }, 'tags.1.value'],
    ['/emails/batch', [EMAIL, { ...EMAIL, to: 5 }], '1.to'],
    // Near misses.
    ['/emails', { ...EMAIL, scheduledAt: 'tomorrow' }, 'scheduledAt'],
    ['/emails', { ...EMAIL, attachments: MISSPELT }, 'attachments.0.file_name'],
    // What only the time decides, and another object that does not exist.
    ['/api-keys', { name: 'a', expires_at: '2020-01-01' }, 'expires_at'],
    ['/api-keys', { name: 'a', permission: 'sending_access', domain_id: UNKNOWN_ID }, 'domain_id'],
    // A name of the client, shortened.
    ['/emails', { ...EMAIL, headers: { [LONG]: 5 } }, `headers.${LONG}`.slice(0, 1_000)],
    // The whole body is at fault.
    ['/emails/batch', {}, undefined],
  ];

  describe('Names the field at fault in `field`, also inside lists and objects.', () => {
    const expectFields = async (api: Api, cases: typeof CASES) => {
      for (const [path, body, field] of cases) {
        const answer = await api.post(path).send(body);
        expect(answer.status, answer.text).to.be.within(400, 499);
        expect(answer.body.field, answer.text).to.equal(field);
        if (field === undefined) expect(answer.body).not.to.have.property('field');
        expectFaults(answer.body);
      }
    };

    it('a field of a body', async () => {
      await expectFields(person.api, CASES);
      const { token } = await createApiKey(app.pool, { accountId: person.accountId });
      // Keys are made by people only.
      await expectFields(
        app.as(token),
        CASES.filter(([path]) => path !== '/api-keys'),
      );
    });

    it('a parameter of a query', async () => {
      for (const name of ['limit', 'limt'])
        expect((await person.api.get(`/topics?${name}=none`)).body.field).to.equal(name);
    });

    it('an open operation', async () => {
      for (const size of ['x', 99]) {
        const answer = await probed.asPerson().post('/open').send({ name: 'a', size });
        expect(answer.body).to.include({ name: 'validation_error', field: 'size' });
      }
    });
  });
});
