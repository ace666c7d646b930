// Records the examples of the documentation (site/build/reference/examples.json) while the answers of all operations are
// compared with their descriptions: `EXAMPLES=write npm test -- test/api/openapi/answers.test.ts`.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { DescribedOperation } from '../../../shared/contract/operation.ts';
import { OPERATIONS, type OperationId } from '../../../shared/contract/operations.ts';
import { EXAMPLES_FILE, type OperationExample } from '../../../site/build/reference/examples.ts';
import { requestOfAnswer } from '../api/answered-requests.ts';
import { ROOT } from '../documents/root.ts';
import { plainValues } from './plain-values.ts';

/** An answer beyond it is an example only if there is no other. */
const LONG_CHARACTERS = 4_000;
/** The items of a longer list that are shown. */
const ITEMS_MAX = 3;
const TEXT_MAX_CHARACTERS = 300;

/** Whether this run writes the examples. */
export const WRITES_EXAMPLES = process.env['EXAMPLES'] === 'write';

/** Gathers the answers of one run. */
export function createExampleRecorder() {
  const all = new Map<OperationId, OperationExample[]>();
  return {
    /** @throws Error when the test has not passed the object that the client answered */
    record(id: OperationId, status: number, answer: unknown): void {
      const request = requestOfAnswer(answer);
      if (!request) throw new Error(`The request of the answer of ${id} is not known: pass the body itself.`);
      const { path: asked, body } = request;
      const example = { path: asked, ...(body !== undefined && { body }), status, answer };
      const plain = plainValues(example, new Date());
      all.set(id, [...(all.get(id) ?? []), { ...plain, answer: shortened(plain.answer) }]);
    },
    /** The operations whose example has other fields than all that were recorded. @param examples the written ones */
    outdated(examples: Readonly<Record<string, OperationExample>>): OperationId[] {
      const isLike = (example: OperationExample | undefined, { answer }: OperationExample) =>
        example !== undefined && isDeepStrictEqual(fieldsOf(example.answer), fieldsOf(answer));
      return [...all].flatMap(([id, found]) =>
        found.some((each) => isLike(examples[id], each)) ? [] : [id],
      );
    },
    /** Writes the best example of each operation. */
    write(): void {
      const ids = Object.keys(OPERATIONS) as OperationId[];
      const chosen = ids.flatMap((id) =>
        [...all].filter(([other]) => other === id).map(([, found]) => [id, best(id, found)]),
      );
      writeFileSync(
        path.join(ROOT, EXAMPLES_FILE),
        `${JSON.stringify(Object.fromEntries(chosen), null, 1)}\n`,
      );
    },
  };
}

/**
 * One whose body has the fields of the contract's example, else the first that is not long, as tests begin with the usual
 * case.
 */
function best(id: OperationId, examples: readonly OperationExample[]): OperationExample | undefined {
  const { example }: DescribedOperation = OPERATIONS[id];
  const points = ({ body, answer }: OperationExample) => {
    if (example !== undefined && isDeepStrictEqual(fieldsOf(body), fieldsOf(example))) return 0;
    return JSON.stringify(answer).length <= LONG_CHARACTERS ? 1 : 2;
  };
  return examples.toSorted((one, other) => points(one) - points(other))[0];
}

/** The names of the fields of an answer, and of the first object of a list. */
function fieldsOf(answer: unknown): string[][] {
  const { data } = (answer ?? {}) as { data?: unknown };
  const first: unknown = Array.isArray(data) ? data[0] : undefined;
  return [answer, first].map((each) => Object.keys(each ?? {}).sort());
}

/** Lists and texts of a readable length. */
function shortened<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (_, part: unknown) => {
    if (Array.isArray(part)) return part.slice(0, ITEMS_MAX);
    if (typeof part !== 'string' || part.length <= TEXT_MAX_CHARACTERS) return part;
    return `${part.slice(0, TEXT_MAX_CHARACTERS)}…`;
  });
}
