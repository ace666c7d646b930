// Counts how mail servers answer, by class. No label names a server, a domain or an address: each would be a series
// that lives as long as the process, and an address is a person's.
import type { Counter } from 'prom-client';
import type { Delivery } from '../transports/transport.ts';

const CLASSES = ['2xx', '4xx', '5xx', 'connection_error'] as const;
type ResponseClass = (typeof CLASSES)[number];

/** Makes what a relay tells its deliveries to. */
export function countResponses(responses: Counter<'class'>): (delivery: Delivery) => void {
  // A rate needs a series before its first event.
  for (const name of CLASSES) responses.inc({ class: name }, 0);
  return (delivery) => {
    const name = classOf(delivery);
    if (name) responses.inc({ class: name });
  };
}

/** Undefined when no server was asked, or its answer was not awaited. */
function classOf(delivery: Delivery): ResponseClass | undefined {
  switch (delivery.kind) {
    case 'accepted':
      return '2xx';
    case 'refused':
      return delivery.reply.code < 500 ? '4xx' : '5xx';
    case 'unreachable':
      return delivery.stage === 'queue' ? undefined : 'connection_error';
    case 'withheld':
      return undefined;
  }
}
