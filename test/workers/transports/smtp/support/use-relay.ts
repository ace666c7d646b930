// Relays and sinks (test servers) of one test file. They are closed after each test, the relay first, so that a test
// whose relay leaves connections open fails by its time limit or by the leak check.

import { createRelay, type RelayOptions } from '../../../../../workers/transports/smtp/relay.ts';
import type { Delivery, OutgoingMessage, Transport } from '../../../../../workers/transports/transport.ts';
import {
  type SmtpSink,
  type SmtpSinkOptions,
  startSmtpSink,
} from '../../../../support/smtp-sink/smtp-sink.ts';

/** Creates relays and sinks. */
export interface RelayBench {
  sink(options?: SmtpSinkOptions): Promise<SmtpSink>;
  relay(url: string, options?: Partial<RelayOptions>): Transport;
}

/** Call it inside `describe`. */
export function useRelay(): RelayBench {
  const sinks: SmtpSink[] = [];
  const relays: Transport[] = [];
  afterEach(async () => {
    await Promise.all(relays.splice(0).map((relay) => relay.close()));
    await Promise.all(sinks.splice(0).map((sink) => sink.stop()));
  });
  return {
    async sink(options) {
      const sink = await startSmtpSink(options);
      sinks.push(sink);
      return sink;
    },
    relay(url, options = {}) {
      const relay = createRelay({ url, maxConnections: 2, hostname: 'client.test', ...options });
      relays.push(relay);
      return relay;
    },
  };
}

/** A mail with this text. */
export function makeMail(text = 'Hello', to = 'you@example.test'): OutgoingMessage {
  return {
    envelope: { from: 'bounce@example.test', to },
    id: 'recipient',
    accountId: 'acme',
    raw: Buffer.from(`Subject: test\r\nX-Tag: ${text.slice(0, 50)}\r\n\r\n${text}\r\n`),
    smtpUtf8: false,
  };
}

/** A delivery without what was said, which dialogues.test.ts checks. */
export function verdictOf(delivery: Delivery): Omit<Delivery, 'dialogue'> {
  const { dialogue, ...verdict } = { dialogue: undefined, ...delivery };
  return verdict;
}

/** Hooks that never withhold a mail. */
export const goOn = { beforeData: () => true };
