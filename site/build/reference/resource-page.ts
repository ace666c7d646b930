// A page of the API reference, as Markdown: the operations of a resource and the objects that they answer. It is made
// from openapi.json, the rules of docs/reference/ and answers that the tests have seen.

import { ERROR_STATUS, type ErrorName } from '../../../shared/contract/errors.ts';
import type { JsonSchema } from '../../../shared/contract/json-schema.ts';
import type { DescribedParameter, Description, ReferenceOperation } from './description.ts';
import { type FieldRow, fieldRows, limitWords, typeWords } from './fields.ts';

/** A rule of an operation. */
export interface OperationRule {
  text: string;
  /** Of docs/reference/. */
  document: string;
  anchor: string;
}

/** What a page is made from, besides the description. */
export interface ReferenceSources {
  description: Description;
  /** A request of an operation and its answer, as a test has made them. */
  exampleOf(operationId: string): { request?: unknown; path: string; answer?: unknown } | undefined;
  rulesOf(operationId: string): readonly OperationRule[];
}

/** The page of a resource. */
export function resourcePage(
  resource: string,
  operations: readonly ReferenceOperation[],
  sources: ReferenceSources,
): string {
  const objects = objectsOf(operations, sources.description);
  return [
    `# ${titleOf(resource)}`,
    leadOf(operations),
    operationTable(operations),
    ...operations.flatMap((operation) => operationParts(operation, sources)),
    ...[...objects].flatMap(([name, schema]) => objectParts(name, schema)),
  ].join('\n\n');
}

/** `contact-properties` → `Contact properties` */
export function titleOf(resource: string): string {
  const words = resource.replaceAll('-', ' ').replace(/\b(api|ai|mcp)\b/g, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function leadOf(operations: readonly ReferenceOperation[]): string {
  const count = operations.length === 1 ? 'One operation' : `${operations.length} operations`;
  return `${count}. Each names who may call it, what it takes and answers, which errors it can answer, and the rules that its tests prove.`;
}

function operationTable(operations: readonly ReferenceOperation[]): string {
  const rows = operations.map(
    ({ operationId, summary, method, path }) =>
      `| [${summary}](#${operationId.toLowerCase()}) | \`${method} ${path}\` |`,
  );
  return ['| operation | request |', '|---|---|', ...rows].join('\n');
}

function operationParts(operation: ReferenceOperation, sources: ReferenceSources): string[] {
  const { operationId, summary, description, method, path } = operation;
  const anchor = operationId.toLowerCase();
  return [
    `## ${summary} {#${anchor}}`,
    `\`${method} ${path}\``,
    description,
    commandLine(operation),
    ...parametersPart(operation.parameters ?? [], anchor),
    ...bodyParts(operation, anchor),
    ...answerPart(operation),
    ...examplePart(operation, sources),
    ...errorsPart(operation, anchor),
    ...rulesPart(sources.rulesOf(operationId), anchor),
  ].filter((part) => part !== '');
}

function commandLine({ 'x-commands': commands = [] }: ReferenceOperation): string {
  const [command, ...aliases] = commands.map((each) => `\`posthorn ${each}\``);
  if (command === undefined) return '';
  return `Command: ${command}${aliases.length === 0 ? '' : `, or ${aliases.join(', ')}`}`;
}

function parametersPart(parameters: readonly DescribedParameter[], anchor: string): string[] {
  if (parameters.length === 0) return [];
  const rows = parameters.map(({ name, in: place, required, description, schema }) =>
    row([
      `\`${name}\``,
      place,
      typeWords(schema),
      required ? 'yes' : 'no',
      sentence(description ?? '', limitWords(schema)),
    ]),
  );
  return [
    `### Parameters {#${anchor}-parameters}`,
    ['| parameter | in | type | required | meaning |', '|---|---|---|---|---|', ...rows].join('\n'),
  ];
}

function bodyParts({ requestBody }: ReferenceOperation, anchor: string): string[] {
  const contents = Object.entries(requestBody?.content ?? {});
  return contents.flatMap(([mediaType, { schema }]) => [
    `### Body${contents.length > 1 ? ` (\`${mediaType}\`)` : ''} {#${anchor}-body${mediaType.includes('json') ? '' : '-form'}}`,
    ...(schema.type === 'array' ? ['A list of:'] : []),
    fieldTable(fieldRows(schema)),
  ]);
}

function fieldTable(rows: readonly FieldRow[]): string {
  const lines = rows.map(({ path, type, isRequired, meaning, limits }) =>
    row([`\`${path}\``, type, isRequired ? 'yes' : 'no', sentence(meaning, limits)]),
  );
  return ['| field | type | required | meaning |', '|---|---|---|---|', ...lines].join('\n');
}

const row = (cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;

function sentence(meaning: string, limits: string): string {
  return limits === '' ? meaning : `${meaning} (${limits})`;
}

function answerPart({ responses }: ReferenceOperation): string[] {
  const statuses = Object.keys(responses).filter((status) => status.startsWith('2'));
  const [{ content = {} } = {}] = statuses.map((status) => responses[status] ?? {});
  const kinds = Object.entries(content).map(([mediaType, { schema }]) =>
    mediaType === 'application/json' ? answerWords(schema) : `\`${mediaType}\``,
  );
  return [`Answers ${statuses.join(' or ')}${kinds.length === 0 ? '' : ` with ${kinds.join(', or ')}`}.`];
}

function answerWords(schema: JsonSchema): string {
  const list = schema.properties?.['data']?.items;
  if (list) return `a list of ${linked(typeWords(list))}`;
  return linked(typeWords(schema));
}

/** Names of objects are links to their fields. */
function linked(words: string): string {
  return words.replace(/\b[A-Z]\w+\b/g, (name) => `[${name}](#${name.toLowerCase()}-object)`);
}

function examplePart(operation: ReferenceOperation, { exampleOf }: ReferenceSources): string[] {
  const example = exampleOf(operation.operationId);
  if (!example) return [];
  const { request, path, answer } = example;
  const head = `${operation.method} ${path}`;
  const body = request === undefined ? '' : `\n\n${JSON.stringify(request, null, 2)}`;
  return [
    `\`\`\`http\n${head}${body}\n\`\`\``,
    ...(answer === undefined ? [] : [`\`\`\`json answer\n${JSON.stringify(answer, null, 2)}\n\`\`\``]),
  ];
}

function errorsPart({ 'x-errors': errors = [] }: ReferenceOperation, anchor: string): string[] {
  const rows = errors.map((name) => `[\`${name}\`](../errors/${name}.md) ${ERROR_STATUS[name as ErrorName]}`);
  return [`### Errors {#${anchor}-errors}`, rows.join(', ')];
}

function rulesPart(rules: readonly OperationRule[], anchor: string): string[] {
  if (rules.length === 0) return [];
  return [`### Rules {#${anchor}-rules}`, rules.map(({ text }) => `- ${text}`).join('\n')];
}

/** The objects that these operations answer, each once, with those that they contain. */
function objectsOf(
  operations: readonly ReferenceOperation[],
  { components }: Description,
): Map<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  const look = (value: unknown) => {
    for (const name of namesIn(value)) {
      const schema = components.schemas[name];
      if (!schema || found.has(name)) continue;
      found.set(name, schema);
      look(schema);
    }
  };
  for (const { responses, requestBody } of operations) {
    for (const [status, response] of Object.entries(responses)) if (status !== 'default') look(response);
    look(requestBody);
  }
  return found;
}

const OBJECT_REFERENCE = /"\$ref":"#\/components\/schemas\/(\w+)"/g;

/** The objects that a part of the description refers to, in its order. */
function namesIn(value: unknown): string[] {
  const text = JSON.stringify(value) ?? '';
  return [...new Set([...text.matchAll(OBJECT_REFERENCE)].map(([, name = '']) => name))];
}

function objectParts(name: string, schema: JsonSchema): string[] {
  return [
    `## ${name} {#${name.toLowerCase()}-object}`,
    schema.description ?? '',
    fieldTable(fieldRows(schema)),
  ].filter((part) => part !== '');
}
