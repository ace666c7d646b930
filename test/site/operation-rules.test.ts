// The rules that the reference shows of each operation: all have some, and each line of the table is needed.
import path from 'node:path';
import { expect } from 'chai';
import { renderMarkdown } from '../../site/build/markdown.ts';
import {
  operationsByResource,
  type ReferenceOperation,
  readDescription,
} from '../../site/build/reference/description.ts';
import { isInSection, isNamedBy, rulesOfOperation } from '../../site/build/reference/operation-rules.ts';
import { type Rule, readTestTitles, rulesOfDocument, testCommand } from '../../site/build/reference/rules.ts';
import { RULES_OF_OPERATIONS } from '../../site/build/reference/rules-of-operations.ts';
import { readDocuments } from '../support/documents/markdown.ts';
import { ROOT } from '../support/documents/root.ts';

const documents = readDocuments();
const rules = documents.flatMap((document) => rulesOfDocument(document.path, document.text));
const description = readDescription(ROOT);
const operations = [...operationsByResource(description).values()].flat();

/** Lines of a table that resolve to nothing, or add nothing to what headings give. */
function unneeded(
  table: Readonly<Record<string, readonly string[]>>,
  all: readonly ReferenceOperation[],
  known: readonly Rule[],
): string[] {
  return Object.entries(table).flatMap(([id, sections]) => {
    const operation = all.find(({ operationId }) => operationId === id);
    if (!operation) return [id];
    const adds = (section: string) =>
      known.some((rule) => isInSection(rule, section) && !isNamedBy(operation, rule));
    return sections.filter((section) => !adds(section)).map((section) => `${id}: ${section}`);
  });
}

describe('The rules of the operations', () => {
  it('are there for every operation', () => {
    const without = operations.filter(
      (operation) =>
        rulesOfOperation(operation, rules, RULES_OF_OPERATIONS[operation.operationId] ?? []).length === 0,
    );
    expect(without.map(({ operationId }) => operationId)).to.deep.equal([]);
  });

  it('have a table of sections of which each line is needed', () => {
    expect(unneeded(RULES_OF_OPERATIONS, operations, rules)).to.deep.equal([]);
    const broken = { none: ['emails.md#events'], sendEmail: ['emails.md#post-emails', 'emails.md#no-such'] };
    expect(unneeded(broken, operations, rules)).to.have.length(3);
  });

  it('have each an anchor of its own on its page', () => {
    expect(rules).to.have.length.above(2_000);
    const anchors = rules.map(({ document, anchor }) => `${document}#${anchor}`);
    expect(new Set(anchors).size).to.equal(anchors.length);
    for (const { path: file, text } of documents.filter((each) => each.path.startsWith('docs/reference/'))) {
      const own = new Map(rules.filter(({ document }) => document === file).map((rule) => [rule.text, rule]));
      const { html } = renderMarkdown(text, { resolve: (to) => to, ruleOf: (rule) => own.get(rule) });
      for (const { anchor } of own.values()) expect(html).to.include(`<li id="${anchor}"`);
    }
  });

  it('are run by commands that no shell reads in another way', () => {
    const odd = 'Says `a` of "b", $HOME and \\n: it’s (not) [all]?';
    const command = testCommand(odd, 'test/api');
    expect(command).to.match(/^npm test -- test\/api --grep="[\w ,:;@#/=~.-]+"$/);
    expect(odd).to.match(new RegExp(/--grep="(?<pattern>.*)"$/.exec(command)?.groups?.['pattern'] ?? '$.'));
  });

  it('prove nothing in a package, which has no tests', async () => {
    expect(await readTestTitles(path.join(ROOT, 'no-such'))).to.have.property('size', 0);
  });
});
