// A refusal of the API as a sentence on a page: its names of fields are the words of the form.
import type { DomainError } from '../../shared/contract/domain-error.ts';

/** The sentence. */
export function sentenceOf({ message }: DomainError): string {
  const plain = message.replaceAll('`', '');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
