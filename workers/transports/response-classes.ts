// Counts the replies of mail servers by class (metrics). No label contains a server, a domain or an address: each value
// would be a time series as long as the process lives, and an address is personal data.
import type { Counter } from 'prom-client';
import type { Delivery } from './transport.ts';

const CLASSES = ['2xx', '4xx', '5xx', 'connection_error'] as const;
type ResponseClass = (typeof CLASSES)[number];

/** Creates the callback that counts the deliveries of a transport. */
export function countResponses(responses: Counter<'class'>): (delivery: Delivery) => void {
  // A rate in Prometheus needs a series before its first event.
  for (const name of CLASSES) responses.inc({ class: name }, 0);
  return (delivery) => {
    const name = classOf(delivery);
    if (name) responses.inc({ class: name });
  };
}

/** The class of a delivery; undefined if no server was asked, or its reply was not awaited. */
function classOf(delivery: Delivery): ResponseClass | undefined {
  switch (delivery.kind) {
    case 'accepted':
      return '2xx';
    case 'refused':
      return delivery.reply.code < 500 ? '4xx' : '5xx';
    case 'unreachable':
      return delivery.stage === 'queue' ? undefined : 'connection_error';
    case 'no_such_domain':
    case 'withheld':
    case 'needs_seven_bit':
      return undefined;
  }
}
