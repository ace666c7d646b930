// Lists the servers of a route in the order in which they are tried, each with the pool of its connections; a host that
// must not be tried has the reason.
import type { TlsPolicyName } from '../../../shared/mail/delivery-tls.ts';
import type { MtaStsPolicy } from '../../../shared/mail/mta-sts/policy.ts';
import { isAllowedAddress, type OutboundReach } from '../../../shared/platform/addresses/allowed-address.ts';
import type { Hop } from '../smtp/try-servers.ts';
import type { OutgoingMessage, Unreachable } from '../transport.ts';
import { chooseAddresses } from './exchanges.ts';
import type { RouteHost } from './find-route.ts';
import type { DirectTarget, PoolSet } from './pools.ts';
import { decideTls, type TlsDecision } from './tls-policy.ts';
import { trustOf } from './trust.ts';
import type { ServedWay } from './ways.ts';

/** How servers are chosen and connected to. */
export interface CandidateOptions {
  /** The port of recipients' servers; another one in tests only. */
  port: number;
  /** Addresses that may be connected to. */
  reach: OutboundReach;
  /** Returns a number from 0 to below 1. */
  random(): number;
}

/** The dependencies of choosing. */
export interface CandidateDeps {
  options: CandidateOptions;
  pools: PoolSet;
  /** Whether the handshake with a host has failed in the last hour. */
  hasFailedTls(host: string): boolean;
}

/** A host whose turn it is: a server to try, or why it is left out. */
export type Candidate = ServerCandidate | HostLeftOut;

interface HostLeftOut {
  kind: 'left_out';
  delivery: Unreachable;
  /** The TLS policy that excludes it; absent: it has another reason. */
  policy?: TlsPolicyName;
}

/** A server to try. Its pool is taken when it is tried: minutes may pass until then. */
export interface ServerCandidate {
  kind: 'server';
  hop: Pick<Hop, 'server' | 'policy'>;
  target: DirectTarget;
  decision: Extract<TlsDecision, { kind: 'connect' }>;
}

/** Why a host is left out whose addresses may not be connected to, or not from here. */
export const NO_ADDRESS = 'The mail servers of the domain have no public IP address.';

const RESTS = 'The mailbox provider of this server does not currently accept mail from this address.';

/** A mail, and what its recipient's domain says. */
export interface RoutedMail {
  message: OutgoingMessage;
  domain: string;
  way: ServedWay;
  mtaSts: MtaStsPolicy | undefined;
}

/** Lists the servers in the order in which they are tried; servers that are down are last. */
export async function* listCandidates(deps: CandidateDeps, mail: RoutedMail): AsyncGenerator<Candidate> {
  const down: Candidate[] = [];
  for (const host of mail.way.route.hosts) {
    for (const candidate of await openHost(deps, host, mail)) {
      if (candidate.kind === 'server' && deps.pools.get(candidate.target).isDown) down.push(candidate);
      else yield candidate;
    }
  }
  yield* down;
}

/** @param server absent: no server was found */
export function unreachable(reason: string, server?: string): Unreachable {
  return { kind: 'unreachable', stage: 'connect', reason, ...(server !== undefined && { server }) };
}

async function openHost(
  { options, hasFailedTls }: CandidateDeps,
  { host, find }: RouteHost,
  { message, domain, way, mtaSts }: RoutedMail,
): Promise<Candidate[]> {
  const { sources } = way;
  const destination = way.destinationOf(host);
  // The mail waits in the line of another one, which does not rest.
  if (destination !== way.destination && destination.resting)
    return [{ kind: 'left_out', delivery: unreachable(RESTS, host) }];
  const found = await find();
  if (found.kind === 'unusable') return [{ kind: 'left_out', delivery: unreachable(found.reason, host) }];
  const isEnforced = message.requiresTls || destination.provider.needsTls;
  const decision = decideTls(host, { dane: found.dane, mtaSts, isEnforced, hasFailed: hasFailedTls(host) });
  if (decision.kind === 'leave_out') {
    const { reason, policy } = decision;
    return [{ kind: 'left_out', delivery: { ...unreachable(reason, host), stage: 'tls' }, policy }];
  }
  const { port, reach, random } = options;
  const families = new Set<4 | 6>([...(sources.v4 ? [4 as const] : []), ...(sources.v6 ? [6 as const] : [])]);
  const isAllowed = (address: string) => isAllowedAddress(address, reach);
  const trust = trustOf(decision.dane, domain);
  const addresses = chooseAddresses(found.addresses, { families, isAllowed, random });
  if (addresses.length === 0) return [{ kind: 'left_out', delivery: unreachable(NO_ADDRESS, host) }];
  return addresses.flatMap(({ address, family }): Candidate[] => {
    const source = family === 4 ? sources.v4 : sources.v6;
    if (!source) return [];
    const { tls, policy } = decision;
    const target = { host, address, port, source, tls, trust, destination };
    return [{ kind: 'server', hop: { server: host, policy }, target, decision }];
  });
}
