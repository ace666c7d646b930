// Finds operations for a task in everyday words: counts which terms of the task, and of what it means in words of the API
// (words.ts), an operation has in its name, summary, path and fields. A rare term counts more than a frequent one.
import { defineComputation } from '../../../../shared/platform/sharing/computer.ts';
import { type CallableOperation, readCatalogue } from './catalogue.ts';
import { meaningsOf, termsOf } from './words.ts';

/** Term → how much it says about the operation. */
type Weights = ReadonlyMap<string, number>;

interface Indexed {
  operation: CallableOperation;
  weights: Weights;
}

/** What a term counts by its place. Names and summaries are short and chosen with care. */
const NAME = 3;
const SUMMARY = 3;
const PATH = 2;
const FIELD = 0.5;
const DESCRIPTION = 0.15;
/** At this weight a term counts half of what it can count. */
const SATURATION = 4;
/** A meaning counts less than a word that was said. */
const MEANT = 0.8;
/** The same operations under the paths of Resend: listed once. */
const ALIASES = /^\/broadcasts\b|\/signing-secret\/|\/engagement$/;

interface Index {
  operations: readonly Indexed[];
  /** Term → in how many operations it is more than a word of a description. */
  frequency: Weights;
}

let index: Index | undefined;

/** The operations that fit a task, best first. @param count at most so many */
export function findOperations(task: string, count: number): CallableOperation[] {
  index ??= createIndex();
  const { operations, frequency } = index;
  const wanted = new Map([...meaningsOf(task)].map((term) => [term, MEANT]));
  for (const term of termsOf(task)) wanted.set(term, 1);
  // The fewer operations have a term, the more it distinguishes.
  for (const [term, importance] of wanted)
    wanted.set(term, importance * Math.log((operations.length + 1) / ((frequency.get(term) ?? 0) + 1)));
  return operations
    .map(({ operation, weights }) => ({ operation, score: scoreOf(weights, wanted) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, count)
    .map(({ operation }) => operation);
}

/** The names of the operations that `findOperations` finds. */
export const OPERATION_SEARCH = defineComputation(
  'find operations',
  (task: string, count: number): string[] => findOperations(task, count).map(({ id }) => id),
);

/** `OPERATION_SEARCH`, where it is computed. */
export type SearchOperations = (task: string, count: number) => Promise<readonly string[]>;

function scoreOf(weights: Weights, wanted: Weights): number {
  let score = 0;
  for (const [term, importance] of wanted) {
    const weight = weights.get(term) ?? 0;
    // Repetition adds ever less.
    score += importance * (weight / (weight + SATURATION));
  }
  return score;
}

function createIndex(): Index {
  const operations = [...readCatalogue().values()]
    .filter(({ row }) => !ALIASES.test(row.path))
    .map((operation) => ({ operation, weights: weightsOf(operation) }));
  const frequency = new Map<string, number>();
  for (const { weights } of operations)
    for (const [term, weight] of weights)
      if (weight >= 1) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  return { operations, frequency };
}

function weightsOf({ id, row, parameters, body }: CallableOperation): Weights {
  const weights = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const term of new Set(termsOf(text))) weights.set(term, (weights.get(term) ?? 0) + weight);
  };
  add(id, NAME);
  add(row.summary, SUMMARY);
  add(row.path, PATH);
  for (const { name, description = '', schema } of parameters) {
    add(name, FIELD);
    add(`${description} ${schema.enum?.join(' ') ?? ''}`, DESCRIPTION);
  }
  for (const [name, { description = '' }] of Object.entries(body?.properties ?? {})) {
    add(name, FIELD);
    add(description, DESCRIPTION);
  }
  return weights;
}
