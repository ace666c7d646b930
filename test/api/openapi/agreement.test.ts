// Whether openapi.json and the validation agree: on thousands of mutated requests, ajv with openapi.json rejects only
// what joi rejects, and what joi alone rejects is on a list. The corpus is generated from a seed, so it is always the
// same.
import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { expect } from 'chai';
import fc from 'fast-check';
import type Joi from 'joi';
import { INPUTS } from '../../../api/openapi/inputs.ts';
import { validate as validateAsTheApi } from '../../../api/validate.ts';
import { DomainError } from '../../../shared/contract/domain-error.ts';
import { extent } from '../../support/extent.ts';
import type { Fields } from '../specimen.ts';
import { GOOD } from '../specimens.ts';

const RUNS = extent('AGREEMENT_RUNS', 500, 8_000);

type Json = unknown;

/**
 * The error codes of what only joi rejects. Everything else must be in openapi.json.
 * - address.*, attachment.*, custom: our own functions check addresses and header names
 * - address.range: not an IP address or a range of them
 * - suppression.id, segment.audience: an id that is no UUID v7
 * - property.reserved: a key that has another meaning
 * - content.*, headers.too_large: neither html nor text, and limits on several fields together
 * - any.invalid: a cursor that is not an id
 * - name.near_miss, name.near_unsupported: a misspelt name, such as the camelCase twin of a field
 * - any.unknown: a field that only a single email may have
 * - field.missing, webhook.endpoints, campaign.names: neither of two names of one field, or both with different values
 * - filter.*: a rule of a segment that its field, operator or value does not allow
 * - template.*, variable.*, array.unique: fields of a template that exclude each other, names, fallbacks of another type
 * - event.reserved, schema.*, payload.size: a name of the service's own, a type or name of a field, a payload that is too large
 * - website.url: not the URL of a website
 * - status.unknown: a list of statuses with another word
 * - time.iso: not a time
 * - duration.*: not a duration, or one that is too long
 * - list.*, metrics.*: not a list of names or ids with commas, and parameters that need each other
 * - object.oxor: `after` and `before` together
 * - object.xor, object.missing: both of two fields, or neither
 * - number.base, number.integer: spellings of numbers that ajv accepts in a query and joi does not
 * - string.max: JSON Schema counts characters, joi UTF-16 units
 * - string.min, string.pattern.base: of a text that joi trims first
 * - string.pattern.name: a control character in a name, which is trimmed before it is checked
 */
const ONLY_JOI = [
  'address.from',
  'address.to',
  'address.reply_to',
  'address.plain',
  'address.range',
  'attachment.empty',
  'attachment.both',
  'attachment.two_ids',
  'attachment.same_id',
  'attachment.path',
  'attachment.type',
  'content.missing',
  'content.too_large',
  'forward.contents',
  'headers.too_large',
  'custom',
  'any.invalid',
  'name.near_miss',
  'name.near_unsupported',
  'any.unknown',
  'field.missing',
  'webhook.endpoints',
  'campaign.names',
  'id.malformed',
  'contact.malformed',
  'property.reserved',
  'filter.rule',
  'template.name',
  'template.nameless',
  'template.several',
  'template.variables',
  'template.absent',
  'template.content',
  'schedule.unsent',
  'tracking.unknown',
  'bounce.other',
  'template.alias',
  'variable.reserved',
  'variable.fallback',
  'array.unique',
  'event.reserved',
  'schema.length',
  'schema.field',
  'schema.type',
  'payload.size',
  'website.url',
  'status.unknown',
  'time.iso',
  'duration.unknown',
  'duration.long',
  'ids.malformed',
  'ids.long',
  'list.unknown',
  'metrics.email',
  'object.oxor',
  'object.xor',
  'object.missing',
  'number.base',
  'number.integer',
  'string.max',
  'string.min',
  'string.pattern.base',
  'string.pattern.name',
];

const ODD_TEXTS = [
  '',
  ' ',
  'a',
  '0',
  '1',
  '101',
  '-1',
  '1.5',
  '0x10',
  '1e1',
  'null',
  'true',
  'a\nb',
  'no-address',
  'x'.repeat(400),
  '😀'.repeat(600),
  'a@b.dev',
];
const oddText = fc.constantFrom(...ODD_TEXTS);
const oddLeaf = fc.oneof(oddText, fc.constantFrom<Json>(null, 0, 1, -1, 1.5, true, false, [], {}));
const odd = fc.oneof(
  { weight: 4, arbitrary: oddLeaf },
  { weight: 1, arbitrary: fc.array(oddLeaf, { maxLength: 4 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Json>(Array(51).fill('a@b.dev'), Array(76).fill({ name: 'a', value: 'b' })),
  },
  {
    weight: 1,
    arbitrary: fc.dictionary(fc.constantFrom('name', 'value', 'X-A', 'From', ''), oddLeaf, { maxKeys: 3 }),
  },
  {
    weight: 1,
    arbitrary: fc.array(
      fc.dictionary(fc.constantFrom('filename', 'content', 'path', 'content_type', 'content_id'), oddLeaf, {
        maxKeys: 4,
      }),
      { maxLength: 2 },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.array(fc.dictionary(fc.constantFrom('name', 'value', 'other'), oddLeaf, { maxKeys: 3 }), {
      maxLength: 2,
    }),
  },
);

/** A good request with a few of its fields removed, changed or renamed. */
function mutated(good: Fields, values: fc.Arbitrary<Json>): fc.Arbitrary<Fields> {
  const names = [...Object.keys(good), 'unheard_of', 'replyTo', 'scheduledAt'];
  const change = fc.record({ name: fc.constantFrom(...names), value: fc.option(values, { nil: undefined }) });
  return fc.array(change, { maxLength: 4 }).map((changes) => {
    const request: Fields = { ...good };
    for (const { name, value } of changes) {
      if (value === undefined) delete request[name];
      else request[name] = value;
    }
    return request;
  });
}

/** A list of up to three good and mutated items, or a value that is not a list. */
function mutatedList(good: Fields[]): fc.Arbitrary<Json> {
  const items = good.map((item) => fc.oneof({ weight: 3, arbitrary: fc.constant(item) }, mutated(item, odd)));
  const list = fc.array(fc.oneof(...items), { maxLength: 3 });
  return fc.oneof({ weight: 9, arbitrary: list }, odd);
}

/** The code of joi with which the API rejects an input, or its name of the error; undefined if it accepts it. */
function refusalOf(schema: Joi.Schema, input: Json): string | undefined {
  try {
    validateAsTheApi(schema as Joi.ObjectSchema, structuredClone(input));
    return undefined;
  } catch (refusal) {
    if (!(refusal instanceof DomainError)) throw refusal;
    const { error } = schema.validate(structuredClone(input), { stripUnknown: true });
    return error?.details?.[0]?.type ?? refusal.name;
  }
}

interface Described {
  operationId: string;
  parameters?: { name: string; in: string; schema: object; required: boolean }[];
  requestBody?: {
    content: { 'application/json': { schema: object }; 'multipart/form-data'?: { schema: object } };
  };
}

describe('Describes requests so that every request which the API accepts is valid.', () => {
  const document = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'));
  const operations = Object.values(document.paths as Record<string, Record<string, Described>>).flatMap(
    (methods) => Object.values(methods),
  );
  const bodies = new Ajv2020({ strict: false });
  // A query and a form contain only texts; ajv converts them to numbers and booleans, as the API does.
  const queries = new Ajv2020({ strict: false, coerceTypes: true });
  ajvFormats.default(bodies);
  ajvFormats.default(queries);

  const querySchema = ({ parameters = [] }: Described) => {
    const inQuery = parameters.filter((parameter) => parameter.in === 'query');
    return {
      components: document.components,
      type: 'object',
      properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
      required: inQuery.filter(({ required }) => required).map(({ name }) => name),
    };
  };

  const agree = (schema: Joi.Schema, described: ValidateFunction, request: fc.Arbitrary<Json>) => {
    const verdicts = { accepted: 0, refusedByBoth: 0, refusedByJoiOnly: new Map<string, Json>() };
    fc.assert(
      fc.property(request, (input) => {
        const refusal = refusalOf(schema, input);
        const accepts = described(structuredClone(input));
        if (refusal === undefined) {
          expect(accepts, `${JSON.stringify(input)}: ${JSON.stringify(described.errors)}`).to.equal(true);
          verdicts.accepted += 1;
        } else if (accepts) verdicts.refusedByJoiOnly.set(refusal, input);
        else verdicts.refusedByBoth += 1;
      }),
      { numRuns: RUNS },
    );
    for (const [code, input] of verdicts.refusedByJoiOnly)
      expect(ONLY_JOI, JSON.stringify(input)).to.include(code);
    // If all requests were accepted or all rejected, the test would prove nothing.
    expect(verdicts.accepted).to.be.above(RUNS / 20);
    expect(verdicts.refusedByBoth).to.be.above(RUNS / 20);
  };

  for (const operation of operations) {
    const { operationId } = operation;
    const { query, body, form } = INPUTS[operationId as keyof typeof INPUTS] ?? {};
    const good = GOOD[operationId];

    if (query) {
      it(`the query of ${operationId}`, () => {
        const texts = mutated(good?.query ?? expect.fail('It needs a good query.'), oddText);
        agree(query, queries.compile(querySchema(operation)), texts);
      });
    }

    if (body) {
      it(`the body of ${operationId}`, () => {
        const schema = operation.requestBody?.content['application/json'].schema ?? {};
        const goodBody = good?.body ?? expect.fail('It needs a good body.');
        const requests = Array.isArray(goodBody) ? mutatedList(goodBody) : mutated(goodBody, odd);
        agree(body, bodies.compile({ ...schema, components: document.components }), requests);
      });
    }

    if (form) {
      it(`the multipart body of ${operationId}`, () => {
        const schema = operation.requestBody?.content['multipart/form-data']?.schema ?? {};
        const fields = mutated((good?.body ?? expect.fail('It needs a good body.')) as Fields, oddText);
        const requests = fields.map((request) => ({ ...request, file: 'the content of the file' }));
        agree(form, queries.compile({ ...schema, components: document.components }), requests);
      });
    }
  }
});
