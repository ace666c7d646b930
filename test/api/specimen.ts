// What the tests of all routes ask of each resource: good requests, an object to ask about, and answers to look at. A
// resource has its own in test/api/<resource>/specimen.ts, so a new one joins every such test with that file.
import type { Pool } from 'pg';
import type { OperationId } from '../../shared/contract/operations.ts';
import type { TestApp } from '../support/app.ts';

/** Fields of a query or of a body. */
export type Fields = Record<string, unknown>;

/** A request that is accepted, with every field that there is. */
export interface GoodRequest {
  query?: Fields;
  body?: Fields | Fields[];
}

/** Holds an answer against its description. */
export type ExpectAnswer = (id: OperationId, status: number, body: unknown) => void;

/** What a resource shows of itself. */
export interface Specimen {
  /** Operation id → a good request: what is mutated. An operation that takes something must be here. */
  good: Readonly<Record<string, GoodRequest>>;
  /** Makes an object of an account. @returns the ids in its paths; absent where no path has any */
  create?(pool: Pool, accountId: string): Promise<{ id: string } & Readonly<Record<string, unknown>>>;
  /** Counts an account's objects: what POST adds one to with a 201, and DELETE takes one from. */
  count?(pool: Pool, accountId: string): Promise<number>;
  /** Tests that ask each operation with an answer for one, and hand it to `expectAnswer`. */
  answers(app: TestApp, expectAnswer: ExpectAnswer): void;
}

/** An id that is good and of nothing. */
export const UNKNOWN_ID = '01936d3e-5b7a-7c3d-9f21-0123456789ab';
