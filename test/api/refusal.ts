// What a resource refuses because of its fields: each rule of the reference with requests that it refuses, in
// test/api/<resource>/refusals.ts. test/api/refusals.test.ts sends them.
import type { Pool } from 'pg';
import type { ErrorName } from '../../shared/contract/errors.ts';
import type { OperationId } from '../../shared/contract/operations.ts';
import type { Fields } from './specimen.ts';

/** A rule of the reference, and requests that it refuses. At least one of `bodies`, `wholes` and `queries` is given. */
export interface Refusal {
  /** The rule in the words of docs/reference/. */
  rule: string;
  operation: OperationId;
  /** By default `validation_error`. The status is that of shared/contract/errors.ts. */
  error?: ErrorName;
  /** What every message includes. By default the name of the first field that a row changes. */
  says?: string;
  /** Changes of a good body, one refused request each; undefined removes a field. */
  bodies?: readonly Fields[];
  /** Whole bodies; undefined: none. */
  wholes?: readonly unknown[];
  /** Changes of a good query. */
  queries?: readonly Fields[];
  /** Makes what the good request needs in its account. @returns fields that replace those of the specimen's good body */
  prepare?(pool: Pool, accountId: string): Promise<Fields>;
}

/** Rows that give one field one value after the other. */
export function each(field: string, ...values: readonly unknown[]): Fields[] {
  return values.map((value) => ({ [field]: value }));
}
