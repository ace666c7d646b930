// Real answers against openapi.json: no unknown field, no missing one, every value of its type.
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { expect } from 'chai';
import { type DescribedOperation, statusesOf } from '../../../shared/contract/operation.ts';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { readExamples } from '../../../site/build/reference/examples.ts';
import { useApp } from '../../support/api/app.ts';
import { closeObjects } from '../../support/documents/close-objects.ts';
import { ROOT } from '../../support/documents/root.ts';
import { createExampleRecorder, WRITES_EXAMPLES } from '../../support/examples/recorder.ts';
import { createApiKey } from '../../support/factories/factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { useWillingModel } from '../ai/willing-model.ts';
import type { ExpectAnswer } from '../specimen.ts';
import { SPECIMENS } from '../specimens.ts';

describe('Answers every operation with exactly the fields that the API description names.', () => {
  const model = useWillingModel();
  const app = useApp({ config: () => ({ ai: model.settings }) });
  const document = closeObjects(
    JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')),
  ) as object;
  const ajv = new Ajv2020({ strict: false });
  ajvFormats.default(ajv);
  ajv.addSchema(document, 'api');
  const checked = new Set<string>();
  const examples = createExampleRecorder();

  const expectAnswer: ExpectAnswer = (id, status, body) => {
    const operation: DescribedOperation = OPERATIONS[id];
    const { method, path } = operation;
    expect(statusesOf(operation), JSON.stringify(body)).to.include(status);
    const escaped = path.replace(/:(\w+)/g, '{$1}').replaceAll('/', '~1');
    const described = `#/paths/${encodeURIComponent(escaped)}/${method}/responses/${status}/content/application~1json/schema`;
    const validate = ajv.getSchema(`api${described}`) ?? expect.fail(`There is no ${described}`);
    expect(validate(body), JSON.stringify(validate.errors)).to.equal(true);
    checked.add(id);
    examples.record(id, status, body);
  };
  const expectErrorAnswer = (body: unknown) => {
    const validate = ajv.getSchema('api#/components/schemas/Error') ?? expect.fail('There is no Error.');
    expect(validate(body), JSON.stringify(validate.errors)).to.equal(true);
  };

  for (const { answers } of Object.values(SPECIMENS)) answers(app, expectAnswer);

  it('for errors', async () => {
    const { token } = await createApiKey(app.pool);
    expectErrorAnswer((await app.as(token).get('/emails/none')).body);
    expectErrorAnswer((await app.as(token).post('/emails').send({})).body);
    expectErrorAnswer((await app.as().get('/emails')).body);
    const person = app.asPerson(await signIn(app.pool, { now: app.clock.now() }));
    const { body } = await person.post('/emails').send({});
    expect(body.field).to.equal('to');
    expectErrorAnswer(body);
  });

  it('for every operation that has an answer', () => {
    const described = Object.entries<DescribedOperation>(OPERATIONS).filter(([, { answer }]) => answer);
    expect([...checked].sort()).to.deep.equal(described.map(([id]) => id).sort());
  });

  it('for operations whose examples in the documentation have the same fields', async () => {
    if (WRITES_EXAMPLES) examples.write();
    expect(
      examples.outdated(await readExamples(ROOT)),
      'EXAMPLES=write npm test -- test/api/openapi/answers.test.ts',
    ).to.deep.equal([]);
  });
});
