// Checks that an automation is enabled, for requests that start runs or take them up again.
import { DomainError } from '../../../contract/domain-error.ts';
import type { Automation } from './automation.ts';

/** @throws DomainError `validation_error` */
export function requireEnabled({ status }: Pick<Automation, 'status'>): void {
  if (status === 'enabled') return;
  throw new DomainError(
    'validation_error',
    'The automation is disabled. Enable it before you start or retry runs.',
  );
}
