// Limits mail that no quota counts: to the mailboxes of the operator, which every mail server has to take, and to feedback
// addresses, where any server may send complaints. A site (server/limits.ts) has so many bytes in an hour, in this process;
// what is beyond is put off, so a provider that has more to report sends it later.
import { clientSite } from '../../shared/platform/addresses/client-network.ts';
import { createMemoryStore } from '../../shared/platform/rate-limit/memory-store.ts';
import { HOUR_MS } from '../../shared/platform/time/durations.ts';
import { MEMORY_MAX_BYTES } from '../content/message-content.ts';
import { Refusal } from '../server/reply.ts';
import type { SmtpPeer } from '../server/service.ts';
import type { Addressees } from './receive-message.ts';

/** More than a thousand complaints. */
const UNCOUNTED_MAX_BYTES = 32 * 1024 * 1024;

/** Counts the bytes of sites. */
export class UncountedBytes {
  readonly #store = createMemoryStore();

  /** @throws Refusal when the site of a client has sent too much already */
  async requireRoom({ address }: Pick<SmtpPeer, 'address'>): Promise<void> {
    await this.#take(clientSite(address), 0);
  }

  /** The pieces of a message, counted as they arrive. @throws Refusal at the piece that exceeds the limit */
  async *count(
    { address }: Pick<SmtpPeer, 'address'>,
    { report }: Addressees,
    pieces: AsyncIterable<Buffer>,
  ): AsyncGenerator<Buffer> {
    const site = clientSite(address);
    // The rest of a complaint is dropped.
    let left = report ? MEMORY_MAX_BYTES : Number.POSITIVE_INFINITY;
    for await (const piece of pieces) {
      const kept = Math.min(piece.length, left);
      left -= kept;
      await this.#take(site, kept);
      yield piece;
    }
  }

  async #take(key: string, bytes: number): Promise<void> {
    const [use] = await this.#store.count([{ key, count: bytes }], HOUR_MS);
    if (use && use.used >= UNCOUNTED_MAX_BYTES) {
      throw new Refusal(
        452,
        '4.7.1 Too much mail from your network for these mailboxes, try again in an hour',
      );
    }
  }
}

/** Whether no quota counts a message. A report about mail that was sent is limited by its recipient (reported-accounts.ts). */
export function isUncounted({ recipients, report }: Addressees): boolean {
  return report?.purpose === 'feedback' || recipients.some(({ domainId }) => domainId === null);
}
