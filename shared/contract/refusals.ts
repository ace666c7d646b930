// Which errors an operation can answer: those that its row names (`refuses`), and those that follow from the row, because
// every operation of its kind passes the same guards (docs/reference/requests.md#order-of-checks). The API description
// lists them for each operation, and every run of the tests compares the list with the answers
// (test/support/api/answered-errors.ts).
import { ERROR_STATUS, type ErrorName } from './errors.ts';
import { type Operation, type Permission, roleFor } from './operation.ts';

/** The refusals of every operation that accepts mail, whatever the mail is. */
export const SENDING_REFUSALS = [
  'reputation_paused',
  'daily_quota_exceeded',
  'monthly_quota_exceeded',
  'reputation_limit_exceeded',
  'sending_service_unavailable',
  'sending_configuration_unavailable',
] as const satisfies readonly ErrorName[];

/** The refusals of every operation with an `Idempotency-Key`. */
export const IDEMPOTENCY_REFUSALS = [
  'invalid_idempotency_key',
  'invalid_idempotent_request',
  'concurrent_idempotent_requests',
] as const satisfies readonly ErrorName[];

/**
 * The errors of every operation: for a request without a User-Agent or with an invalid query, and for our own faults.
 */
const ALWAYS: readonly ErrorName[] = ['validation_error', 'application_error', 'internal_server_error'];

const OF_PERMISSION: Readonly<Record<Permission, readonly ErrorName[]>> = {
  open: [],
  send: ['missing_api_key', 'invalid_api_key'],
  full: ['missing_api_key', 'invalid_api_key', 'restricted_api_key'],
  dashboard: ['missing_api_key', 'invalid_api_key', 'dashboard_only'],
};

/** The refusals that the use of a limited resource adds. */
const OF_USE: Readonly<Partial<Record<NonNullable<Operation['uses']>, readonly ErrorName[]>>> = {
  contacts: ['contacts_busy', 'contacts_timeout'],
  model: ['ai_credits_exceeded'],
  'signing-in': ['rate_limit_exceeded'],
};

/** The names of all errors that an operation can answer, in the order of errors.ts. */
export function refusalsOf(operation: Operation): ErrorName[] {
  const names = new Set([...sharedRefusalsOf(operation), ...(operation.refuses ?? [])]);
  return (Object.keys(ERROR_STATUS) as ErrorName[]).filter((name) => names.has(name));
}

/** The refusals that follow from permission, path and uses of the operation. */
function sharedRefusalsOf(operation: Operation): readonly ErrorName[] {
  const { permission, path, uses } = operation;
  return [
    ...ALWAYS,
    ...OF_PERMISSION[permission],
    ...(permission !== 'open' && roleFor(operation) !== 'viewer' ? (['view_only_member'] as const) : []),
    // An id of nothing, or of another account.
    ...(path.includes('/:') ? (['not_found'] as const) : []),
    ...((uses && OF_USE[uses]) ?? []),
  ];
}
