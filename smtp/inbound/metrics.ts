// The metrics of inbound mail: connections, messages by outcome, and the bytes that are in flight.
import { Counter, type Registry } from 'prom-client';
import type { StoreResult } from '../../shared/resources/messaging/receiving/inbound/inbound-message.ts';
import { registerServerMetrics, type ServerLoad } from '../server/metrics.ts';

/** How a message that began with DATA ended; `failed`: a fault of ours or of Postgres, answered 451. */
export type MessageOutcome = StoreResult | 'refused' | 'failed' | 'gone';

/** The counters of a process. */
export interface InboundCounters {
  countMessage(outcome: MessageOutcome): void;
  /** A recipient that has the form of a return path, and is none of ours. */
  countForged(): void;
}

/** Registers the metrics of a process. @returns what counts messages */
export function registerInboundMetrics(registry: Registry, load: ServerLoad): InboundCounters {
  const registers = [registry];
  registerServerMetrics(registry, 'inbound', load);
  const messages = new Counter({
    name: 'mail_inbound_messages_total',
    help: 'Messages that clients began to send, by outcome (stored, repeated, dropped, refused, failed, gone).',
    labelNames: ['outcome'],
    registers,
  });
  const forged = new Counter({
    name: 'mail_inbound_forged_return_paths_total',
    help: 'Recipients that look like a return path of ours and are refused, because their token is not.',
    registers,
  });
  return {
    countMessage: (outcome) => messages.inc({ outcome }),
    countForged: () => forged.inc(),
  };
}
