// What a filter of a template is, and makers of the usual kinds. A filter gets data and gives data: texts within the size
// that the budget allows, lists within the number of items. Texts and numbers of arguments are checked while parsing.
import type { RenderBudget } from '../budget.ts';
import { isNil, sizeOf, textOf } from '../data.ts';

export interface FilterDefinition {
  minArguments: number;
  maxArguments: number;
  /** Its result is html, so an output that ends in it is not escaped. */
  isHtml: boolean;
  run(input: unknown, values: readonly unknown[], budget: RenderBudget): unknown;
}

export type Filters = Readonly<Record<string, FilterDefinition>>;

type NumberOfArguments = number | readonly [min: number, max: number];

/** A filter that reads and makes any value; its result is measured. */
export function filter(count: NumberOfArguments, run: FilterDefinition['run']): FilterDefinition {
  const [minArguments, maxArguments] = typeof count === 'number' ? [count, count] : count;
  return {
    minArguments,
    maxArguments,
    isHtml: false,
    run: (input, values, budget) => {
      const result = run(input, values, budget);
      if (typeof result === 'string') budget.keep(result.length);
      else if (Array.isArray(result) && result !== input) {
        budget.list(result.length);
        budget.keep(sizeOf(result, budget));
      }
      return result;
    },
  };
}

/** A filter of the input's text. A result that may be longer than ten times the input must be refused by `run`. */
export function textFilter(
  count: NumberOfArguments,
  run: (text: string, values: readonly unknown[], budget: RenderBudget) => unknown,
): FilterDefinition {
  return filter(count, (input, values, budget) => {
    const text = textOf(input, budget);
    budget.text(text.length);
    return run(text, values, budget);
  });
}

/** A filter of a list; any other value is a list of one item, and no value an empty list. */
export function listFilter(
  count: NumberOfArguments,
  run: (list: readonly unknown[], values: readonly unknown[], budget: RenderBudget) => unknown,
): FilterDefinition {
  return filter(count, (input, values, budget) => {
    const list = listOf(input);
    budget.list(list.length);
    return run(list, values, budget);
  });
}

export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isNil(value) || typeof value === 'symbol' ? [] : [value];
}
