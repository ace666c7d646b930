// The index of the search: a line for each page, section, operation, field and error. It is loaded for the first search,
// and compared there word by word (site/page/found-lines.ts).
import type { SearchKind, SearchLine } from '../../shared/contract/site/search-line.ts';
import { API_FOLDER, pagePathOf } from './documents.ts';
import {
  type Description,
  operationsByResource,
  pageResourceOf,
  type ReferenceOperation,
} from './reference/description.ts';
import { fieldRows, objectAnchor } from './reference/fields.ts';
import type { Page } from './shell.ts';

/** The lines of the pages that are written, and of the operations. */
export function searchLines(pages: readonly Page[], description: Description): SearchLine[] {
  const operations = [...operationsByResource(description).values()].flat();
  const written = pages.filter(({ file }) => !file.startsWith(`${API_FOLDER}/`));
  return [
    ...written.flatMap(linesOfPage),
    ...operations.map(lineOfOperation),
    ...linesOfFields(operations, description),
  ];
}

function kindOf(file: string): SearchKind {
  if (file.startsWith('docs/guides/')) return 'guide';
  if (file.startsWith('docs/errors/')) return 'error';
  return file.startsWith('docs/reference/') ? 'rule' : 'page';
}

/** The parts of errors and the last one of guides are the same on all of them. */
function linesOfPage({ file, content: { title, lead, headings } }: Page): SearchLine[] {
  const kind = kindOf(file);
  const path = pagePathOf(file);
  const isExplained = kind === 'guide' || kind === 'error';
  const shown = kind === 'error' ? [] : headings.filter(({ text }) => text !== 'Next');
  return [
    [kind, title, path, isExplained ? lead : ''],
    ...shown.map(({ text, anchor }): SearchLine => [kind, text, `${path}#${anchor}`, '']),
  ];
}

/** Its id is in its path. */
function lineOfOperation(operation: ReferenceOperation): SearchLine {
  const { summary, method, path, 'x-commands': commands = [] } = operation;
  return [
    'operation',
    summary,
    pathOf(operation, operation.anchor),
    [`${method} ${path}`, ...commands].join(' '),
  ];
}

function pathOf(operation: ReferenceOperation, anchor: string): string {
  return `/${API_FOLDER}/${pageResourceOf(operation)}#${anchor}`;
}

const PLACES_OF_FIELD_MAX = 3;

/** A line for each name of a field, which leads to the first of the operations that take or answer it. */
function linesOfFields(operations: readonly ReferenceOperation[], { components }: Description): SearchLine[] {
  const places = new Map<string, { words: string; path: string }[]>();
  const add = (names: Iterable<string>, place: { words: string; path: string }) => {
    for (const name of new Set(names)) places.set(name, [...(places.get(name) ?? []), place]);
  };
  for (const operation of operations) {
    const { method, path, anchor } = operation;
    add(namesIn(operation), { words: `${method} ${path}`, path: pathOf(operation, anchor) });
  }
  const answering = operations.map((operation) => [JSON.stringify(operation.responses), operation] as const);
  for (const [name, schema] of Object.entries(components.schemas)) {
    const [, first] = answering.find(([text]) => text.includes(`/${name}"`)) ?? [];
    if (first) add(fieldNames(schema), { words: name, path: pathOf(first, objectAnchor(name)) });
  }
  return [...places].map(([name, found]) => {
    const shown = found.slice(0, PLACES_OF_FIELD_MAX).map(({ words }) => words);
    return ['field', name, found[0]?.path ?? '', shown.join(', ')];
  });
}

function namesIn({ requestBody, parameters = [] }: ReferenceOperation): string[] {
  return [
    ...parameters.filter(({ in: place }) => place !== 'path').map(({ name }) => name),
    ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => fieldNames(schema)),
  ];
}

function fieldNames(schema: Parameters<typeof fieldRows>[0]): string[] {
  return fieldRows(schema).map(({ path }) => path.replaceAll('[]', '').split('.').at(-1) ?? '');
}
