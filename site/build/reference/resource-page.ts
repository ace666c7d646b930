// A page of the API reference, as Markdown: the operations of a resource and the objects that they answer. It is made
// from openapi.json, the rules of docs/reference/ and examples that the tests have made.
import type { Description, ReferenceOperation } from './description.ts';
import { objectAnchor } from './fields.ts';
import { objectsOf } from './objects.ts';
import { type OperationSources, operationParts } from './operation.ts';
import { fieldTable } from './tables.ts';

/** What a page is made from. */
export interface ReferenceSources extends OperationSources {
  description: Description;
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
    ...[...objects].flatMap(([name, schema]) => [
      `## ${name} {#${objectAnchor(name)}}`,
      ...(schema.description === undefined ? [] : [schema.description]),
      fieldTable(schema),
    ]),
  ].join('\n\n');
}

/** `contact-properties` → `Contact properties` */
export function titleOf(resource: string): string {
  const words = resource.replaceAll('-', ' ').replace(/\b(api|ai|mcp)\b/g, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function leadOf({ length }: readonly unknown[]): string {
  const count = length === 1 ? 'One operation' : `${length} operations`;
  return `${count}: who may call each, what it takes and answers, an example, the errors that it can answer, and the rules that its tests prove.`;
}

function operationTable(operations: readonly ReferenceOperation[]): string {
  const rows = operations.map(
    ({ summary, method, path, anchor }) => `| [${summary}](#${anchor}) | \`${method} ${path}\` |`,
  );
  return ['| operation | request |', '|---|---|', ...rows].join('\n');
}
