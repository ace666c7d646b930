// Makes the types of the API from its description (openapi.json), and the list of its operations from the contract, for
// the dashboard's `call('getEmail', { id })`. The types are written again before each check; the list is committed, and
// a test fails while it is not up to date.
import { compile } from 'json-schema-to-typescript';
import { type DescribedOperation, roleFor } from '../../shared/contract/operation.ts';

/** A JSON Schema, as far as this file looks into it. */
type Schema = Readonly<Record<string, unknown>>;

/** An operation of the description. */
interface Described {
  operationId: string;
  parameters?: readonly {
    name: string;
    in: string;
    required: boolean;
    description?: string;
    schema: Schema;
  }[];
  requestBody?: { content: Readonly<Record<string, { schema: Schema }>> };
  responses: Readonly<Record<string, { content?: Readonly<Record<string, { schema: Schema }>> }>>;
}

/** The description, as far as this file reads it. */
export interface Description {
  paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  components: { schemas: Readonly<Record<string, Schema>> };
}

const BANNER = '// Written by `npm run openapi`. Do not edit.';
const JSON_TYPE = 'application/json';
const REFERENCE = '#/components/schemas/';
/** The compiler names the whole, which has no fields, and names the source of each type. */
const ROOT_TYPE = /export interface Described \{[^}]*\}\n/;
const NOISE = /\/\*\*\n(?: \* @\w+ \d+\n)*(?: \*\n)? \* This interface was referenced by [\s\S]*?\*\/\n/g;

/** @returns the text of generated/types.ts */
export async function describeTypes(description: Description): Promise<string> {
  const operations = Object.values(description.paths).flatMap((methods) => Object.values(methods));
  const inputs = operations.flatMap((operation) => [
    ...entryOf(`${capital(operation.operationId)}Query`, querySchemaOf(operation)),
    ...entryOf(`${capital(operation.operationId)}Body`, bodySchemaOf(operation)),
  ]);
  const definitions = { ...description.components.schemas, ...Object.fromEntries(inputs) };
  const types = await compile({ definitions: moved(definitions), title: 'Described' } as never, 'Described', {
    bannerComment: '',
    additionalProperties: false,
    unreachableDefinitions: true,
    unknownAny: true,
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true, printWidth: 110 },
  });
  const calls = operations.map((operation) => `  ${operation.operationId}: ${typeOfCall(operation)};`);
  return [
    BANNER,
    '',
    types.replace(ROOT_TYPE, '').replace(NOISE, '').trim(),
    '',
    '/** What each operation takes and answers, by its id. */',
    'export interface Calls {',
    ...calls,
    '}',
    '',
  ].join('\n');
}

/** @returns the text of generated/operations.ts */
export function describeOperations(operations: Readonly<Record<string, DescribedOperation>>): string {
  const rows = Object.entries(operations).map(([id, operation]) => {
    const { method, path, permission } = operation;
    // Only exceptions, and the inputs of a call: all pages load the table.
    const role = roleFor(operation);
    const least = role === 'viewer' ? '' : `, role: '${role}'`;
    const forPeople = permission === 'dashboard' ? ', isForPeople: true' : '';
    return `  ${id}: { method: '${method}', path: '${path}'${least}${forPeople} },`;
  });
  return [
    BANNER,
    '',
    '/** Operation id → how it is called, and the least role that may call it; none: every role may. */',
    'export const OPERATIONS = {',
    ...rows,
    '} as const;',
    '',
  ].join('\n');
}

/** @returns the text of generated/commands.ts */
export function describeCommands(operations: Readonly<Record<string, DescribedOperation>>): string {
  const rows = Object.entries(operations).flatMap(([id, { commands }]) =>
    commands?.[0] === undefined ? [] : [`  ${id}: '${commands[0]}',`],
  );
  return [
    BANNER,
    '',
    '/** Operation id → its command of the command line; none: it is for people only. */',
    'export const COMMANDS = {',
    ...rows,
    '} as const;',
    '',
  ].join('\n');
}

function entryOf(name: string, schema: Schema | undefined): [string, Schema][] {
  return schema ? [[name, schema]] : [];
}

function querySchemaOf({ parameters = [] }: Described): Schema | undefined {
  const query = parameters.filter((each) => each.in === 'query');
  if (query.length === 0) return undefined;
  return {
    type: 'object',
    properties: Object.fromEntries(
      query.map(({ name, description, schema }) => [name, { description, ...schema }]),
    ),
    required: query.filter(({ required }) => required).map(({ name }) => name),
  };
}

function bodySchemaOf({ requestBody }: Described): Schema | undefined {
  return requestBody?.content[JSON_TYPE]?.schema;
}

function typeOfCall(operation: Described): string {
  const { operationId, parameters = [] } = operation;
  const names = parameters.filter((each) => each.in === 'path').map(({ name }) => `${name}: string`);
  const fields = [
    `params: ${names.length > 0 ? `{ ${names.join('; ')} }` : 'undefined'}`,
    `query: ${querySchemaOf(operation) ? `${capital(operationId)}Query` : 'undefined'}`,
    `body: ${bodySchemaOf(operation) ? `${capital(operationId)}Body` : 'undefined'}`,
    `answer: ${typeOfAnswer(operation)}`,
  ];
  return `{ ${fields.join('; ')} }`;
}

function typeOfAnswer({ responses }: Described): string {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const schema = success?.content?.[JSON_TYPE]?.schema;
  if (!schema) return 'string';
  const item = (schema as { properties?: { data?: { items?: Schema } } }).properties?.data?.items;
  if (item) return `{ object: 'list'; has_more: boolean; data: ${nameOf(item)}[] }`;
  const options = (schema as { oneOf?: readonly Schema[] }).oneOf ?? [schema];
  return options.map(nameOf).join(' | ');
}

function nameOf(schema: Schema): string {
  const reference = String(schema['$ref']);
  if (!reference.startsWith(REFERENCE)) throw new Error(`An answer has no name: ${JSON.stringify(schema)}`);
  return reference.slice(REFERENCE.length);
}

/** The compiler expects references below `definitions`, and copies the type of one that has a description next to it. */
function moved(definitions: object): object {
  const text = JSON.stringify(definitions, (_, value) =>
    value?.$ref && value.description
      ? { description: value.description, anyOf: [{ $ref: value.$ref }] }
      : value,
  );
  return JSON.parse(text.replaceAll(REFERENCE, '#/definitions/'));
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
