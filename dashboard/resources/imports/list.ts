// What the lists of imports ask for, and where they are.
import type { ListSpec } from '../../lists/state/list-spec.ts';

/** The imports. */
export const IMPORTS = { operation: 'listContactImports', filters: ['status'] } as const satisfies ListSpec;

/** The refused rows of one import, a list inside its record. */
export const REFUSED_ROWS = {
  operation: 'listContactImportFailures',
  filters: [],
  prefix: 'rows_',
} as const satisfies ListSpec;

/** Where they are, below /app: a record is below it. */
export const IMPORTS_PATH = '/contacts/imports';
/** In place of an id: the page that begins an import. */
export const NEW_IMPORT = 'new';
