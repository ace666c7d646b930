// A channel of c-ares (node:dns) to one DNS server, with a hard time limit per question. c-ares alone does not keep
// one: over TCP its time begins again, and after quick answers it waits for 250 ms only, so that a question to a
// resolver that has to ask others would fail. So a question that has no answer after a third of its time is asked again
// on a channel of its own, and the first answer counts.
import { Resolver } from 'node:dns/promises';
import { type AskedType, type AskedValues, askChannel, type DnsReply, TIMED_OUT } from './question.ts';

/** Asks one server. It never rejects. @param withinMs less time than usual */
export type AskServer = <Type extends AskedType>(
  type: Type,
  name: string,
  withinMs?: number,
) => Promise<DnsReply<AskedValues[Type]>>;

/** Part of the time after which a question is asked again: a packet may be lost. */
export const ASKED_AGAIN_AT = 0.35;

/** Opens a channel. @param server `address` or `address:port`, IPv6 in brackets */
export function createChannel(server: string, timeoutMs: number): AskServer {
  const open = () => {
    const channel = new Resolver({ timeout: timeoutMs, tries: 1 });
    channel.setServers([server]);
    return channel;
  };
  let shared = open();
  return (type, name, withinMs = timeoutMs) =>
    new Promise((resolve) => {
      let second: Resolver | undefined;
      const settle = (reply: DnsReply<AskedValues[typeof type]>) => {
        clearTimeout(end);
        clearTimeout(again);
        second?.cancel();
        resolve(reply);
      };
      const end = setTimeout(() => {
        // What c-ares knows about this server is out of date.
        shared = open();
        settle(TIMED_OUT);
      }, withinMs);
      const askAgain = () => {
        clearTimeout(again);
        if (second) return;
        second = open();
        void askChannel(second, type, name).then((reply) => {
          if (!isTimeout(reply)) settle(reply);
        });
      };
      const again = setTimeout(askAgain, withinMs * ASKED_AGAIN_AT);
      void askChannel(shared, type, name).then((reply) => {
        if (isTimeout(reply)) askAgain();
        else settle(reply);
      });
    });
}

function isTimeout(reply: DnsReply<unknown>): boolean {
  return reply.kind === 'unanswered' && reply.reason === 'timeout';
}
