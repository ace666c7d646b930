// The API reference as documents: the list of resources, and a page for each.
import { API_FOLDER, type SiteDocument } from '../documents.ts';
import { type Description, operationsByResource, readDescription } from './description.ts';
import { readExamples } from './examples.ts';
import { rulesOfOperation } from './operation-rules.ts';
import { type ReferenceSources, resourcePage, titleOf } from './resource-page.ts';
import { readTestTitles, rulesOfDocument } from './rules.ts';
import { RULES_OF_OPERATIONS } from './rules-of-operations.ts';

/** What the build of the site takes from the reference. */
export interface Reference {
  description: Description;
  documents: readonly SiteDocument[];
  /** The anchor of a rule of docs/reference/, and the file of its test where there are tests. */
  ruleOf(rule: string): { anchor: string; file: string | undefined } | undefined;
}

/** @param root of the repository @param written its documents */
export async function readReference(root: string, written: readonly SiteDocument[]): Promise<Reference> {
  const description = readDescription(root);
  const [examples, titles] = await Promise.all([readExamples(root), readTestTitles(root)]);
  const rules = written.flatMap((document) => rulesOfDocument(document.file, document.text));
  const byText = new Map(rules.map((rule) => [rule.text, rule]));
  return {
    description,
    documents: documentsOf({
      description,
      exampleOf: (id) => examples[id],
      rulesOf: (operation) =>
        rulesOfOperation(operation, rules, RULES_OF_OPERATIONS[operation.operationId] ?? []),
    }),
    ruleOf(rule) {
      const found = byText.get(rule);
      return found && { anchor: found.anchor, file: titles.get(rule) };
    },
  };
}

function documentsOf(sources: ReferenceSources): SiteDocument[] {
  const pages = [...operationsByResource(sources.description)];
  const rows = pages.map(
    ([resource, { length }]) => `| [${titleOf(resource)}](${resource}.md) | ${length} |`,
  );
  const index = [
    '# API reference',
    INTRODUCTION,
    ['| resource | operations |', '|---|---|', ...rows].join('\n'),
  ];
  return [
    { file: `${API_FOLDER}/README.md`, text: index.join('\n\n') },
    ...pages.map(([resource, operations]) => ({
      file: `${API_FOLDER}/${resource}.md`,
      text: resourcePage(resource, operations, sources),
    })),
  ];
}

const INTRODUCTION = `Every operation, with its fields, an example, its errors and its rules. Read [requests](../reference/requests.md), [lists](../reference/pagination.md) and [errors](../guides/errors.md) first: all operations share them. [openapi.json](../../openapi.json) is the same for programs.`;
