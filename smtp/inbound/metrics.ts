// The metrics of inbound mail: connections, messages by outcome, and the bytes that are in flight.
import { Counter, Gauge, type Registry } from 'prom-client';

/** How a message that began with DATA ended; `failed`: a fault of ours or of Postgres, answered 451. */
export type MessageOutcome = 'stored' | 'repeated' | 'refused' | 'failed' | 'gone';

/** Counts messages. */
export type CountMessage = (outcome: MessageOutcome) => void;

/** Registers the metrics of a process. @returns what counts messages */
export function registerInboundMetrics(
  registry: Registry,
  { connections, bytesInFlight }: { connections: () => number; bytesInFlight: () => number },
): CountMessage {
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
    help: 'Messages that clients began to send, by outcome (stored, repeated, refused, failed, gone).',
    labelNames: ['outcome'],
    registers,
  });
  return (outcome) => messages.inc({ outcome });
}
