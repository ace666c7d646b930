// What an id answers that names no webhook of the caller's account, or no event of such a webhook.
import { DomainError } from '../../contract/domain-error.ts';

/** No such webhook. */
export function webhookNotFound(): DomainError {
  return new DomainError('not_found', 'Webhook not found.');
}

/** No such event of the webhook. */
export function webhookEventNotFound(): DomainError {
  return new DomainError('not_found', 'Webhook event not found.');
}
