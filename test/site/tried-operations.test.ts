// The forms of "Try it" against openapi.json: each operation that a key may call has one with every parameter and field, what
// they have at first fits them, and what is typed becomes the request.
import { expect } from 'chai';
import type { TriedField, TriedOperation } from '../../shared/contract/site/tried-operation.ts';
import { operationsByResource, readDescription } from '../../site/build/reference/description.ts';
import { triedOperations } from '../../site/build/reference/tried-operations.ts';
import { requestOf } from '../../site/page/try/typed-request.ts';
import { ROOT } from '../support/documents/root.ts';

const description = readDescription(ROOT);
const operations = [...operationsByResource(description).values()].flat();
const tried = triedOperations(operations);

const given = (field: TriedField) => field.given ?? '';

function operationOf(anchor: string): TriedOperation {
  return tried.find((operation) => operation.anchor === anchor) ?? expect.fail(`${anchor} has no form.`);
}

/** The request of an operation, with these texts in its fields and nothing in the others. */
function requestOfTexts(anchor: string, texts: Readonly<Record<string, string>>) {
  return requestOf(operationOf(anchor), ({ name }) => texts[name] ?? '');
}

describe('The forms of the reference', () => {
  it('are those of all operations that a key may call, with exactly their parameters and fields', () => {
    const described = operations
      .filter(({ security = [] }) => security.some((scheme) => 'apiKey' in scheme))
      .map(({ method, path: address, parameters = [], requestBody }) => {
        const schema = requestBody?.content['application/json']?.schema;
        const fields = schema && Object.keys(schema.properties ?? { body: schema });
        return [
          `${method} ${address}`,
          ...parameters.map(({ name, in: place }) => `${place} ${name}`),
          ...(fields ?? []).map((name) => `body ${name}`),
        ];
      });
    const shown = tried.map(({ method, path: address, fields }) => [
      `${method} ${address}`,
      ...fields.map(({ name, in: place }) => `${place} ${name}`),
    ]);
    expect(shown).to.have.length.above(150).and.deep.equal(described);
  });

  it('have values at first that make the example of the operation', () => {
    const examples = operations.filter(({ anchor, requestBody }) => {
      const isTried = tried.some((operation) => operation.anchor === anchor);
      return isTried && requestBody?.content['application/json']?.example !== undefined;
    });
    expect(examples).to.have.length.above(50);
    for (const { operationId, anchor, requestBody } of examples) {
      const operation = operationOf(anchor);
      const request = requestOf(operation, (field) => (field.in === 'path' ? 'x' : given(field)));
      expect(request, operationId).to.deep.include({
        body: requestBody?.content['application/json']?.example,
      });
    }
  });

  it('send what is typed, of each kind, and nothing of what is left empty', () => {
    const texts = {
      to: 'bo@customer.dev',
      cc: '["a@b.dev", "c@d.dev"]',
      html: '[1]',
      'idempotency-key': 'k 1',
    };
    expect(requestOfTexts('sendemail', texts)).to.deep.equal({
      method: 'POST',
      path: '/emails',
      headers: { 'idempotency-key': 'k 1' },
      body: { to: 'bo@customer.dev', cc: ['a@b.dev', 'c@d.dev'], html: '[1]' },
    });
    expect(requestOfTexts('listemails', { limit: '5', q: 'a&b c' })).to.include({
      path: '/emails?limit=5&q=a%26b+c',
      body: undefined,
    });
    expect(requestOfTexts('getemail', { id: '../a?b#ü' })).to.include({
      path: '/emails/..%2Fa%3Fb%23%C3%BC',
    });
  });

  it('say what cannot be sent', () => {
    for (const [anchor, texts, name, words] of [
      ['getemail', {}, 'id', 'Enter a value for the path.'],
      ['getemail', { id: ' ' }, 'id', 'Enter a value for the path.'],
      ['getemail', { id: '..' }, 'id', 'A value of only dots would change the path.'],
      ['sendemail', { 'idempotency-key': 'ü' }, 'idempotency-key', 'A header must be printable ASCII.'],
      ['sendemail', { to: '["a' }, 'to', /^Enter valid JSON: /],
      ['sendemail', { tags: 'a' }, 'tags', /^Enter valid JSON: /],
    ] as const) {
      const [fault, ...others] = requestOfTexts(anchor, texts) as { name: string; words: string }[];
      expect(fault?.name).to.equal(name);
      expect(fault?.words).to.match(typeof words === 'string' ? new RegExp(`^${words}$`) : words);
      expect(others).to.deep.equal([]);
    }
  });
});
