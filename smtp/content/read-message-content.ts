// Reads the content of a message to its end: into memory or an upload, with a digest of its bytes. A message that is in
// a loop is refused.
import { createHash } from 'node:crypto';
import { Refusal } from '../server/reply.ts';
import { HeaderWatch } from './header-watch.ts';
import type { MessageContent } from './message-content.ts';

/** A message with so many `Received` fields is in a loop (RFC 5321 §6.3). */
const HOPS_MAX = 25;

/** The sender and the recipients. */
export interface ContentEnvelope {
  sender: string;
  /** The addresses, in any order. */
  addresses: readonly string[];
}

/** The facts about a message that has arrived completely. */
export interface ContentFacts {
  /** SHA-256 of the envelope and the octets. */
  digest: Buffer;
  hasMessageId: boolean;
}

/** @throws Refusal of a message in a loop, or that finds no room */
export async function readMessageContent(
  pieces: AsyncIterable<Buffer>,
  content: MessageContent,
  { sender, addresses }: ContentEnvelope,
): Promise<ContentFacts> {
  const digest = createHash('sha256').update(`${JSON.stringify([sender, [...addresses].sort()])}\n`);
  const header = new HeaderWatch();
  for await (const piece of pieces) {
    digest.update(piece);
    header.add(piece);
    if (header.hops >= HOPS_MAX) throw new Refusal(554, '5.4.6 Too many hops: the message is in a loop');
    await content.add(piece);
  }
  return { digest: digest.digest(), hasMessageId: header.hasMessageId };
}
