// Validates the list of proxies in TRUST_PROXY before Express gets it: Express would refuse an invalid list with a
// stack trace, where an operator needs one sentence.
import { isIP } from 'node:net';

/** Names of address ranges that Express knows. */
const RANGE_NAMES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);
const PREFIX_LENGTH_MAX: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

/** True for names, addresses and ranges (`10.0.0.0/8`), separated by commas. */
export function isProxyList(text: string): boolean {
  return text.split(',').every((entry) => isProxy(entry.trim()));
}

function isProxy(entry: string): boolean {
  if (RANGE_NAMES.has(entry)) return true;
  const [address = '', prefixLength, ...rest] = entry.split('/');
  const longest = PREFIX_LENGTH_MAX[isIP(address)];
  // Node accepts an address with a zone (`fe80::1%eth0`), Express does not.
  if (longest === undefined || address.includes('%') || rest.length > 0) return false;
  if (prefixLength === undefined) return true;
  // Express does not accept /0: the way to trust every proxy is `true`.
  return /^\d{1,3}$/.test(prefixLength) && Number(prefixLength) >= 1 && Number(prefixLength) <= longest;
}
