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

/** The path of the list, below /app; records are below it. */
export const IMPORTS_PATH = '/contacts/imports';
/** The word for the page that begins an import, instead of an id. */
export const NEW_IMPORT = 'new';
