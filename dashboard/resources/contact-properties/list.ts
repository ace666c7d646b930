// What the list of contact properties asks for, and where it is.
import type { ListSpec } from '../../lists/state/list-spec.ts';

/** The list. */
export const CONTACT_PROPERTIES = {
  operation: 'listContactProperties',
  filters: [],
} as const satisfies ListSpec;

/** The path of the list, below /app; records are below it. */
export const PROPERTIES_PATH = '/contacts/properties';
