// Input of /people (docs/reference/people.md).
import { parseAddressKey, parseStoredMailbox } from '../../../shared/mail/addresses.ts';
import type { PathId } from '../../route.ts';

/** A person in a path: by the address, in any spelling. */
export const personPathId: PathId = {
  of: 'Person',
  description: 'The address',
  isId: (text) => parseAddressKey(text, parseStoredMailbox) !== undefined,
};

/** Reads what `personPathId` has accepted. @returns the address in key form (shared/mail/addresses.ts) */
export function readPersonKey(text: string): string {
  return parseAddressKey(text, parseStoredMailbox) ?? text;
}
