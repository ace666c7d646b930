// Opens the connections of the guarded fetch (protection against SSRF and DNS rebinding). The host name is resolved
// once per connection, every address of the answer is checked, and the socket connects to these checked addresses,
// never to the name. So a name that resolves to another address a moment later (DNS rebinding) has no effect. undici
// calls `lookup` for names only, so literal IP addresses are checked separately. docs/architecture/guarded-fetch.md
// describes all of it.
import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';
import { isAllowedAddress, type OutboundReach } from '../addresses/allowed-address.ts';
import { requirePackage } from '../process/require-package.ts';
import type { ResolvedAddress } from './dns/answer.ts';
import type { HostResolver } from './dns/host-resolver.ts';
import { GuardedFetchError } from './guarded-fetch-error.ts';

/** Connect timeout: from the first packet to the end of the TLS handshake. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Creates the connector of an undici dispatcher. @param authority certificates in PEM, in place of the system's */
export function createGuardedConnect(
  resolver: HostResolver,
  reach: OutboundReach,
  authority?: string,
): buildConnector.connector {
  const { buildConnector } = requirePackage<typeof import('undici')>('undici');
  const connect = buildConnector({
    lookup: createGuardedLookup(resolver, reach),
    timeout: CONNECT_TIMEOUT_MS,
    ...(authority !== undefined && { ca: authority }),
  });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !isAllowedAddress(host, reach)) callback(refusal(host), null);
    else connect(options, callback);
  };
}

/** A `lookup` for sockets: returns the addresses of a host if all of them are allowed, else an error. */
export function createGuardedLookup(resolver: HostResolver, reach: OutboundReach): LookupFunction {
  return (host, { all }, callback) => {
    findAllowed(resolver, reach, host).then(
      (addresses) => {
        if (all) callback(null, addresses);
        else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
      },
      (error: Error) => callback(error, []),
    );
  };
}

/**
 * One address that is not allowed is enough to refuse the name: only an attacker mixes public and private addresses.
 */
async function findAllowed(
  resolver: HostResolver,
  reach: OutboundReach,
  host: string,
): Promise<ResolvedAddress[]> {
  const answer = await resolver.resolve(host);
  if (answer.kind === 'unanswered') {
    throw new GuardedFetchError('unresolvable', `The address of \`${host}\` could not be looked up.`);
  }
  if (answer.kind === 'absent') throw new GuardedFetchError('unresolvable', `\`${host}\` has no address.`);
  if (!answer.values.every(({ address }) => isAllowedAddress(address, reach))) throw refusal(host);
  return [...answer.values];
}

function refusal(host: string): GuardedFetchError {
  return new GuardedFetchError('refused', `\`${host}\` does not have a public address.`);
}
