// Calls an operation with arguments side by side, as most tools take them.
import type { OperationId } from '../../../../shared/contract/operations.ts';
import type { Arguments, CallOperation, Outcome } from '../operations/call.ts';
import { operationOf } from '../operations/catalogue.ts';
import { argumentName } from './schema.ts';

/** Calls an operation with arguments side by side: those that are not parameters are the body. */
export function callFlat(id: OperationId, given: Arguments, call: CallOperation): Promise<Outcome> {
  const operation = operationOf(id);
  const rest = { ...given };
  const places: Record<'path' | 'query' | 'header', Record<string, unknown>> = {
    path: {},
    query: {},
    header: {},
  };
  for (const { name, in: place } of operation.parameters) {
    places[place][name] = rest[argumentName(name)];
    delete rest[argumentName(name)];
  }
  const { path: params, query, header } = places;
  const headers = Object.fromEntries(Object.entries(header).filter(([, value]) => value !== undefined));
  // A query has no body: what it does not know is refused as a misspelt name or ignored, as over HTTP.
  return call(
    operation,
    operation.body
      ? { params, headers, query, body: rest }
      : { params, headers, query: { ...query, ...rest } },
  );
}
