// The objects that the API answers, with their fields as JSON Schemas. Every field is always present, but for the few of
// OPTIONAL_FIELDS. openapi.json is
// generated from them, and tests check real answers against them.
import { ERROR_STATUS } from './errors.ts';
import { CONTRACTS, type Contract } from './resources.ts';
import * as field from './shapes.ts';

const ERROR_OBJECTS = {
  Error: {
    statusCode: field.integer('The HTTP status'),
    name: field.oneOf('Name of the error; branch on this field', Object.keys(ERROR_STATUS)),
    message: field.text('Explanation of the error, for people'),
    docs_url: field.text('Page about this error: its cause, how to fix it, and an example'),
    field: field.text('Path of the first invalid field, such as `steps.0.key`'),
    faults: field.groups('All invalid fields, up to 20; `name` and `message` describe the first', {
      field: field.textOrNull('Path of the field; null: the whole body is invalid'),
      name: field.text('Name of the error'),
      message: field.text('Explanation of the error, for people'),
    }),
  },
} as const satisfies Record<string, field.ObjectFields>;

/** Name of an object → its fields. */
export const OBJECTS: Readonly<Record<string, field.ObjectFields>> = Object.assign(
  {},
  ERROR_OBJECTS,
  ...Object.values<Contract>(CONTRACTS).map(({ objects }) => objects),
);

/** Name of an object → its fields that only some answers have. */
export const OPTIONAL_FIELDS: Readonly<Record<string, readonly string[]>> = {
  Error: ['field', 'faults'],
  McpMessage: ['result', 'error'],
};
