// The index of the search: a line for each page, section, operation, field and error, and the words of their texts, each
// word once with the numbers of its lines, which is a third of the texts. It is loaded for the first search
// (site/page/found-lines.ts).
import { wordsOf } from '../../shared/contract/search/words.ts';
import type { SearchIndex, SearchKind, SearchLine } from '../../shared/contract/site/search-line.ts';
import { API_FOLDER, pagePathOf } from './documents.ts';
import {
  type Description,
  operationsByResource,
  pageResourceOf,
  type ReferenceOperation,
} from './reference/description.ts';
import { fieldRows, objectAnchor } from './reference/fields.ts';
import type { Page } from './shell.ts';

/** A line, and a text by whose words it is found too. */
type Described = readonly [line: SearchLine, text: string];

/** The length of the beginning of a text that is shown: it fills two lines on a phone. */
const EXCERPT_LENGTH = 90;

/** The index of the pages that are written, and of the operations. */
export function searchIndex(pages: readonly Page[], description: Description): SearchIndex {
  const operations = [...operationsByResource(description).values()].flat();
  const written = pages.filter(({ file }) => !file.startsWith(`${API_FOLDER}/`));
  const described = written.flatMap(linesOfPage);
  const lines = described.map(([line]) => line);
  return {
    lines: [...lines, ...operations.map(lineOfOperation), ...linesOfFields(operations, description)],
    terms: termsIn(described),
  };
}

/** What a line shows is not here again. */
function termsIn(described: readonly Described[]): SearchIndex['terms'] {
  const found = new Map<string, number[]>();
  for (const [at, [[, title, , words], text]] of described.entries()) {
    const shown = new Set(wordsOf(`${title} ${words.replace(/\S*…$/, '')}`));
    for (const term of new Set(wordsOf(text)))
      if (!shown.has(term)) found.set(term, [...(found.get(term) ?? []), at]);
  }
  const sorted = [...found].sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(
    sorted.map(([term, at]) => [term, at.map((line, place) => line - (at[place - 1] ?? 0))]),
  );
}

function excerptOf(text: string): string {
  if (text.length <= EXCERPT_LENGTH) return text;
  return `${text.slice(0, EXCERPT_LENGTH).replace(/\s+\S*$/, '')} …`;
}

function kindOf(file: string): SearchKind {
  if (file.startsWith('docs/guides/')) return 'guide';
  if (file.startsWith('docs/errors/')) return 'error';
  return file.startsWith('docs/reference/') ? 'rule' : 'page';
}

/** The parts of errors and the last one of guides are the same on all of them. */
function linesOfPage({ file, content: { title, lead, opening, headings } }: Page): Described[] {
  const kind = kindOf(file);
  const path = pagePathOf(file);
  const text = kind === 'error' ? [opening, ...headings.map(({ body }) => body)].join(' ') : opening;
  const shown = kind === 'error' ? [] : headings.filter(({ text }) => text !== 'Next');
  return [
    [[kind, title, path, excerptOf(lead)], text],
    ...shown.map(
      ({ text, anchor, body }): Described => [[kind, text, `${path}#${anchor}`, excerptOf(body)], body],
    ),
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
