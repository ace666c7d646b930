// Every error name of the API with its HTTP status (docs/reference/errors.md#names). Clients branch on the name, so a
// name is never changed. Statuses are chosen only here; the few exceptions are DomainError's `statusCode`.

/** Name of an API error → HTTP status. */
export const ERROR_STATUS = {
  invalid_idempotency_key: 400,
  missing_api_key: 401,
  restricted_api_key: 401,
  plan_limit_reached: 402,
  invalid_api_key: 403,
  dashboard_only: 403,
  view_only_member: 403,
  reputation_paused: 403,
  not_found: 404,
  invalid_idempotent_request: 409,
  concurrent_idempotent_requests: 409,
  domain_conflict: 409,
  invalid_attachment: 422,
  validation_error: 422,
  invalid_from_address: 422,
  invalid_to_address: 422,
  missing_required_field: 422,
  reserved_recipient: 422,
  daily_quota_exceeded: 429,
  monthly_quota_exceeded: 429,
  contact_limit_reached: 429,
  ai_credits_exceeded: 429,
  automation_quota_exceeded: 429,
  rate_limit_exceeded: 429,
  reputation_limit_exceeded: 429,
  contacts_busy: 503,
  contacts_timeout: 503,
  batch_incomplete: 503,
  sending_service_unavailable: 503,
  sending_configuration_unavailable: 503,
  application_error: 500,
  internal_server_error: 500,
} as const;

/** Name of an API error. */
export type ErrorName = keyof typeof ERROR_STATUS;

/** A field at fault, as the answer lists it. */
export interface Fault {
  /** Its path, such as `to.1`; null: the whole body is at fault. */
  field: string | null;
  name: ErrorName;
  message: string;
}

/** The body of every answer outside 2xx (docs/reference/errors.md#the-error-object). */
export interface ErrorBody {
  statusCode: number;
  name: ErrorName;
  message: string;
  /** The page of the name. */
  docs_url: string;
  /** Path of the first field at fault. */
  field?: string;
  /** All fields at fault, up to FAULTS_MAX. */
  faults?: readonly Fault[];
}

/**
 * The page of an error name: its cause, its cure and an example.
 * @param baseUrl address of the service, which may have a path
 */
export function docsUrlOf(baseUrl: string, name: string): string {
  return `${baseUrl.replace(/\/+$/, '')}/docs/errors/${name}`;
}
