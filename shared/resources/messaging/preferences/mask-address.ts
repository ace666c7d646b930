// Masks an address for the pages that a link opens: enough for the person to know it, too little for another reader who
// got the email forwarded.
import { domainToUnicode } from 'node:url';

const HIDDEN = '•••';

/**
 * `maria@mail.example.co.uk` → `m•••@m•••.uk`: the first character of the local part and of the domain, and the
 * top-level domain. An international domain is shown in its own script.
 * @param address any text
 */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, Math.max(at, 0)).replace(/^"/, '');
  const domain = address.slice(at + 1);
  const labels = (domainToUnicode(domain) || domain).split('.');
  const top = labels.length > 1 ? `.${labels.at(-1)}` : '';
  return `${firstOf(local)}${HIDDEN}@${firstOf(labels[0] ?? '')}${HIDDEN}${top}`;
}

/** A whole character, also one outside of the Basic Multilingual Plane. */
function firstOf(text: string): string {
  const [first = ''] = text;
  return first;
}
