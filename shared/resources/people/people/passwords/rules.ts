// Checks passwords that people choose (docs/reference/passwords.md#a-good-password). Length is what protects a password, so
// there are no rules about its characters: https://pages.nist.gov/800-63-3/sp800-63b.html#memsecretver
import { DomainError } from '../../../../contract/domain-error.ts';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../../../../contract/limits.ts';

/**
 * Refuses a password that may not be chosen.
 * @param email the address of the person
 * @throws DomainError `validation_error` for the field `password`
 */
export function requireGoodPassword(password: string, email: string): void {
  const { length } = password;
  if (length < PASSWORD_MIN_LENGTH || length > PASSWORD_MAX_LENGTH) {
    throw refusal(`\`password\` must have ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters.`);
  }
  if (!/[^\s\p{C}]/u.test(password)) throw refusal('`password` must not consist of spaces only.');
  if (keyOf(password) === keyOf(email)) throw refusal('`password` must not be your own address.');
}

/** Upper and lower case do not make another password of an address. */
function keyOf(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}

function refusal(message: string): DomainError {
  return new DomainError('validation_error', message, { field: 'password' });
}
