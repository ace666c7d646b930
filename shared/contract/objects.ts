// What the API answers: each object of the interface with its fields, as JSON Schemas. Every field is always there.
// The API description is made of them, and tests hold real answers against them.
import { ERROR_STATUS } from './errors.ts';
import { CONTRACTS, type Contract } from './resources.ts';
import { type ObjectFields, TEXT } from './shapes.ts';

const ERROR_OBJECTS = {
  Error: {
    statusCode: { type: 'integer' },
    name: { enum: Object.keys(ERROR_STATUS) },
    message: TEXT,
  },
} as const satisfies Record<string, ObjectFields>;

/** Name of an object → its fields. */
export const OBJECTS: Readonly<Record<string, ObjectFields>> = Object.assign(
  {},
  ERROR_OBJECTS,
  ...Object.values<Contract>(CONTRACTS).map(({ objects }) => objects),
);
