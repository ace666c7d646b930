// Finds the address of a person in texts, in any letter case and in all spellings (spellings.ts). Only the whole
// address is found: `jimbo@customer.dev` is not `bo@customer.dev`.
import { toUnicodeName } from '../../../platform/addresses/international-names.ts';
import { spellingsOf } from './spellings.ts';

const QUOTED = /^".*"$/su;
/** A local part in quotes only because of its dots: others write it without quotes. */
const DOTTED = /^"([^\s"\\()<>[\]:;@,]+)"$/u;

/**
 * The source of a regular expression that finds an address whatever is around it, in JavaScript and in Postgres. Match
 * it without regard to letter case.
 * @param emailKey in key form (shared/mail/addresses.ts)
 */
export function addressPattern(emailKey: string): string {
  const at = emailKey.lastIndexOf('@');
  const localPart = emailKey.slice(0, at);
  const domain = emailKey.slice(at + 1);
  // A client may have quoted a local part that needs no quotes, and written an international domain in its own letters.
  const dotted = DOTTED.exec(localPart)?.[1];
  const local = spellingsOf(dotted ?? localPart);
  const quote = spellingsOf('"');
  const locals =
    dotted === undefined && QUOTED.test(localPart) ? local : `(?:${local}|${quote}${local}${quote})`;
  const domains = [...new Set([domain, toUnicodeName(domain)])].map(spellingsOf);
  return `${locals}${spellingsOf('@')}(?:${domains.join('|')})`;
}

/** The forms in which the index of recipients may hold an address: accents may be characters of their own. */
export function storedForms(emailKey: string): string[] {
  return [...new Set([emailKey, emailKey.normalize('NFD')])];
}
