// Questions about one domain to its own name servers, so that no cache of an absent record delays a domain that
// its owner has just published. Each server answers for itself. docs/architecture/dns.md describes the way of a
// question: own servers, aliases (CNAME), delegated names, and the resolver when no own server answers.
import type { DomainQuestions, ServerAnswer } from './answer.ts';
import type { AskServer } from './channel.ts';
import { askFollowing } from './follow-alias.ts';
import {
  findNameServers,
  findOwnZone,
  listNamesFrom,
  type NameServerFinder,
  type OwnZone,
} from './own-name-servers.ts';
import { type AskedType, type AskedValues, type DnsReply, toAnswer, type Unanswered } from './question.ts';

/** The dependencies of questions about a domain. */
export interface DomainQuestionsDeps {
  /** Asked if none of the domain's name servers answers, and for the targets of aliases. */
  resolver: AskServer;
  /** Finds the own name servers; undefined with DNS_SERVERS, which answer everything. */
  finder: NameServerFinder | undefined;
  /** The development server, the only one of the domains that it has. */
  developmentServer: AskServer | undefined;
}

/** Delegations below the zone that are followed. */
const DELEGATIONS_MAX = 3;

type Replies<Type extends AskedType> = { server: string | null; reply: DnsReply<AskedValues[Type]> }[];
type Ask = <Type extends AskedType>(type: Type, name: string) => Promise<Replies<Type>>;

/** Begins questions about a domain. Its name servers are found at the first question. */
export function createDomainQuestions(deps: DomainQuestionsDeps, domain: string): DomainQuestions {
  // A resolver that has no answer about one name may have one about another, unless it is silent.
  const resolver = stopAfter(({ reason }) => reason === 'timeout', deps.resolver);
  let found: Promise<Ask | undefined> | undefined;
  const ask = async <Type extends AskedType>(
    type: Type,
    name: string,
  ): Promise<ServerAnswer<AskedValues[Type]>[]> => {
    found ??= findServers(deps, resolver, domain);
    const askServers = await found;
    const replies = askServers ? await askServers(type, name) : [];
    const isAnswered = replies.some(({ reply }) => reply.kind !== 'unanswered');
    const given = isAnswered ? replies : [{ server: null, reply: await resolver(type, name) }];
    return given.map(({ server, reply }) => ({ server, answer: toAnswer(reply) }));
  };
  return {
    txt: (name) => ask('TXT', name),
    mx: (name) => ask('MX', name),
    cname: (name) => ask('CNAME', name),
    caa: (name) => ask('CAA', name),
  };
}

/** @returns undefined where only the resolver can be asked */
async function findServers(
  { finder, developmentServer }: DomainQuestionsDeps,
  resolver: AskServer,
  domain: string,
): Promise<Ask | undefined> {
  if (developmentServer && (await hasZone(developmentServer, domain))) {
    return async (type, name) => [
      { server: null, reply: await askFollowing(developmentServer, resolver, type, name) },
    ];
  }
  const zone = finder && (await findOwnZone(finder, resolver, domain));
  return zone && askZone(zone, finder, resolver);
}

/** Whether the server has the zone; it refuses questions about other zones. */
async function hasZone(developmentServer: AskServer, domain: string): Promise<boolean> {
  const { kind } = await developmentServer('SOA', domain);
  return kind !== 'unanswered';
}

/** Asks the servers of a zone, or those to which it has delegated the name. */
function askZone(zone: OwnZone, finder: NameServerFinder, resolver: AskServer, depth = 0): Ask {
  const servers = zone.servers.map(({ name, ask }) => ({ name, ask: stopAfter(() => true, ask) }));
  const delegations = new Map<string, Promise<Ask | undefined>>();
  const findDelegation = (name: string) => {
    const known = delegations.get(name);
    if (known !== undefined) return known;
    const asked = resolver('NS', name).then(async (hosts) => {
      if (hosts.kind !== 'found') return undefined;
      const below = { name, servers: await findNameServers(finder, hosts.values) };
      return askZone(below, finder, resolver, depth + 1);
    });
    delegations.set(name, asked);
    return asked;
  };
  return async (type, name) => {
    if (name !== zone.name && !name.endsWith(`.${zone.name}`)) return [];
    const replies = await Promise.all(
      servers.map(async (server) => ({
        server: server.name,
        reply: await askFollowing(server.ask, resolver, type, name),
      })),
    );
    if (depth === DELEGATIONS_MAX || !mayBeDelegated(replies)) return replies;
    for (const below of listNamesFrom(name, zone.name).slice(0, -1)) {
      const askDelegated = await findDelegation(below);
      if (askDelegated) return await askDelegated(type, name);
    }
    return replies;
  };
}

/** A server of the zone has no record of a name that it has delegated, but does not say that the name is absent. */
function mayBeDelegated(replies: Replies<AskedType>): boolean {
  const answered = replies.map(({ reply }) => reply).filter(({ kind }) => kind !== 'unanswered');
  return (
    answered.every(({ kind }) => kind === 'absent') &&
    answered.some((reply) => reply.kind === 'absent' && reply.nameExists)
  );
}

/**
 * Asks nothing more after a failure: the reply to later questions is the same failure. The first question is asked
 * alone, so that a silent server costs the time of one question.
 */
function stopAfter(isFinal: (failure: Unanswered) => boolean, ask: AskServer): AskServer {
  let first: Promise<unknown> | undefined;
  let failure: Unanswered | undefined;
  return async (type, name) => {
    if (first) await first;
    if (failure) return failure;
    const asked = ask(type, name);
    first ??= asked;
    const reply = await asked;
    if (reply.kind === 'unanswered' && isFinal(reply)) failure ??= reply;
    return reply;
  };
}
