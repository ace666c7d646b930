// Asks a server, and follows an alias (CNAME) that the server has under the name: the target is asked at the resolver,
// which follows further aliases. Aliases in a loop, and chains of more than eight, end as an absent record.
import type { AskServer } from './channel.ts';
import { type AskedType, type AskedValues, type DnsReply, NO_SUCH_NAME } from './question.ts';

const ALIASES_MAX = 8;

/** Asks for records of a name or of its alias. A question for the CNAME itself is not followed. */
export async function askFollowing<Type extends AskedType>(
  ask: AskServer,
  resolver: AskServer,
  type: Type,
  name: string,
): Promise<DnsReply<AskedValues[Type]>> {
  const seen = new Set([name]);
  let asked = name;
  let askNext = ask;
  while (seen.size <= ALIASES_MAX + 1) {
    const reply = await askNext(type, asked);
    // Only a name that exists can be an alias.
    if (type === 'CNAME' || reply.kind !== 'absent' || !reply.nameExists) return reply;
    const alias = await askNext('CNAME', asked);
    if (alias.kind === 'unanswered') return alias;
    const [target] = alias.kind === 'found' ? alias.values : [];
    // The end of a chain is not delegated by the zone of its beginning.
    if (target === undefined) return seen.size === 1 ? reply : NO_SUCH_NAME;
    if (seen.has(target)) return NO_SUCH_NAME;
    seen.add(target);
    asked = target;
    askNext = resolver;
  }
  return NO_SUCH_NAME;
}
