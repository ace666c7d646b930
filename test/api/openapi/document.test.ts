// openapi.json: up to date, valid, and complete (docs/reference/service.md#the-api-description).
import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { expect } from 'chai';
import type { Express } from 'express';
import Joi from 'joi';
import { createApp } from '../../../api/app.ts';
import { createDocument } from '../../../api/openapi/document.ts';
import { INPUTS } from '../../../api/openapi/inputs.ts';
import type { JsonSchema } from '../../../shared/contract/json-schema.ts';
import type { DescribedOperation } from '../../../shared/contract/operation.ts';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { useApp } from '../../support/api/app.ts';

const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
const { version } = JSON.parse(read('package.json'));

/** An operation in openapi.json. */
interface Described {
  operationId: string;
  summary: string;
  parameters?: { name: string; in: string; required: boolean; description: string; schema: object }[];
  requestBody?: { content: Record<string, { schema: JsonSchema; encoding?: object }> };
  responses: Record<string, object>;
  security: Record<string, []>[];
  description: string;
  'x-commands'?: string[];
}
type Paths = Record<string, Record<string, Described>>;

/** Every schema with a default value: not the default response, nor a field with the name `default`. */
function schemasWithDefault(part: unknown): { default: unknown }[] {
  if (typeof part !== 'object' || part === null) return [];
  const inner = Object.values(part).flatMap(schemasWithDefault);
  const { type, anyOf, enum: values } = part as { type?: unknown; anyOf?: unknown; enum?: unknown };
  const isSchema = typeof type === 'string' || Array.isArray(anyOf) || Array.isArray(values);
  return isSchema && 'default' in part ? [part, ...inner] : inner;
}

describe('openapi.json', () => {
  const document = JSON.parse(read('openapi.json')) as {
    paths: Paths;
    components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, object> };
  };
  const described = Object.values(document.paths).flatMap((methods) => Object.values(methods));

  it('is what `npm run openapi` writes', () => {
    const fresh = createDocument({ version, operations: OPERATIONS, inputs: INPUTS });
    expect(read('openapi.json'), 'Run `npm run openapi` and commit the file.').to.equal(
      `${JSON.stringify(fresh, null, 2)}\n`,
    );
  });

  it('Describes the API in valid OpenAPI 3.1.', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect(valid, JSON.stringify(errors)).to.equal(true);
  });

  it('has only default values that its own schemas accept', () => {
    const ajv = new Ajv2020({ strict: false });
    ajvFormats.default(ajv);
    const withDefault = schemasWithDefault(document);
    expect(withDefault).to.have.length.above(5);
    for (const schema of withDefault) {
      expect(ajv.validate(schema, schema.default), JSON.stringify(schema)).to.equal(true);
    }
  });

  it('is found invalid by this test when it has a fault', async () => {
    const broken = { ...structuredClone(document), paths: { '/emails': { get: { responses: 'none' } } } };
    expect((await new Validator().validate(broken)).valid).to.equal(false);
  });

  it('describes every operation once, with its command unless API keys cannot call it', () => {
    const operations = Object.entries<DescribedOperation>(OPERATIONS);
    expect(described.map(({ operationId }) => operationId).sort()).to.deep.equal(
      operations.map(([id]) => id).sort(),
    );
    for (const [id, { permission, uses, commands = [] }] of operations) {
      // `posthorn mcp` is not a call of an operation.
      const isCommand = (permission === 'send' || permission === 'full') && uses !== 'calling';
      expect(commands.length > 0, id).to.equal(isCommand);
    }
    const commands = described.flatMap((operation) => operation['x-commands'] ?? []);
    expect(new Set(commands).size).to.equal(commands.length);
    for (const command of commands) expect(command).to.match(/^[a-z-]+( [a-z-]+)+$/);
  });

  it('says by what each operation authenticates, which role it needs, and where it takes a CSRF token', () => {
    const byId = new Map(described.map((each) => [each.operationId, each]));
    const apiKey = { apiKey: [] };
    const session = { session: [] };
    for (const [id, words, security, takesToken] of [
      ['login', 'Anyone', [], false],
      ['getSession', 'with any role', [session], false],
      ['logout', 'with any role', [session], true],
      ['createApiKey', 'at least the role `member`', [session], true],
      ['deleteMember', 'at least the role `admin`', [session], true],
      ['listEmails', 'with any role', [apiKey, session], false],
      ['previewSegment', 'with any role', [apiKey, session], false],
      ['sendEmail', 'at least the role `member`', [apiKey, session], false],
    ] as const) {
      const { description, security: schemes, parameters = [] } = byId.get(id) ?? expect.fail(id);
      expect(description, id).to.include(words);
      expect(schemes, id).to.deep.equal(security);
      const token = parameters.find(({ name }) => name === 'X-CSRF-Token');
      expect(token?.required ?? false, id).to.equal(takesToken);
    }
    const { securitySchemes } = document.components;
    expect(Object.keys(securitySchemes)).to.deep.equal(['apiKey', 'session']);
    const named = described.flatMap(({ security }) => security.flatMap(Object.keys));
    expect(new Set(named)).to.deep.equal(new Set(Object.keys(securitySchemes)));
  });

  it('describes an answer that is one of several objects, and a field that only some answers have', () => {
    const { responses } =
      described.find(({ operationId }) => operationId === 'login') ?? expect.fail('login');
    expect(responses['200']).to.deep.nested.include({
      'content.application/json.schema': {
        oneOf: ['Session', 'TotpChallenge'].map((name) => ({ $ref: `#/components/schemas/${name}` })),
      },
    });
    const { properties, required } = document.components.schemas['Error'] ?? expect.fail('Error');
    expect(Object.keys(properties ?? {})).to.deep.equal([...(required ?? []), 'field', 'faults']);
  });

  it('describes every body that is validated and the pagination of every list', () => {
    for (const { operationId, parameters = [], requestBody } of described) {
      const input = INPUTS[operationId as keyof typeof INPUTS];
      expect(requestBody !== undefined, operationId).to.equal(input?.body !== undefined);
      const { answer } = OPERATIONS[operationId as keyof typeof OPERATIONS] as DescribedOperation;
      const names = parameters.map(({ name }) => name);
      const isPaged = answer && 'listOf' in answer && !answer.isWhole;
      if (isPaged) expect(names).to.include.members(['limit', 'after', 'before']);
    }
  });

  it('has an example of every body, and each is accepted', () => {
    for (const [id, { example }] of Object.entries<DescribedOperation>(OPERATIONS)) {
      const { body } = INPUTS[id as keyof typeof INPUTS] ?? {};
      expect(example !== undefined, id).to.equal(body !== undefined);
      if (body) expect(body.validate(example).error, id).to.equal(undefined);
    }
  });

  it('describes the multipart body of every upload, with the same fields as its JSON', () => {
    const uploads = Object.entries<DescribedOperation>(OPERATIONS).filter(([, { upload }]) => upload);
    expect(uploads.map(([id]) => id)).to.include('createContactImport');
    for (const { operationId, requestBody } of described) {
      const upload = uploads.find(([id]) => id === operationId)?.[1].upload;
      const { 'multipart/form-data': multipart, 'application/json': inJson } = requestBody?.content ?? {};
      expect(multipart !== undefined, operationId).to.equal(upload !== undefined);
      if (!upload) continue;
      const { [upload.field]: file, ...others } = multipart?.schema.properties ?? {};
      expect(file).to.include({ type: 'string', contentMediaType: upload.mediaType });
      expect(multipart?.schema.required).to.include(upload.field);
      expect(inJson?.schema.properties).to.deep.include(others);
    }
  });

  it('says which fields of a multipart body are JSON: all that are no texts', async () => {
    const { createContactImport } = OPERATIONS;
    const form = Joi.object({
      name: Joi.string().empty(null).description('A text'),
      kind: Joi.string().valid('a', 'b').required().description('A word'),
      size: Joi.number().description('A number'),
      isNew: Joi.boolean().description('A boolean'),
      any: Joi.any().description('Anything'),
      link: Joi.link('#NamedRule').description('A reference'),
      list: Joi.array().items(Joi.string()).single().description('A text or a list'),
    }).shared(Joi.object().id('NamedRule'));
    const operations = { createContactImport };
    const uploaded = createDocument({ version, operations, inputs: { createContactImport: { form } } }) as {
      paths: Paths;
    };
    expect((await new Validator().validate(structuredClone(uploaded))).valid).to.equal(true);
    const { content } = uploaded.paths['/contacts/imports']?.['post']?.requestBody ?? expect.fail();
    expect(Object.keys(content)).to.deep.equal(['multipart/form-data']);
    const inJson = { contentType: 'application/json' };
    expect(content['multipart/form-data']?.schema.required).to.deep.equal(['file', 'kind']);
    expect(content['multipart/form-data']?.encoding).to.deep.equal({
      file: { contentType: 'text/csv' },
      size: inJson,
      isNew: inJson,
      any: inJson,
      link: inJson,
      list: inJson,
    });
  });

  it('shows a list that is also a file in both content types, and every other one as JSON alone', () => {
    const files = described.filter(({ operationId, responses }) => {
      const { answer } = OPERATIONS[operationId as keyof typeof OPERATIONS] as DescribedOperation;
      if (!answer || !('listOf' in answer)) return false;
      const types = Object.keys((responses['200'] as { content: object }).content);
      expect(types, operationId).to.deep.equal(['application/json', answer.orContent ?? []].flat());
      return answer.orContent !== undefined;
    });
    expect(files.map(({ operationId }) => operationId)).to.include('listContactImportFailures');
  });

  it('describes headers and the ids in paths', () => {
    const operation = {
      method: 'post',
      path: '/audiences/:id/contacts/:contactId',
      permission: 'full',
      summary: 'Move a contact',
      status: 201,
      answer: { object: 'AcceptedEmail' },
    } as const;
    const headers = Joi.object({ 'Idempotency-Key': Joi.string().max(255).description('A key').required() });
    const { paths } = createDocument({
      version,
      operations: { move: operation },
      inputs: { move: { headers } },
    }) as {
      paths: Paths;
    };
    const move = paths['/audiences/{id}/contacts/{contactId}']?.['post'];
    expect(
      move?.parameters?.map(({ name, in: place, required }) => `${place} ${name} ${required}`),
    ).to.deep.equal(['path id true', 'path contactId true', 'header Idempotency-Key true']);
    expect(Object.keys(move?.responses ?? {})).to.deep.equal(['201', 'default']);
  });

  it('describes every status of success and answers that are not JSON', () => {
    const exported = {
      method: 'get',
      path: '/audiences/:id/export',
      permission: 'full',
      summary: 'Export',
      status: [200, 202],
      answer: { content: 'text/csv' },
    } as const;
    const { paths } = createDocument({ version, operations: { exported }, inputs: {} }) as { paths: Paths };
    const { responses } = paths['/audiences/{id}/export']?.['get'] ?? expect.fail();
    expect(Object.keys(responses)).to.deep.equal(['200', '202', 'default']);
    for (const status of ['200', '202'])
      expect(responses[status]).to.deep.include({ content: { 'text/csv': { schema: { type: 'string' } } } });
  });

  it('names a recursive schema and refers to it', async () => {
    const data = Joi.array().items(Joi.link('#Condition')).description('The conditions');
    const condition = Joi.object({ name: Joi.string().description('A name'), data });
    const body = Joi.object({ data: condition.id('Condition').description('A condition') });
    const { sendEmail } = OPERATIONS;
    const inputs = { sendEmail: { body } };
    const recursive = createDocument({ version, operations: { sendEmail }, inputs });
    expect((await new Validator().validate({ ...recursive })).valid).to.equal(true);
    const { schemas } = (recursive as { components: { schemas: Record<string, object> } }).components;
    expect(schemas['Condition']).to.deep.nested.include({
      'properties.data.items.$ref': '#/components/schemas/Condition',
    });
  });

  it('cannot be generated with a field that has no description', () => {
    const inputs = { sendEmail: { body: Joi.object({ unheard_of: Joi.string() }) } };
    expect(() => createDocument({ version, operations: OPERATIONS, inputs })).to.throw(
      'sendEmail.unheard_of',
    );
  });
});

describe('Every route of the API', () => {
  const app = useApp();
  /** Paths that are not operations: health checks, metrics and pages. */
  const PAGES_APART = [
    '/healthz',
    '/readyz',
    '/ops',
    '/metrics',
    '/docs',
    '/openapi.json',
    '/cli',
    '/downloads',
    '/share',
  ];

  interface Layer {
    route?: { path: string; methods: Record<string, boolean> };
    handle: { stack?: Layer[] };
  }
  const routesOf = (layers: Layer[]): string[] =>
    layers.flatMap(({ route, handle }) => {
      if (route) return Object.keys(route.methods).map((method) => `${method} ${route.path}`);
      return routesOf(handle.stack ?? []);
    });

  it('is a row of the table of operations, and every row is a route', () => {
    const express: Express = createApp(app.deps);
    const routes = routesOf(express.router.stack as unknown as Layer[]).filter((route) => {
      const path = route.split(' ')[1] ?? '';
      return path !== '/{*path}' && !PAGES_APART.some((page) => path === page || path.startsWith(`${page}/`));
    });
    const rows = Object.values(OPERATIONS).map(({ method, path }) => `${method} ${path}`);
    expect(routes.sort()).to.deep.equal(rows.sort());
  });
});
