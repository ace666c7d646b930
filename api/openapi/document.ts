// Generates the API description (OpenAPI 3.1) from the operations table, the joi schemas and the objects of the
// contract. `npm run openapi` writes it to openapi.json; the page /docs shows it, and the CLI builds its commands from
// it.
import type { JsonSchema } from '../../shared/contract/json-schema.ts';
import type { Role } from '../../shared/contract/members/values.ts';
import { OBJECTS, OPTIONAL_FIELDS } from '../../shared/contract/objects.ts';
import {
  type DescribedOperation,
  type Permission,
  roleFor,
  statusesOf,
} from '../../shared/contract/operation.ts';
import { refusalsOf } from '../../shared/contract/refusals.ts';
import { CONTRACTS, type Contract } from '../../shared/contract/resources.ts';
import * as field from '../../shared/contract/shapes.ts';
import type { PathId } from '../route.ts';
import { INPUTS, type Inputs, type OperationInput } from './inputs.ts';
import { joiToSchema, namedSchemas } from './joi-to-schema.ts';
import { closed, described, json } from './schemas.ts';
import { CSRF_HEADER, SECURITY_SCHEMES, securityOf } from './security.ts';
import { encodingOf, formSchema } from './upload.ts';
import { describePayloads, describeWebhooks } from './webhooks.ts';

/** The sources of a description. */
export interface DocumentSource {
  version: string;
  operations: Readonly<Record<string, DescribedOperation>>;
  inputs: Inputs;
}

const WHO_MAY_CALL: Readonly<Record<Permission, string>> = {
  send: 'Any API key can call this operation.',
  full: 'Only API keys with full access can call this operation; other keys get `restricted_api_key`.',
  dashboard: 'Only people who are signed in can call this operation; every API key gets `dashboard_only`.',
  open: 'Anyone can call this operation from a page of this server; credentials are ignored.',
};
const WHICH_PEOPLE: Readonly<Record<Role, string>> = {
  viewer: 'People who are signed in can call it with any role.',
  member: 'People who are signed in need at least the role `member`; others get `view_only_member`.',
  admin: 'People who are signed in need at least the role `admin`; others get `view_only_member`.',
  owner: 'People who are signed in need the role `owner`; others get `view_only_member`.',
};

const ERROR_SENTENCE = 'An error. `x-errors` of the operation lists the possible names';

/** @returns the OpenAPI document, ready to be written as JSON */
export function createDocument(source: DocumentSource): object {
  const { version, operations, inputs } = source;
  const paths: Record<string, Record<string, object>> = {};
  for (const [id, operation] of Object.entries(operations)) {
    const path = operation.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.method]: describeOperation(id, operation, inputs[id] ?? {}) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Posthorn',
      version,
      summary: 'HTTP API for transactional and marketing email.',
      description:
        'Programs send `Authorization: Bearer <API key>` and a `User-Agent` with every request; ' +
        'pages of this server send the session cookie of the person who is signed in. ' +
        'Every response with a status outside 2xx is an Error object: branch on its `name`, never on its `message`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that serves this description' }],
    tags: [...new Set(Object.values(operations).map(resourceOf))].map((name) => ({ name })),
    paths,
    webhooks: describeWebhooks(),
    components: {
      schemas: { ...describeObjects(), ...describePayloads(), ...describeNamed(source) },
      responses: { Error: { description: ERROR_SENTENCE, content: json(reference('Error')) } },
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function describeOperation(id: string, operation: DescribedOperation, input: OperationInput): object {
  const { summary, permission, commands } = operation;
  const content = bodyContent(id, operation, input);
  const parameters = [
    ...pathParameters(operation.path, input),
    ...parametersOf('query', id, input),
    ...parametersOf('header', id, input),
    ...(permission === 'dashboard' && operation.method !== 'get' ? [CSRF_HEADER] : []),
  ];
  return {
    operationId: id,
    tags: [resourceOf(operation)],
    summary,
    description: describeCallers(operation),
    security: securityOf(operation),
    ...(parameters.length > 0 && { parameters }),
    ...(Object.keys(content).length > 0 && { requestBody: { required: true, content } }),
    responses: {
      ...describeAnswers(operation),
      default: { $ref: '#/components/responses/Error' },
    },
    'x-errors': refusalsOf(operation),
    ...(commands && { 'x-commands': commands }),
  };
}

function describeCallers(operation: DescribedOperation): string {
  const { permission } = operation;
  const sentence = WHO_MAY_CALL[permission];
  return permission === 'open' ? sentence : `${sentence} ${WHICH_PEOPLE[roleFor(operation)]}`;
}

/** The content types of the body: JSON, a multipart body with a file, or either. */
function bodyContent(id: string, operation: DescribedOperation, { body, form }: OperationInput): object {
  const { example, upload } = operation;
  const fields = form ? joiToSchema(form) : {};
  return {
    ...(body && json(described(id, joiToSchema(body)), example)),
    ...(upload && {
      'multipart/form-data': {
        schema: described(id, formSchema(fields, upload)),
        encoding: encodingOf(fields, upload),
      },
    }),
  };
}

/** Every success status has the same response. */
function describeAnswers(operation: DescribedOperation): object {
  const { summary, answer } = operation;
  const content =
    'content' in answer
      ? { [answer.content]: { schema: answer.isBinary ? {} : { type: 'string' } } }
      : { ...json(answerSchema(answer)), ...('orContent' in answer && fileOf(answer.orContent)) };
  return Object.fromEntries(statusesOf(operation).map((each) => [each, { description: summary, content }]));
}

/** The answer as a file, for a request that accepts only its content type. */
function fileOf(mediaType: string | undefined): object {
  return mediaType === undefined ? {} : { [mediaType]: { schema: { type: 'string' } } };
}

function answerSchema(
  answer: { object: string } | { oneOf: readonly string[] } | { listOf: string },
): JsonSchema {
  if ('object' in answer) return reference(answer.object);
  if ('oneOf' in answer) return { oneOf: answer.oneOf.map(reference) };
  return closed({
    object: field.type('list'),
    has_more: field.flag('True if there are more objects in this direction'),
    data: field.list('Objects of this page, newest first', reference(answer.listOf)),
  });
}

function describeObjects(): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(OBJECTS).map(([name, fields]) => [
      name,
      described(name, closed(fields, OPTIONAL_FIELDS[name])),
    ]),
  );
}

/** Named input schemas (joi's `id`): a schema that refers to itself needs a name. Answers may refer to any of them. */
function describeNamed({ inputs }: DocumentSource): Record<string, JsonSchema> {
  const named = Object.values({ ...INPUTS, ...inputs }).flatMap(({ query, body, form } = {}) => {
    return [query, body, form].flatMap((schema) =>
      Object.entries(schema ? namedSchemas(schema) : {}).map(([name, part]) => {
        if (Object.hasOwn(OBJECTS, name)) throw new Error(`${name} is an object of an answer already.`);
        return [name, described(name, part)] as const;
      }),
    );
  });
  return Object.fromEntries(named);
}

function pathParameters(path: string, { params }: OperationInput): object[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: describeId(params?.[name]),
    schema: { type: 'string' },
  }));
}

function describeId(id: PathId | undefined): string {
  if (!id) return 'Id';
  return id.description ?? `Id of the ${id.of[0]?.toLowerCase()}${id.of.slice(1)}`;
}

function parametersOf(place: 'query' | 'header', id: string, input: OperationInput): object[] {
  const schema = place === 'query' ? input.query : input.headers;
  if (!schema) return [];
  const { properties = {}, required = [] } = described(id, joiToSchema(schema));
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema: property,
  }));
}

/** The resource whose contract has the operation; its path may begin with another one, as contacts below an audience. */
function resourceOf(operation: DescribedOperation): string {
  const found = Object.entries<Contract>(CONTRACTS).find(([, { operations }]) =>
    Object.values(operations).includes(operation),
  );
  // Tests describe operations of their own.
  return found?.[0] ?? operation.path.split('/')[1] ?? '';
}

function reference(name: string): JsonSchema {
  if (!Object.hasOwn(OBJECTS, name))
    throw new Error(`Say what ${name} is, in the objects.ts of its resource.`);
  return { $ref: `#/components/schemas/${name}` };
}
