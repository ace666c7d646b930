// Finds operations for a task in everyday words: by the terms of the task, and of what it means in words of the API
// (shared/contract/search/words.ts), in names, summaries, paths and fields. A rare term counts more than a frequent one,
// and one of a short text more than one of a long text (BM25, by MiniSearch).
import MiniSearch from 'minisearch';
import { isReading } from '../../../../shared/contract/operation.ts';
import { isQuestion, meaningsOf, termsOf } from '../../../../shared/contract/search/words.ts';
import { defineComputation } from '../../../../shared/platform/sharing/computer.ts';
import { type CallableOperation, readCatalogue } from './catalogue.ts';

/** The weight of a term by its place. Names and summaries are short and chosen with care. */
const WEIGHTS = { name: 3, summary: 3, path: 2, fields: 0.5, descriptions: 0.15 };
/** A meaning counts less than a word that was said. */
const MEANT = 0.8;
/** The weight of an operation that changes something for a question, and of one that only reads for a request. */
const OTHER_PURPOSE = 0.7;
/** The same operations under the paths of Resend: listed once. */
const ALIASES = /^\/broadcasts\b|\/signing-secret\/|\/engagement$/;

let index: MiniSearch | undefined;

/** The names of the operations that fit a task, best first. @param count at most so many */
function findOperations(task: string, count: number): string[] {
  index ??= createIndex();
  const said = new Set(termsOf(task));
  const meant = meaningsOf(task);
  const purpose = isQuestion(task);
  const found = index.search([...new Set([...said, ...meant])].join(' '), {
    boost: WEIGHTS,
    boostTerm: (term) => (said.has(term) ? 1 : MEANT),
    boostDocument: (_id, _term, stored) => (stored?.['reads'] === purpose ? 1 : OTHER_PURPOSE),
  });
  return found.slice(0, count).map(({ id }) => id);
}

/** `findOperations`, in the process that computes. */
export const OPERATION_SEARCH = defineComputation('find operations', findOperations);

/** `OPERATION_SEARCH`, where it is computed. */
export type SearchOperations = (task: string, count: number) => Promise<readonly string[]>;

function createIndex(): MiniSearch {
  const made = new MiniSearch({
    fields: Object.keys(WEIGHTS),
    storeFields: ['reads'],
    tokenize: termsOf,
    processTerm: (term) => term,
    searchOptions: { tokenize: (terms) => terms.split(' ') },
  });
  const operations = [...readCatalogue().values()];
  made.addAll(operations.filter(({ row }) => !ALIASES.test(row.path)).map(textsOf));
  return made;
}

function textsOf({ id, row, parameters, body }: CallableOperation) {
  const fields = Object.entries(body?.properties ?? {});
  const values = parameters.map(({ description, schema }) => [description, ...(schema.enum ?? [])].join(' '));
  return {
    id,
    name: id,
    summary: row.summary,
    path: row.path,
    fields: [...parameters.map(({ name }) => name), ...fields.map(([name]) => name)].join(' '),
    descriptions: [...values, ...fields.map(([, { description }]) => description)].join(' '),
    reads: isReading(row),
  };
}
