// A submitted message that cannot be sent because of its form, which no other try changes.
import { DomainError } from '../../../contract/domain-error.ts';

export class MalformedMessageError extends DomainError {
  constructor(message: string) {
    super('validation_error', message);
  }
}
