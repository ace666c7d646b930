// The API reference as documents: the list of resources, and a page for each. Resources with too many operations for one
// page have several, by the path that the operations are below.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SiteDocument } from '../documents.ts';
import { type Description, operationsByResource, type ReferenceOperation } from './description.ts';
import { readExamples } from './examples.ts';
import { rulesOfOperation } from './operation-rules.ts';
import { resourcePage, titleOf } from './resource-page.ts';
import { type Rule, readTestTitles, rulesOfDocument } from './rules.ts';
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
  const [text, examples, titles] = await Promise.all([
    readFile(path.join(root, 'openapi.json'), 'utf8'),
    readExamples(root),
    readTestTitles(root),
  ]);
  const description: Description = JSON.parse(text);
  const rules = written.flatMap((document) => rulesOfDocument(document.file, document.text));
  const byText = new Map(rules.map((rule) => [rule.text, rule]));
  return {
    description,
    documents: documentsOf(description, (operation) => ({
      example: examples[operation.operationId],
      rules: rulesOfOperation(operation, rules, RULES_OF_OPERATIONS[operation.operationId] ?? []),
    })),
    ruleOf(rule) {
      const found = byText.get(rule);
      return found && { anchor: found.anchor, file: titles.get(rule) };
    },
  };
}
