// The table of operations: one row for each endpoint, kept with its resource (<resource>/operations.ts). Routes,
// permissions, the API description and the CLI read it, so an endpoint cannot exist in one of them only. What a row takes
// is said by the joi schemas at its route, what it answers by the objects beside it.
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
