// The reply to what the API would refuse: the same words, and a code by which the client knows whether to try again
// (docs/reference/smtp.md#refusals).
import type { DomainError } from '../../shared/contract/domain-error.ts';
import { ERROR_STATUS, type ErrorName } from '../../shared/contract/errors.ts';
import { MalformedMessageError } from '../../shared/resources/messaging/submitting/malformed-message-error.ts';
import { Refusal } from '../server/reply.ts';

type Code = readonly [code: number, enhanced: string];

const CODES: Readonly<Partial<Record<ErrorName, Code>>> = {
  invalid_from_address: [550, '5.1.7'],
  invalid_to_address: [550, '5.1.3'],
  missing_required_field: [550, '5.6.0'],
  invalid_attachment: [550, '5.6.0'],
  daily_quota_exceeded: [452, '4.7.1'],
  monthly_quota_exceeded: [452, '4.7.1'],
  rate_limit_exceeded: [450, '4.7.1'],
  reputation_limit_exceeded: [451, '4.3.2'],
  sending_service_unavailable: [451, '4.3.2'],
  sending_configuration_unavailable: [451, '4.3.2'],
  concurrent_idempotent_requests: [451, '4.3.0'],
};
const REFUSED: Code = [550, '5.7.1'];
const NO_RECIPIENT_LEFT: Code = [550, '5.1.3'];
const MALFORMED: Code = [554, '5.6.0'];
const FOR_NOW: Code = [451, '4.3.0'];

/** The reply to a refusal. */
export function replyToRefusal(error: DomainError): Refusal {
  const [code, enhanced] = codeOf(error);
  return new Refusal(code, `${enhanced} ${error.message}`);
}

function codeOf(error: DomainError): Code {
  if (error instanceof MalformedMessageError) return MALFORMED;
  if (error.causes.length > 0) return NO_RECIPIENT_LEFT;
  return CODES[error.name] ?? (ERROR_STATUS[error.name] >= 500 ? FOR_NOW : REFUSED);
}
