// What a list asks the API for: the operation, the filters that it has in its URL, and pages of 50. The table of pages
// reads the same, so that the first page of a list is on its way before its code has arrived.
import type { Calls } from '../../api/generated/types.ts';
import type { InputOf, ItemOf, OperationId } from '../../api/request.ts';
import { type ListView, readListView } from './list-url.ts';

/** Rows of a page. */
export const PAGE_SIZE = 50;

/** Id of an operation that answers a page of a list. */
export type ListOperationId = {
  [Id in OperationId]: Calls[Id]['answer'] extends { data: { id: string }[] } ? Id : never;
}[OperationId];

/** A row of a list. */
export type RowOf<Id extends ListOperationId> = ItemOf<Id> & { id: string };

/** A list. */
export interface ListSpec<Id extends ListOperationId = ListOperationId> {
  operation: Id;
  /** Names of query parameters of the operation. */
  filters: readonly string[];
  /** The values of filters that the operation needs, if they are not in the URL. */
  defaults?: Readonly<Record<string, string>>;
  /** The prefix of its parameters in the URL, if a page has several lists. */
  prefix?: string;
}

/** Builds the input of a list's operation. @param ids of the path */
export function listInput<Id extends ListOperationId>(
  { defaults }: Pick<ListSpec, 'defaults'>,
  view: ListView,
  ids: Readonly<Record<string, string>> = {},
): InputOf<Id> {
  const query = { limit: PAGE_SIZE, ...defaults, ...view.filters, ...view.cursor };
  return { ...ids, query } as unknown as InputOf<Id>;
}

/** The same for a list whose path has no ids. */
export function listInputOf(spec: ListSpec, search: string): InputOf<ListOperationId> {
  return listInput(spec, readListView(search, spec.filters));
}
