// The snippets of the API reference, read from its pages, each with what it must do.
import { expect } from 'chai';
import {
  operationsByResource,
  type ReferenceOperation,
  readDescription,
} from '../../../site/build/reference/description.ts';
import { type OperationExample, readExamples } from '../../../site/build/reference/examples.ts';
import { resourcePage } from '../../../site/build/reference/resource-page.ts';
import { ANSWER, fencesOf } from '../../support/documents/guides.ts';
import { ROOT } from '../../support/documents/root.ts';

/** Code of an operation. */
export interface ShownSnippet {
  operation: ReferenceOperation;
  example: OperationExample;
  /** The language. */
  label: string;
  code: string;
  use: SnippetUse;
}

/** What a snippet does: the request of the example, the same with a file, or the same for an answer that is a file. */
export interface SnippetUse {
  /** The field of the form that is the file. */
  upload?: string;
  /** The media type of the answer. */
  download?: string;
}

/** All of them, in the order of the pages. */
export async function readShownSnippets(): Promise<ShownSnippet[]> {
  const description = readDescription(ROOT);
  const examples = await readExamples(ROOT);
  const sources = { description, exampleOf: (id: string) => examples[id], rulesOf: () => [] };
  return [...operationsByResource(description)].flatMap(([resource, operations]) => {
    const sections = resourcePage(resource, operations, sources).split(/^(?=## )/m);
    return operations.flatMap((operation) => {
      const { operationId, anchor } = operation;
      const section = sections.find((text) => text.includes(`{#${anchor}}\n`)) ?? '';
      const example = examples[operationId] ?? expect.fail(`${operationId} has no example.`);
      return snippetsOf(section, operation, example);
    });
  });
}

function snippetsOf(
  section: string,
  operation: ReferenceOperation,
  example: OperationExample,
): ShownSnippet[] {
  const fences = fencesOf(section).filter(({ label }) => label !== ANSWER);
  const uses = usesOf(operation);
  const steps = [...new Set(fences.map(({ step }) => step))];
  expect(steps, operation.operationId).to.have.length(uses.length);
  return fences.map(({ label, code, step }) => ({
    operation,
    example,
    label: label ?? expect.fail(`${operation.operationId} has code of no language.`),
    code,
    use: uses[steps.indexOf(step)] as SnippetUse,
  }));
}

/** What the contract allows, in the order of the page. */
function usesOf({ requestBody, responses }: ReferenceOperation): SnippetUse[] {
  const fields = Object.entries(requestBody?.content['multipart/form-data']?.schema.properties ?? {});
  const uploads = fields.flatMap(([upload, { contentMediaType }]) =>
    contentMediaType === undefined ? [] : [{ upload }],
  );
  const [{ content = {} } = {}] = Object.values(responses);
  const downloads = Object.keys(content).flatMap((download) =>
    download === 'application/json' ? [] : [{ download }],
  );
  return [{}, ...uploads, ...downloads];
}
