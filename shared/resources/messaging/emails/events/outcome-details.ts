// The details of the events that follow from the outcome of an attempt.
import type { DeliveryTls } from '../../../../mail/delivery-tls.ts';
import type { EventCause } from './cause.ts';
import type { EmailEventType } from './event.ts';
import {
  bouncedDetails,
  causeDetails,
  complainedDetails,
  deliveredDetails,
  type EventDetails,
  failedDetails,
  suppressedDetails,
} from './event-data.ts';

/** The type of feedback that the simulator gives. */
const SIMULATED = 'abuse';

/** The values that an outcome reports. */
interface Reported {
  cause: EventCause | null;
  server?: string | undefined;
  tls?: DeliveryTls | undefined;
}

/** The details of one event of an outcome; null: it has none. */
export function outcomeDetails(type: EmailEventType, { cause, server, tls }: Reported): EventDetails | null {
  if (type === 'complained') return complainedDetails(SIMULATED);
  if (type === 'delivered') return tls ? deliveredDetails(server, tls) : null;
  if (!cause) return null;
  if (type === 'bounced') return bouncedDetails(cause);
  if (type === 'failed') return failedDetails(cause);
  if (type === 'delivery_delayed') return causeDetails(cause);
  if (type === 'suppressed') {
    const isListed = cause.reason === 'suppressed_address';
    return suppressedDetails(isListed ? 'OnAccountSuppressionList' : 'Suppressed', cause);
  }
  return null;
}
