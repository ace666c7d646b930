// What a removal removes, as data: tables, and the index by which the rows of one owner are found in each. Like retention
// (../retention/retention.ts) it is given the names of the tables by the product.

import type { Transaction } from '../db/transaction.ts';
import type { Dependent } from '../retention/retention.ts';

/** A column of a key, and its type in SQL. */
export type KeyColumn = readonly [name: string, type: 'uuid' | 'text' | 'integer' | 'bigint' | 'timestamptz'];

/** A row of an owner to which rows of another table belong. */
export interface RemovedParent {
  id: string;
  /** The value of the column in its rows; null: it has none. */
  ref: string | null;
}

/** Finds the parent of an owner with the least id after one; undefined: there is no more. */
export type FindParent = (
  client: Transaction,
  ownerId: string,
  after: string,
) => Promise<RemovedParent | undefined>;

/** The rows of a table that are removed. */
export interface RemovedRows {
  table: string;
  /** A column of uuid: the owner, or what its parents have as `ref`. */
  column: string;
  /** Absent: the column has the owner. */
  parents?: FindParent;
  /**
   * The columns by which the rows of one value of `column` are ordered and, without dependents, may be equal; an index
   * begins with `column` and these. Empty: there are few, and they are taken in any order.
   */
  key: readonly KeyColumn[];
  /** The dependents that are removed in the same transaction: their tables have an index by the ids of these rows. */
  dependents?: readonly Dependent[];
  /** The column of the content, as in a dependent. */
  content?: string;
  /** Most rows of one step, where each has many dependents. */
  atOnce?: number;
}

/** Table → rows. */
export type RemovedCounts = Readonly<Record<string, number>>;
