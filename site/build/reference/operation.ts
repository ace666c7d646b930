// The part of an operation on its page, as Markdown: who may call it, its command, an example, what it takes and answers,
// the errors that it can answer, and its rules.
import { ERROR_STATUS, type ErrorName } from '../../../shared/contract/errors.ts';
import type { JsonSchema } from '../../../shared/contract/json-schema.ts';
import type { ReferenceOperation } from './description.ts';
import { exampleFences, fence } from './example-code.ts';
import type { OperationExample } from './examples.ts';
import { typeWords } from './fields.ts';
import { fileParts } from './files.ts';
import type { Rule } from './rules.ts';
import { fieldTable, parameterTable } from './tables.ts';

/** Where the parts that the description lacks come from. */
export interface OperationSources {
  exampleOf(operationId: string): OperationExample | undefined;
  rulesOf(operation: ReferenceOperation): readonly Pick<Rule, 'text' | 'document' | 'anchor'>[];
}

/** The parts, as paragraphs. */
export function operationParts(operation: ReferenceOperation, sources: OperationSources): string[] {
  const { operationId, summary, description, method, path, anchor } = operation;
  const example = sources.exampleOf(operationId);
  return [
    `## ${summary} {#${anchor}}`,
    `\`${method} ${path}\``,
    linkedCallers(description),
    ...commandParts(operation),
    ...exampleParts(operation, example),
    ...parameterParts(operation, anchor),
    ...bodyParts(operation, anchor),
    ...answerParts(operation, anchor),
    ...(example ? fileParts(operation, example) : []),
    `### Errors {#${anchor}-errors}`,
    errorLines(operation),
    ...ruleParts(sources.rulesOf(operation), anchor),
  ];
}

/** Who may call it, with links to what keys, roles and refusals are. */
function linkedCallers(description: string): string {
  return description
    .replace(/`(?<name>\w+)`/g, (code, name: string) => {
      if (Object.hasOwn(ERROR_STATUS, name)) return `[${code}](../errors/${name}.md)`;
      return `[${code}](../reference/members.md#roles)`;
    })
    .replace(/\b(?:API keys?)\b/, (words) => `[${words}](../reference/api-keys.md#permissions)`)
    .replace('from a page of this server', '[$&](../reference/auth.md#requests-of-pages)');
}

function commandParts({ 'x-commands': commands = [] }: ReferenceOperation): string[] {
  const [command, ...aliases] = commands.map((each) => `\`posthorn ${each}\``);
  if (command === undefined) return [];
  return [`[Command](../cli.md): ${command}${aliases.length === 0 ? '' : `, or ${aliases.join(', ')}`}`];
}

function exampleParts(operation: ReferenceOperation, example: OperationExample | undefined): string[] {
  if (!example) return [];
  return [
    ...exampleFences(operation, example),
    fence('json answer', JSON.stringify(example.answer, null, 2)),
  ];
}

function parameterParts({ parameters = [] }: ReferenceOperation, anchor: string): string[] {
  if (parameters.length === 0) return [];
  return [`### Parameters {#${anchor}-parameters}`, parameterTable(parameters)];
}

function bodyParts({ requestBody }: ReferenceOperation, anchor: string): string[] {
  const contents = Object.entries(requestBody?.content ?? {});
  return contents.flatMap(([mediaType, { schema }]) => {
    const isForm = mediaType === 'multipart/form-data';
    const title = isForm ? 'Body as a form' : 'Body';
    return [
      `### ${title} {#${anchor}-${isForm ? 'form' : 'body'}}`,
      `\`${mediaType}\`, ${kindWords(schema)}:`,
      fieldTable(schema),
    ];
  });
}

function kindWords({ type, anyOf = [] }: JsonSchema): string {
  if (type === 'array') return 'a list of objects';
  const kinds = new Set(anyOf.map((part) => (part.type === 'array' ? 'a list of objects' : 'an object')));
  return kinds.size === 0 ? 'an object' : [...kinds].join(' or ');
}

function answerParts({ responses }: ReferenceOperation, anchor: string): string[] {
  const statuses = Object.keys(responses).filter((status) => status !== 'default');
  // Every status of success has the same answer (api/openapi/document.ts).
  const { content = {} } = responses[statuses[0] ?? ''] ?? {};
  const json = content['application/json']?.schema;
  const others = Object.keys(content).filter((mediaType) => mediaType !== 'application/json');
  const words = [
    ...(json ? [json.properties ? 'an object' : typeWords(json)] : []),
    ...others.map((mediaType) => `\`${mediaType}\` where the request accepts only that`),
  ];
  return [
    `### Answer {#${anchor}-answer}`,
    `${statuses.map((status) => `\`${status}\``).join(' or ')}: ${words.join(', or ')}.`,
    ...(json?.properties ? [fieldTable(json)] : []),
  ];
}

/** The errors, by their status. */
function errorLines({ 'x-errors': errors = [] }: ReferenceOperation): string {
  const byStatus = new Map<number, string[]>();
  for (const name of errors) {
    const status = ERROR_STATUS[name as ErrorName];
    byStatus.set(status, [...(byStatus.get(status) ?? []), `[\`${name}\`](../errors/${name}.md)`]);
  }
  return [...byStatus]
    .toSorted(([one], [other]) => one - other)
    .map(([status, names]) => `- ${status}: ${names.join(', ')}`)
    .join('\n');
}

function ruleParts(rules: readonly Pick<Rule, 'text' | 'document' | 'anchor'>[], anchor: string): string[] {
  if (rules.length === 0) return [];
  const lines = rules.map(({ text, document, anchor: rule }) => {
    const file = document.replace(/^docs/, '..');
    return `- [${withoutLinks(text)}](${file}#${rule})`;
  });
  return [`### Rules {#${anchor}-rules}`, lines.join('\n')];
}

/** The rule is a link itself: to its place, where its test is named. */
function withoutLinks(text: string): string {
  return text.replace(/\[(?<words>(?:[^\]\\]|\\.)*)\]\([^)\s]+\)/g, '$<words>');
}
