// Receives one message: puts our `Received` field in front, reads the bytes into memory or an upload, computes their
// digest, and stores them; the store answers after its commit. If anything fails on the way, nothing of the message is
// stored, and it is not answered 250.
import type { Logger } from '../../shared/platform/log/log.ts';
import type { ByteBudget } from '../../shared/platform/sharing/byte-budget.ts';
import type { Clock } from '../../shared/platform/time/clock.ts';
import type {
  InboundMessage,
  Reception,
  StoreResult,
} from '../../shared/resources/messaging/receiving/inbound/inbound-message.ts';
import { MEMORY_MAX_BYTES, MessageContent } from '../content/message-content.ts';
import { readMessageContent } from '../content/read-message-content.ts';
import { ClientGoneError } from '../server/receive-content.ts';
import { Refusal } from '../server/reply.ts';
import type { SmtpTransaction } from '../server/service.ts';
import type { InboundCounters, MessageOutcome } from './metrics.ts';
import { makeReceivedField } from './received-field.ts';

/** The dependencies of receiving. */
export interface ReceiveDeps {
  reception: Reception;
  /** The budget of bytes in memory. */
  budget: ByteBudget;
  /** MAIL_HOSTNAME. */
  hostname: string;
  clock: Clock;
  log: Logger;
  countMessage: InboundCounters['countMessage'];
}

/** The recipients of a message, or the recipient that it is about. */
export type Addressees = Pick<InboundMessage, 'recipients' | 'report'>;

/** @throws Refusal, ClientGoneError, or the error of a store that did not store it */
export async function receiveMessage(
  transaction: SmtpTransaction,
  addressees: Addressees,
  { pieces, deps }: { pieces: AsyncIterable<Buffer>; deps: ReceiveDeps },
): Promise<void> {
  const { reception, budget, log, countMessage } = deps;
  const { id, network } = transaction.peer;
  const part = budget.open(network);
  // A report says all in its beginning; the rest is the mail that it is about.
  const content = new MessageContent(reception, part, addressees.report ? MEMORY_MAX_BYTES : undefined);
  let outcome: MessageOutcome = 'failed';
  try {
    outcome = await storeMessage(transaction, addressees, { pieces, content, deps });
    // The sender of a report misses nothing.
    if (outcome === 'dropped' && !addressees.report)
      throw new Refusal(550, '5.1.1 The mailbox was removed while the message arrived');
  } catch (error) {
    if (error instanceof Refusal) outcome = 'refused';
    else if (error instanceof ClientGoneError) outcome = 'gone';
    throw error;
  } finally {
    part.release();
    countMessage(outcome);
    log.debug(
      {
        connection: id,
        outcome,
        bytes: content.size,
        recipients: addressees.recipients.length,
        isReport: addressees.report !== null,
      },
      'mail arrived',
    );
    if (outcome !== 'stored') {
      await content.discard().catch((error: unknown) => {
        // Retention removes it.
        log.warn({ err: error, connection: id }, 'an upload of inbound mail was not discarded');
      });
    }
  }
}

async function storeMessage(
  { peer, sender }: SmtpTransaction,
  { recipients, report }: Addressees,
  { pieces, content, deps }: { pieces: AsyncIterable<Buffer>; content: MessageContent; deps: ReceiveDeps },
): Promise<StoreResult> {
  const { reception, hostname, clock } = deps;
  const receivedAt = clock.now();
  const addresses = [...recipients, ...(report ? [report] : [])].map(({ address }) => address);
  await content.add(makeReceivedField(peer, { hostname, now: receivedAt }));
  const { digest, hasMessageId } = await readMessageContent(pieces, content, { sender, addresses });
  const { address, helo } = peer;
  return await reception.store({
    client: { address, helo, mailFrom: sender },
    recipients,
    report,
    content: await content.end(),
    digest: hasMessageId ? digest : null,
    receivedAt,
  });
}
