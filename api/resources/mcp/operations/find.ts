// Finds operations for a task in everyday words: counts which terms of the task, and of what it means in words of the API
// (words.ts), an operation has in its name, summary, path and fields. A rare term counts more than a frequent one.
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
/** A meaning counts less than a word that was said. */
const MEANT = 0.8;
/** The same operations under the paths of Resend: listed once. */
const ALIASES = /^\/broadcasts\b|\/signing-secret\/|\/engagement$/;

let index: readonly Indexed[] | undefined;

/** The operations that fit a task, best first. @param count at most so many */
export function findOperations(task: string, count: number): CallableOperation[] {
  index ??= createIndex();
  const rarity = rarityIn(index);
  const said = new Set(termsOf(task));
  const wanted = new Map([...meaningsOf(task)].map((term) => [term, MEANT]));
  for (const term of said) wanted.set(term, 1);
  return index
    .map(({ operation, weights }) => ({ operation, score: scoreOf(weights, wanted, rarity) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, count)
    .map(({ operation }) => operation);
}

function scoreOf(weights: Weights, wanted: Weights, rarity: (term: string) => number): number {
  let score = 0;
  for (const [term, importance] of wanted) {
    const weight = weights.get(term) ?? 0;
    // Repetition adds ever less.
    score += importance * rarity(term) * (weight / (weight + 1));
  }
  return score;
}

function createIndex(): Indexed[] {
  return [...readCatalogue().values()]
    .filter(({ row }) => !ALIASES.test(row.path))
    .map((operation) => ({ operation, weights: weightsOf(operation) }));
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

/** How much a term distinguishes: the fewer operations have it, the more. */
function rarityIn(operations: readonly Indexed[]): (term: string) => number {
  return (term) => {
    const having = operations.filter(({ weights }) => (weights.get(term) ?? 0) >= 1).length;
    return Math.log((operations.length + 1) / (having + 1));
  };
}
