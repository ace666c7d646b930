// The delivery of an event as a dot and words, with the time of the next attempt where those before have failed.
import type { WebhookEventItem, WebhookItem } from '../../../api/generated/types.ts';
import { Status } from '../../../design/text/status.tsx';
import { useClock } from '../../../format/clock.ts';
import { deliveryBadge } from '../record-words.ts';

interface DeliveryStatusProps {
  event: Pick<WebhookEventItem, 'status' | 'retrying' | 'next_attempt_at'>;
  /** Undefined: not known yet. */
  webhook: Pick<WebhookItem, 'status' | 'health'> | undefined;
}

/** The status. */
export function DeliveryStatus({ event, webhook }: DeliveryStatusProps) {
  useClock();
  return <Status {...deliveryBadge(event, new Date(), webhook)} />;
}
