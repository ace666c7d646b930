// The filters that a template may use, by name. It is an allow-list: a filter of liquidjs that is not here does not
// exist, above all those that evaluate an expression in their arguments (`where_exp`, `find_exp`, `group_by_exp`).
import type { FilterDefinition } from './filter.ts';
import { LIBRARY_FILTERS } from './library-filters.ts';
import { LIST_FILTERS } from './list-filters.ts';
import { TEXT_FILTERS } from './text-filters.ts';

/** The interpreter handles it: its argument is evaluated only when the input has no value. */
export const DEFAULT_FILTER: FilterDefinition = {
  minArguments: 0,
  maxArguments: 1,
  isHtml: false,
  run: (value) => value,
};

export const FILTERS: ReadonlyMap<string, FilterDefinition> = new Map(
  Object.entries({ ...LIBRARY_FILTERS, ...TEXT_FILTERS, ...LIST_FILTERS, default: DEFAULT_FILTER }),
);
