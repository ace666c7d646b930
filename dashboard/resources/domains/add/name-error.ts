// Why the name of a new domain was refused, in the words of the form, and the domain of the account that has it already. Pure.

/** A refused name. */
interface RefusedName {
  text: string;
  /** The domain of the account that has the name. */
  id?: string;
}

/** docs/reference/domains.md#post-domains */
const HAS_ALREADY = /^The account has the domain (\S+) already: ([0-9a-f-]{36})\.$/;
const NO_NAME = /^`name` must be a domain name/;

/** Puts the message of the API into words. @param typed the name that was sent */
export function refusedName(message: string, typed: string): RefusedName {
  const [, name, id] = HAS_ALREADY.exec(message) ?? [];
  if (name !== undefined && id !== undefined) return { text: `This account already has ${name}.`, id };
  if (NO_NAME.test(message)) return { text: noNameWords(typed.trim()) };
  return { text: message.replace(/^`name`/, 'The name') };
}

function noNameWords(typed: string): string {
  if (/^[\d.]+$/.test(typed) || /^\[?[\da-f]*:[\da-f:.]*\]?$/i.test(typed))
    return 'Enter a domain name such as acme.dev, not an IP address.';
  if (/^[^.\s/@]+\.?$/.test(typed)) return `${typed} has no dot. Enter the full domain, such as acme.dev.`;
  if (typed.includes('_')) return 'A sending domain must not contain an underscore.';
  return 'Enter a domain name of letters, digits, hyphens and dots, such as acme.dev.';
}
