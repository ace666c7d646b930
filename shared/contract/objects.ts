// The objects that the API answers, with their fields as JSON Schemas. Every field is always present, but for the few of
// OPTIONAL_FIELDS. openapi.json is
// generated from them, and tests check real answers against them.
import { ERROR_STATUS } from './errors.ts';
import { CONTRACTS, type Contract } from './resources.ts';
import { type ObjectFields, TEXT } from './shapes.ts';

const ERROR_OBJECTS = {
  Error: {
    statusCode: { type: 'integer' },
    name: { enum: Object.keys(ERROR_STATUS) },
    message: TEXT,
    field: TEXT,
  },
} as const satisfies Record<string, ObjectFields>;

/** Name of an object → its fields. */
export const OBJECTS: Readonly<Record<string, ObjectFields>> = Object.assign(
  {},
  ERROR_OBJECTS,
  ...Object.values<Contract>(CONTRACTS).map(({ objects }) => objects),
);

/** Name of an object → its fields that only some answers have. */
export const OPTIONAL_FIELDS: Readonly<Record<string, readonly string[]>> = { Error: ['field'] };
