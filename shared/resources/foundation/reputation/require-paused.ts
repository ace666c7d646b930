// Refuses to end a pause that there is not.
import { DomainError } from '../../../contract/domain-error.ts';
import type { Reputation } from './reputation.ts';

/** @param name of the domain or the account. @throws DomainError `validation_error` */
export function requirePaused(name: string, { status }: Pick<Reputation, 'status'>): void {
  if (status === 'paused') return;
  throw new DomainError('validation_error', `${name} is not paused; its reputation is ${status}.`);
}
