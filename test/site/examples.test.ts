// The examples of the reference: each operation has one, which openapi.json allows, and nothing in them is of one run only.
// That their answers have the fields of today's is held where answers are made (test/api/openapi/answers.test.ts).
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { expect } from 'chai';
import { operationsByResource, readDescription } from '../../site/build/reference/description.ts';
import { exampleFences } from '../../site/build/reference/example-code.ts';
import { type OperationExample, readExamples } from '../../site/build/reference/examples.ts';
import { ROOT } from '../support/documents/root.ts';
import { plainValues } from '../support/examples/plain-values.ts';

const description = readDescription(ROOT);
const operations = [...operationsByResource(description).values()].flat();
/** What tests make up and no reader should see: their hosts, secrets, and ids that are not counted. */
const OF_ONE_RUN =
  /localhost|127\.0\.0\.1|\.test\b|factory|ph_(?!Ab3dE)|whsec_\w|[0-9a-f]{8}-[0-9a-f]{4}-7(?!000-8000-0000)/i;

describe('The examples of the reference', () => {
  const ajv = new Ajv2020({ strict: false });
  ajvFormats.default(ajv);
  ajv.addSchema(description, 'api');
  let examples: Readonly<Record<string, OperationExample>>;
  before(async () => {
    examples = await readExamples(ROOT);
  });

  /** @returns what is wrong with a value; `''`: nothing */
  const faultOf = (operation: (typeof operations)[number], place: string, value: unknown) => {
    const { method, path: address } = operation;
    const at = `${encodeURIComponent(address.replaceAll('/', '~1'))}/${method.toLowerCase()}`;
    const validate = ajv.getSchema(`api#/paths/${at}/${place}/content/application~1json/schema`);
    if (!validate) return 'it is not described';
    // What is shortened is no longer a URL or a token.
    const whole: unknown = JSON.parse(JSON.stringify(value).replaceAll('…', 'x'));
    return validate(whole) ? '' : JSON.stringify(validate.errors);
  };

  it('are there for every operation, and for nothing else', () => {
    expect(Object.keys(examples)).to.have.members(operations.map(({ operationId }) => operationId));
  });

  it('are what the description allows, in the request and in the answer', () => {
    for (const operation of operations) {
      const { operationId, path: address, requestBody } = operation;
      const { path: asked, body, status, answer } = examples[operationId] as OperationExample;
      const pattern = new RegExp(`^${address.replace(/\{\w+\}/g, '[^/?]+')}(?:\\?.*)?$`);
      expect(asked, operationId).to.match(pattern);
      expect(faultOf(operation, `responses/${status}`, answer), operationId).to.equal('');
      if (body !== undefined) expect(faultOf(operation, 'requestBody', body), operationId).to.equal('');
      // A body may be left out where all of its fields may.
      else if (requestBody) expect(faultOf(operation, 'requestBody', {}), operationId).to.equal('');
    }
  });

  it('show nothing of the run that has made them', () => {
    const shown = Object.entries(examples).flatMap(([id, example]) => {
      const found = OF_ONE_RUN.exec(JSON.stringify(example));
      return found ? [`${id}: ${found[0]}`] : [];
    });
    expect(shown).to.deep.equal([]);
  });

  it('have the same values each time that they are made', () => {
    const make = (now: string, id: string) =>
      plainValues(
        {
          id: `${id}-1111-7222-8333-444455556666`,
          again: `/emails/${id}-1111-7222-8333-444455556666`,
          created_at: now,
          scheduled_at: new Date(Date.parse(now) + 7_205_000).toISOString(),
          resets_at: new Date((Math.floor(Date.parse(now) / 86_400_000) + 1) * 86_400_000).toISOString(),
          from: `ana@d${id}1111722283334444${id}.test`,
          duration_ms: Number(now.slice(-4, -1)),
        },
        new Date(now),
      );
    const one = make('2026-11-27T07:30:12.856Z', '01a21bea');
    expect(make('2027-03-12T22:10:59.011Z', '01b00000')).to.deep.equal(one);
    expect(one).to.include({
      again: `/emails/${one.id}`,
      from: 'ana@acme.dev',
      scheduled_at: '2026-11-20T14:00:00.000Z',
    });
  });

  it('are code with the address of the server, and no key where none is needed', () => {
    const fencesOf = (id: string) => {
      const operation = operations.find(({ operationId }) => operationId === id);
      return operation ? exampleFences(operation, examples[id] as OperationExample).join('\n') : '';
    };
    for (const { operationId } of operations)
      expect(fencesOf(operationId), operationId).to.include('https://mail.acme.dev/');
    expect(fencesOf('sendEmail')).to.include("-H 'Authorization: Bearer ph_…'");
    expect(fencesOf('login')).to.not.match(/Authorization|Cookie/);
    expect(fencesOf('changePassword')).to.match(/X-CSRF-Token.*\n.*Sec-Fetch-Site: same-origin/);
  });
});
