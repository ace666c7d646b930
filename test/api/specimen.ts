// What the tests over all operations need from each resource: good requests, an object, and answers to compare with
// openapi.json. Each resource has it in test/api/<resource>/specimen.ts; with that file a new resource takes part in
// all of these tests.
import type { Pool } from 'pg';
import type { DescribedOperation } from '../../shared/contract/operation.ts';
import { OPERATIONS, type OperationId } from '../../shared/contract/operations.ts';
import type { Caller } from '../support/api/account.ts';
import type { TestApp } from '../support/api/app.ts';

/** Fields of a query or of a body. */
export type Fields = Record<string, unknown>;

/** A request that is accepted, with every field that exists. */
export interface GoodRequest {
  query?: Fields;
  body?: Fields | Fields[];
}

/** Compares an answer with its description. */
export type ExpectAnswer = (id: OperationId, status: number, body: unknown) => void;

/** The test data of one resource. */
export interface Specimen {
  /**
   * Operation id → a good request, which tests mutate. Every operation with a query or a body must be here, also those
   * of signed-in people and the open ones: the tests add a session to requests of the permission `dashboard`.
   */
  good: Readonly<Record<string, GoodRequest>>;
  /**
   * Creates an object of an account: of people a member, an invitation or, for `auth`, a session of another member.
   * @returns the ids in its paths. Absent if no path has an id
   */
  create?(pool: Pool, accountId: string): Promise<{ id: string } & Readonly<Record<string, unknown>>>;
  /** Counts an account's objects: a POST with 201 adds one, a DELETE removes one. */
  count?(pool: Pool, accountId: string): Promise<number>;
  /** Defines tests that call each operation and pass its answer to `expectAnswer`. */
  answers(app: TestApp, expectAnswer: ExpectAnswer): void;
}

/** A well-formed id of no object. */
export const UNKNOWN_ID = '01936d3e-5b7a-7c3d-9f21-0123456789ab';

/** Counts the rows of an account in a table. */
export function countIn(table: string, condition = 'true'): NonNullable<Specimen['count']> {
  return async (pool, accountId) => {
    const sql = `SELECT FROM ${table} WHERE account_id = $1 AND ${condition}`;
    return (await pool.query(sql, [accountId])).rowCount ?? 0;
  };
}

/** The example of the contract as a body, with the ids and domains of a test instead of those that are made up. */
export function exampleOf(id: OperationId, changes: Fields = {}): Fields {
  const { example }: DescribedOperation = OPERATIONS[id];
  return { ...(example as Fields | undefined), ...changes };
}

/** Requests whose answers are compared with their descriptions. @returns the body of an answer */
export function createAsker(api: Caller['api'], expectAnswer: ExpectAnswer) {
  return async (id: OperationId, path: string, body?: object) => {
    const answer = await api[OPERATIONS[id].method](path).send(body);
    expectAnswer(id, answer.status, answer.body);
    return answer.body;
  };
}
