// The metrics of inbound mail: connections, messages by outcome, and the bytes that are in flight.
import { Counter, Gauge, type Registry } from 'prom-client';
import type { StoreResult } from '../../shared/resources/messaging/receiving/arrivals/arrival.ts';

/** How a message that began with DATA ended; `failed`: a fault of ours or of Postgres, answered 451. */
export type MessageOutcome = StoreResult | 'refused' | 'failed' | 'gone';

/** What a process counts. */
export interface InboundCounters {
  countMessage(outcome: MessageOutcome): void;
  /** A recipient that has the form of a return path, and is none of ours. */
  countForged(): void;
}

/** Registers the metrics of a process. @returns what counts messages */
export function registerInboundMetrics(
  registry: Registry,
  { connections, bytesInFlight }: { connections: () => number; bytesInFlight: () => number },
): InboundCounters {
  const registers = [registry];
  new Gauge({
    name: 'mail_inbound_connections',
    help: 'Open SMTP connections of clients that deliver mail.',
    registers,
    collect() {
      this.set(connections());
    },
  });
  new Gauge({
    name: 'mail_inbound_bytes_in_flight',
    help: 'Bytes of messages that are being received, in memory.',
    registers,
    collect() {
      this.set(bytesInFlight());
    },
  });
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
