// What the list of logs asks for.
import type { ListSpec } from '../../lists/state/list-spec.ts';

/** The list. */
export const LOGS = {
  operation: 'listLogs',
  filters: ['q', 'method', 'status', 'error_name', 'endpoint', 'since', 'until'],
} as const satisfies ListSpec;
