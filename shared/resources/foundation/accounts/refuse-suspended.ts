// What a suspended account is answered (docs/reference/account.md#suspension).
import { DomainError } from '../../../contract/domain-error.ts';
import type { Suspension } from '../../../platform/work/suspensions/suspension.ts';

/**
 * The refusal of what a suspended account may not do.
 * @param isSending the operation sends mail
 */
export function refuseSuspended({ cause, reason }: Suspension, isSending: boolean): DomainError {
  const why = cause === 'operator' ? 'by the operator of this service' : 'because it will be deleted';
  const said = reason === null ? '' : ` The operator says: “${reason}”.`;
  const text = `The account is suspended ${why}.${said} You can still read its data. New requests are refused, and pending work waits.`;
  return new DomainError(isSending ? 'reputation_paused' : 'validation_error', text, { statusCode: 403 });
}
