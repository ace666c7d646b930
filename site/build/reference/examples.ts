// The examples of the reference: of each operation a request that a test has made, and its answer. Tests write and check
// them (test/support/examples/recorder.ts); the build only reads them.
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Where they are, from the root. */
export const EXAMPLES_FILE = 'site/build/reference/examples.json';

/** A request and its answer. */
export interface OperationExample {
  /** With the query. */
  path: string;
  body?: unknown;
  status: number;
  answer: unknown;
}

/** @returns by operation id */
export async function readExamples(root: string): Promise<Readonly<Record<string, OperationExample>>> {
  return JSON.parse(await readFile(path.join(root, EXAMPLES_FILE), 'utf8'));
}
