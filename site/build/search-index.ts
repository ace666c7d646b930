// The index of the search: a line for each page, section, operation, field and error. It is loaded when somebody searches,
// and compared there word by word (site/page/search.ts).
import type { PageHeading } from './markdown.ts';
import type { ReferenceOperation } from './reference/description.ts';

/** What a line leads to. */
export type SearchKind = 'guide' | 'operation' | 'field' | 'error' | 'rule' | 'page';

/** A line: what it is, its title, where it leads (below /docs), and other words by which it is found. */
export type SearchLine = [kind: SearchKind, title: string, path: string, words: string];

/** The lines of a page and its sections. */
export function linesOfPage(
  kind: SearchKind,
  path: string,
  { title, lead, headings }: { title: string; lead: string; headings: readonly PageHeading[] },
): SearchLine[] {
  return [
    [kind, title, path, kind === 'guide' || kind === 'error' ? lead : ''],
    ...headings.map(({ text, anchor }): SearchLine => [kind, text, `${path}#${anchor}`, title]),
  ];
}

/** The line of an operation. */
export function lineOfOperation(operation: ReferenceOperation): SearchLine {
  const { operationId, summary, method, path, tags, 'x-commands': commands = [] } = operation;
  const address = `/docs/api/${tags[0]}#${operationId.toLowerCase()}`;
  return ['operation', summary, address, [`${method} ${path}`, operationId, ...commands].join(' ')];
}

const OPERATIONS_OF_FIELD_MAX = 4;

/** A line for each name of a field, which leads to the first of the operations that take it. */
export function linesOfFields(
  operations: readonly (readonly [ReferenceOperation, readonly string[]])[],
): SearchLine[] {
  const byName = new Map<string, ReferenceOperation[]>();
  for (const [operation, fields] of operations)
    for (const field of fields) byName.set(field, [...(byName.get(field) ?? []), operation]);
  return [...byName].map(([name, [first, ...others]]) => {
    const path = `/docs/api/${first?.tags[0]}#${first?.operationId.toLowerCase()}`;
    const shown = [first, ...others].slice(0, OPERATIONS_OF_FIELD_MAX).map((each) => each?.summary);
    return ['field', name, path, shown.join(', ')];
  });
}
