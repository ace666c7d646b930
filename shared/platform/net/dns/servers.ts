// DNS servers as a process asks them: one channel per server, in the bounds of the process (question-limit.ts). A
// resolver is one server or several; when one does not answer, the next is asked.
import { type AskServer, createChannel } from './channel.ts';
import {
  type AskedType,
  type AskedValues,
  type DnsReply,
  isDnsQuestionName,
  NO_SUCH_NAME,
} from './question.ts';
import { createQuestionLimit, type LimitedServer } from './question-limit.ts';
import { createValueCache } from './value-cache.ts';

/** Time for one question (docs/architecture/dns.md). */
export const QUESTION_TIMEOUT_MS = 2_000;

/** DNS servers of a process. */
export interface DnsServers {
  /** A name server of a domain. @param address `address:port`, IPv6 in brackets */
  nameServer(address: string): AskServer;
  /** A resolver. @param addresses `address` or `address:port`, called at each question; at least one */
  resolver(addresses: () => readonly string[]): AskServer;
}

/** Bounds and clock. */
export interface DnsServersOptions {
  /** Most questions in flight. */
  atATime: number;
  /** Time for one question, from its place in the bounds to its answer. */
  timeoutMs: number;
  /** Monotonic milliseconds. */
  nowMs: () => number;
}

/** Questions in flight to one name server; a resolver leaves as many places to name servers. */
const AT_A_TIME_PER_NAME_SERVER = 64;
/** An open channel has no socket while nothing is asked. */
const CHANNELS_MAX = 500;
const CHANNEL_MAX_AGE_MS = 10 * 60_000;

/** Creates the servers of a process. */
export function createDnsServers({ atATime, timeoutMs, nowMs }: DnsServersOptions): DnsServers {
  const limit = createQuestionLimit({ atATime, nowMs });
  const channels = createValueCache<AskServer>({ max: CHANNELS_MAX, maxAgeMs: CHANNEL_MAX_AGE_MS, nowMs });
  const channelTo = (address: string) => {
    const open = channels.get(address);
    if (open) return open;
    const channel = createChannel(address, timeoutMs);
    channels.set(address, channel);
    return channel;
  };
  const limited =
    (server: LimitedServer): AskServer =>
    (type, name, withinMs) =>
      limit.run(server, () => channelTo(server.address)(type, name, withinMs));
  return {
    nameServer: (address) =>
      checkingNames(limited({ address, atATime: AT_A_TIME_PER_NAME_SERVER, rests: true })),
    resolver: (addresses) =>
      checkingNames((type, name) => {
        // A resolver that rests is asked after the others.
        const inOrder = [...addresses()].sort(
          (a, b) => Number(limit.isResting(a)) - Number(limit.isResting(b)),
        );
        const asked = inOrder.map((address) =>
          limited({ address, atATime: atATime - AT_A_TIME_PER_NAME_SERVER, rests: false }),
        );
        return askInTurn(asked, type, name, timeoutMs);
      }),
  };
}

/** A name that no message can carry does not exist. */
function checkingNames(ask: AskServer): AskServer {
  return async (type, name) => {
    const asked = name.replace(/\.$/, '');
    return isDnsQuestionName(asked) ? await ask(type, asked) : NO_SUCH_NAME;
  };
}

/**
 * Asks the next server when the one before has failed, or after a part of the time; the first answer counts. A server
 * that is asked later has less time, so that all of them end in time.
 */
function askInTurn<Type extends AskedType>(
  servers: readonly AskServer[],
  type: Type,
  name: string,
  timeoutMs: number,
): Promise<DnsReply<AskedValues[Type]>> {
  const [only] = servers;
  if (only && servers.length === 1) return only(type, name);
  const stepMs = timeoutMs / (servers.length + 1);
  return new Promise((resolve) => {
    let asked = 0;
    let failed = 0;
    let timer: NodeJS.Timeout | undefined;
    const askNext = () => {
      clearTimeout(timer);
      const server = servers[asked];
      if (!server) return;
      const withinMs = timeoutMs - asked * stepMs;
      asked += 1;
      timer = setTimeout(askNext, stepMs);
      void server(type, name, withinMs).then((reply) => {
        failed += 1;
        if (reply.kind !== 'unanswered' || failed === servers.length) {
          clearTimeout(timer);
          asked = servers.length;
          resolve(reply);
        } else if (failed === asked) askNext();
      });
    };
    askNext();
  });
}
