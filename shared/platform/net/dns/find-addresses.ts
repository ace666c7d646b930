// Finds the IPv4 and IPv6 addresses of a host, and the name under which an address has its own name (PTR).
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { ResolvedAddress } from './answer.ts';
import type { DnsReply } from './question.ts';

/** Finds every address; half an answer counts as none, since the other half may have the addresses that matter. */
export async function findAddresses(
  ask: (type: 'A' | 'AAAA', host: string) => Promise<DnsReply<string>>,
  host: string,
): Promise<DnsReply<ResolvedAddress>> {
  const [v4, v6] = await Promise.all([ask('A', host), ask('AAAA', host)]);
  if (v4.kind === 'unanswered') return v4;
  if (v6.kind === 'unanswered') return v6;
  const values = [...addressesOf(v4, 4), ...addressesOf(v6, 6)];
  return values.length > 0 ? { kind: 'found', values } : { kind: 'absent', nameExists: true };
}

/** The name of an address in DNS (RFC 1035 §3.5, RFC 3596 §2.5); undefined for a text that is not an address. */
export function reverseNameOf(address: string): string | undefined {
  // ipaddr.js would accept `127.0` as an address too.
  if (isIP(address) === 0) return undefined;
  const parsed = ipaddr.parse(address);
  const octets = parsed.toByteArray();
  if (parsed.kind() === 'ipv4') return `${octets.reverse().join('.')}.in-addr.arpa`;
  const digits = [...Buffer.from(octets).toString('hex')];
  return `${digits.reverse().join('.')}.ip6.arpa`;
}

function addressesOf(reply: DnsReply<string>, family: 4 | 6): ResolvedAddress[] {
  return reply.kind === 'found' ? reply.values.map((address) => ({ address, family })) : [];
}
