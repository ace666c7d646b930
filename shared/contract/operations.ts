// The operations table: one row per endpoint, in the folder of its resource (shared/contract/<resource>/operations.ts).
// Routes, permissions, the API description and the command line read it, so that an endpoint cannot exist in only one
// of them. The input of an operation is declared by the joi schemas of its route, its answer by the objects in
// objects.ts.
import { CONTRACTS, type Contract } from './resources.ts';

type OperationsOf<Part> = Part extends { operations: infer Operations } ? Operations : never;
type Together<Union> = (Union extends unknown ? (part: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** Operation id → endpoint. */
export const OPERATIONS: Together<OperationsOf<(typeof CONTRACTS)[keyof typeof CONTRACTS]>> = Object.assign(
  {},
  ...Object.values<Contract>(CONTRACTS).map(({ operations }) => operations),
);

/** Id of an operation. */
export type OperationId = keyof typeof OPERATIONS;
