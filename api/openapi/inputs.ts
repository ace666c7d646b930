// Input schemas of all operations for the API description: the same schemas that validate requests.
import type Joi from 'joi';
import { OPERATIONS } from '../../shared/contract/operations.ts';
import type { PathId, Resource, Route } from '../route.ts';
import { RESOURCES } from '../routes.ts';

/** The input schemas of an operation. */
export interface OperationInput {
  params?: Readonly<Record<string, PathId>> | undefined;
  query?: Joi.ObjectSchema | undefined;
  headers?: Joi.ObjectSchema | undefined;
  body?: Joi.Schema | undefined;
  form?: Joi.ObjectSchema | undefined;
}

/** Operation id → its schemas. */
export type Inputs = Readonly<Record<string, OperationInput | undefined>>;

/** The schemas of routes by the id of their operation. */
function collectInputs(resources: readonly Resource[]): Inputs {
  const idOf = new Map(Object.entries(OPERATIONS).map(([id, operation]) => [operation as object, id]));
  return Object.fromEntries(
    resources.flat().map(({ operation, schemas }) => [idOf.get(operation), toInput(schemas)]),
  );
}

function toInput({ params, query, headers, body, form }: Route['schemas']): OperationInput {
  return { params, query, headers, body: body && formOf(body), form };
}

function formOf(body: NonNullable<Route['schemas']['body']>): Joi.Schema {
  if ('unchecked' in body) return body.unchecked;
  return 'described' in body ? body.described : body;
}

/** Operation id → its schemas; an operation that is absent takes no input. */
export const INPUTS: Inputs = collectInputs(RESOURCES);
