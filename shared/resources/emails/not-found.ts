// What an id answers that names no email of the caller's account.
import { DomainError } from '../../contract/domain-error.ts';

/** The refusal. */
export function emailNotFound(): DomainError {
  return new DomainError('not_found', 'Email not found.');
}
