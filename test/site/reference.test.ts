// The pages of the API reference against openapi.json: they show every operation, parameter, field, answer and error of
// the contract, and nothing else. Pages are read as HTML, as a reader has them.
import path from 'node:path';
import { expect } from 'chai';
import type { JsonSchema } from '../../shared/contract/json-schema.ts';
import { renderMarkdown } from '../../site/build/markdown.ts';
import {
  operationsByResource,
  type ReferenceOperation,
  readDescription,
} from '../../site/build/reference/description.ts';
import { objectAnchor } from '../../site/build/reference/fields.ts';
import { readReference } from '../../site/build/reference/reference.ts';
import { readDocuments } from '../support/documents/markdown.ts';
import { ROOT } from '../support/documents/root.ts';
import { type ShownPage, shownPage } from './shown-page.ts';

const description = readDescription(ROOT);
const resources = operationsByResource(description);

/** Every field of a schema with its path, those of named objects left out. */
function pathsIn(schema: JsonSchema, at = ''): string[] {
  const { properties = {}, items, anyOf = [], additionalProperties } = schema;
  const inner = (name: string, field: JsonSchema) => {
    const own = at === '' ? name : `${at}.${name}`;
    return [own, ...pathsIn(field, own)];
  };
  return [
    ...Object.entries(properties).flatMap(([name, field]) => inner(name, field)),
    ...(typeof additionalProperties === 'object' ? inner('*', additionalProperties) : []),
    ...(items ? pathsIn(items, `${at}[]`) : []),
    ...anyOf.flatMap((part) => pathsIn(part, at)),
  ];
}

type Part = [anchor: string, names: string[]];

/** What the description has of an operation, by the anchors of its page. */
function describedOperation(operation: ReferenceOperation): Part[] {
  const { anchor, method, path: address, parameters = [], requestBody, responses } = operation;
  const { default: _, ...answers } = responses;
  const contents = Object.values(answers).map(({ content = {} }) => content);
  const fields = contents.flatMap((content) =>
    Object.values(content).flatMap(({ schema }) => pathsIn(schema)),
  );
  const others = contents.flatMap((content) => Object.keys(content)).filter((type) => !/json/.test(type));
  return [
    [anchor, [`${method} ${address}`]],
    ...(parameters.length === 0
      ? []
      : [[`${anchor}-parameters`, parameters.map(({ name, in: place }) => `${name} ${place}`)] as Part]),
    ...Object.entries(requestBody?.content ?? {}).map(
      ([mediaType, { schema }]): Part => [
        `${anchor}-${mediaType === 'application/json' ? 'body' : 'form'}`,
        pathsIn(schema),
      ],
    ),
    [`${anchor}-answer`, [...Object.keys(answers), ...fields, ...others]],
    [`${anchor}-errors`, operation['x-errors']],
  ];
}

/** What the description has of a resource: its operations, and the objects that they answer and take. */
function described(resource: string): Map<string, string[]> {
  const operations = resources.get(resource) ?? [];
  const shown = new Set(
    operations.flatMap(({ parameters = [], requestBody, responses: { default: _, ...answers } }) =>
      namesIn([parameters, requestBody, answers]),
    ),
  );
  const parts = operations.flatMap(describedOperation);
  for (const name of shown) {
    const schema = description.components.schemas[name] ?? {};
    parts.push([objectAnchor(name), pathsIn(schema)]);
    for (const inner of namesIn(schema)) shown.add(inner);
  }
  return new Map(parts);
}

/** The limits and choices of a field, as the page writes them. */
function factsOf({ enum: choices = [], maxLength, maximum, maxItems, anyOf = [] }: JsonSchema): string[] {
  const numbers = [maxLength, maximum, maxItems].filter((number) => number !== undefined && number > 0);
  return [
    ...numbers.map((number) => Number(number).toLocaleString('en-US')),
    ...choices.map((choice) => JSON.stringify(choice)),
    ...anyOf.flatMap(factsOf),
  ];
}

/** `sendemail-body: subject` */
function linesOf(parts: ReadonlyMap<string, readonly string[]>): Set<string> {
  return new Set(
    [...parts].flatMap(([anchor, names]) => [anchor, ...names.map((name) => `${anchor}: ${name}`)]),
  );
}

function namesIn(part: unknown): string[] {
  const references = [...JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)];
  return references.map(([, name = '']) => name);
}

describe('The reference of the API', function () {
  this.timeout(60_000);
  const pages = new Map<string, ShownPage>();
  before(async () => {
    const written = readDocuments().map(({ path: file, text }) => ({ file, text }));
    const { documents } = await readReference(ROOT, written);
    for (const { file, text } of documents) {
      const { html } = renderMarkdown(text, { resolve: (target) => target });
      pages.set(path.basename(file, '.md'), shownPage(html));
    }
  });

  it('has a page for each resource, and one that lists them', () => {
    expect([...pages.keys()]).to.have.members(['README', ...resources.keys()]);
  });

  it('shows every operation, parameter, field, answer and error of the contract, and nothing else', () => {
    const total = [...resources.values()].flat().length;
    expect(total).to.be.above(200);
    for (const resource of resources.keys()) {
      const shown = linesOf(pages.get(resource)?.parts ?? new Map());
      const wanted = linesOf(described(resource));
      expect(
        [...shown].filter((line) => !wanted.has(line)),
        `${resource} shows too many`,
      ).to.deep.equal([]);
      expect(
        [...wanted].filter((line) => !shown.has(line)),
        `${resource} lacks`,
      ).to.deep.equal([]);
    }
  });

  it('shows of each operation an example with its answer, its rules, who may call it, and its command', () => {
    for (const operation of [...resources.values()].flat()) {
      const { operationId, anchor, 'x-commands': commands = [], description: callers } = operation;
      const page = [...pages.values()].find(({ parts }) => parts.has(anchor));
      const text = page?.texts.get(anchor) ?? '';
      const words = callers.replaceAll('`', '');
      expect(text, operationId).to.include(words);
      for (const command of commands) expect(text, operationId).to.include(`posthorn ${command}`);
      const labels = page?.labels.get(anchor);
      const cli = commands.length > 0 ? ['cli'] : [];
      expect(labels, operationId).to.include.members(['curl', 'node', 'python', ...cli, 'answer']);
      expect(page?.texts.get(`${anchor}-rules`), operationId).to.match(/\w{3,}/);
    }
  });

  it('says types, limits, defaults and choices of each field', () => {
    const emails = pages.get('emails');
    const rows = (anchor: string, page = emails) => page?.rows.get(anchor) ?? [];
    const row = (anchor: string, name: string) => rows(anchor).find(([first]) => first === name);
    expect(row('sendemail-body', 'to')?.slice(1, 3)).to.deep.equal(['string or string[]', 'yes']);
    expect(row('sendemail-body', 'to')?.[3]).to.include('1 to 50 items');
    expect(row('listemails-parameters', 'folder')?.join(' ')).to.include('"scheduled"');
    const steps = rows('addautomationstep-body', pages.get('automations'));
    expect(steps.find(([name]) => name === 'type')?.[1])
      .to.include('"delay"')
      .and.include('"send_email"');
  });

  it('says the limits and choices of every field of a body, and of every parameter', () => {
    const lacking = [...resources].flatMap(([resource, operations]) =>
      operations.flatMap(({ anchor, parameters = [], requestBody }) => {
        const text = (part: string, name: string) =>
          pages
            .get(resource)
            ?.rows.get(`${anchor}-${part}`)
            ?.find(([first]) => first === name)
            ?.join(' ') ?? '';
        const properties = requestBody?.content['application/json']?.schema.properties ?? {};
        const all = [
          ...parameters.map(({ name, schema }) => [name, schema, text('parameters', name)] as const),
          ...Object.entries(properties).map(([name, schema]) => [name, schema, text('body', name)] as const),
        ];
        return all.flatMap(([name, schema, shown]) =>
          factsOf(schema)
            .filter((fact) => !shown.includes(fact))
            .map((fact) => `${anchor}: ${name}: ${fact}`),
        );
      }),
    );
    expect(lacking).to.deep.equal([]);
  });

  it('would notice a field that is missing, and one that is too many', () => {
    const { parts } = shownPage(
      '<h2 id="a">A</h2><p><code>GET /a</code></p><h3 id="a-body">Body</h3><table><thead><tr><th>field</th></tr></thead><tbody><tr><td><code>x</code></td></tr></tbody></table>',
    );
    expect(Object.fromEntries(parts)).to.deep.equal({ a: ['GET /a'], 'a-body': ['x'] });
  });
});
