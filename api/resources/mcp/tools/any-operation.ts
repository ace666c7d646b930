// The tools for every operation that no tool of its own covers: find one by a task in everyday words, read its input,
// call it. All three are made from the operations table and the API description.
import { DomainError } from '../../../../shared/contract/domain-error.ts';
import type { Arguments, CallInput, CallOperation, Outcome } from '../operations/call.ts';
import { type CallableOperation, hintsOf, readCatalogue, standalone } from '../operations/catalogue.ts';
import type { SearchOperations } from '../operations/find.ts';

/** The first three are right for nearly all tasks, and a model chooses better among a few more. */
const FOUND = 8;
/** The longest task; more words find nothing better. */
const TASK_MAX_LENGTH = 1_000;

/** The tool `find_operation`. */
export async function findNamed(
  { task }: Arguments,
  _call: CallOperation,
  search: SearchOperations,
): Promise<Outcome> {
  const found = await search(String(task).slice(0, TASK_MAX_LENGTH), FOUND);
  const operations = found.map((name) => {
    const operation = requireOperation(name);
    return { ...summaryOf(operation), call: exampleCall(operation) };
  });
  return { status: 200, isReading: true, answer: { operations } };
}

/** The tool `describe_operation`. */
export function describeOperation({ operation: name }: Arguments): Outcome {
  const operation = requireOperation(name);
  const { callers, parameters, body, answer, row } = operation;
  const placed = (place: string) => {
    const parts = parameters.filter((parameter) => parameter.in === place);
    return parts.map(({ in: _, ...parameter }) => parameter);
  };
  const described = {
    ...summaryOf(operation),
    who_may_call: callers,
    hints: hintsOf([row]),
    params: placed('path'),
    query: placed('query'),
    headers: placed('header'),
    body: body ? standalone(body) : null,
    example: row.example ?? null,
    answer: answer ? standalone(answer) : null,
  };
  return { status: 200, isReading: true, answer: described };
}

/** The tool `call_operation`. */
export function callNamed(given: Arguments, call: CallOperation): Promise<Outcome> {
  const { params, query, headers, body } = given;
  for (const [name, value] of Object.entries({ params, query, headers }))
    if (value !== undefined && !isObject(value))
      throw new DomainError('validation_error', `The field \`${name}\` must be an object.`);
  return call(requireOperation(given['operation']), { params, query, headers, body } as CallInput);
}

function summaryOf({ id, row: { method, path, summary } }: CallableOperation) {
  return { operation: id, request: `${method.toUpperCase()} ${path}`, summary };
}

/** A call that works once `<…>` and what its body names are replaced by one's own. */
function exampleCall({ id, row, parameters }: CallableOperation) {
  const needed = parameters.filter(({ required }) => required);
  const placed = (place: string) => {
    const names = needed.filter((parameter) => parameter.in === place).map(({ name }) => name);
    return names.length > 0 ? Object.fromEntries(names.map((name) => [name, `<${name}>`])) : undefined;
  };
  const { example: body } = row;
  return {
    tool: 'call_operation',
    arguments: { operation: id, params: placed('path'), query: placed('query'), body },
  };
}

function requireOperation(name: unknown): CallableOperation {
  const operation = readCatalogue().get(String(name));
  if (operation) return operation;
  throw new DomainError(
    'not_found',
    'There is no operation with this name. Use find_operation to find names.',
  );
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
