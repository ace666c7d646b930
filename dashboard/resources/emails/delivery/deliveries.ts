// What happened to each recipient of an email: its events in their order with the reply of the mail server, and what
// comes next. Pure: the record draws it.
import type { Email } from '../../../api/generated/types.ts';

type Event = Email['events'][number];
type Recipient = Email['recipients'][number];

/** A recipient, with all that is known of its delivery. */
export interface Delivery extends Recipient {
  /** The oldest first. */
  steps: readonly DeliveryStep[];
}

/** Something that happened to a recipient. */
export interface DeliveryStep {
  id: string;
  type: Event['type'];
  at: string;
  /** Why, in a sentence. */
  message: string | null;
  /** The same for programs. */
  reason: string | null;
  /** What the mail server replied, verbatim. */
  reply: string | null;
  server: string | null;
  /** Whether a report said so, which arrived later as mail. */
  isReported: boolean;
  /** The provider by which the mail left has said so later; null: it has not. */
  saidBy: string | null;
  /** The hit of an open or a click; null: it is another event. */
  hit: Hit | null;
}

/** The open of an email, or the click on one of its links. */
export interface Hit {
  /** Null: it was opened. */
  link: string | null;
  /** Null: a person did it. */
  machine: 'privacy_proxy' | 'scanner' | 'prefetch' | null;
  /** Its address and User-Agent; null: neither is stored. */
  client: string | null;
}

/** Every status, the one that needs attention most first. */
const BY_URGENCY: readonly Email['status'][] = [
  'failed',
  'bounced',
  'complained',
  'delivery_delayed',
  'suppressed',
  'sending',
  'queued',
  'pending',
  'canceled',
  'sent',
  'delivered',
];
/** A server that accepts a message replies too; only the recipient has this reply. */
const ACCEPTED = new Set<Event['type']>(['delivered', 'sent']);

/** The recipients of an email, those that need attention first, else in their order. */
export function deliveriesOf({ recipients, events }: Pick<Email, 'recipients' | 'events'>): Delivery[] {
  const byAddress = new Map<string, Event[]>();
  for (const event of events) {
    const key = event.recipient.toLowerCase();
    byAddress.set(key, [...(byAddress.get(key) ?? []), event]);
  }
  return recipients
    .map((recipient) => {
      const own = byAddress.get(recipient.address.toLowerCase()) ?? [];
      return { ...recipient, steps: withLastReply(own.map(stepOf), recipient) };
    })
    .sort((one, other) => urgencyOf(one) - urgencyOf(other));
}

/** How many recipients have each status, the one that needs attention most first. */
export function summaryOf(
  deliveries: readonly Pick<Delivery, 'status'>[],
): { status: Email['status']; count: number }[] {
  return BY_URGENCY.map((status) => ({
    status,
    count: deliveries.filter((delivery) => delivery.status === status).length,
  })).filter(({ count }) => count > 0);
}

/** Finds the deliveries whose address, status or reply has the text. */
export function findDeliveries(deliveries: readonly Delivery[], typed: string): readonly Delivery[] {
  const text = typed.trim().toLowerCase();
  if (text === '') return deliveries;
  return deliveries.filter(({ address, status, smtp_reply }) =>
    [address, status.replaceAll('_', ' '), smtp_reply ?? ''].some((each) =>
      each.toLowerCase().includes(text),
    ),
  );
}

function stepOf(event: Event, index: number): DeliveryStep {
  const { type, created_at: at, report_id } = event;
  const said = { isReported: report_id !== null, saidBy: saidByOf(event) };
  const step = { id: `${index} ${type}`, type, at, ...said, hit: hitOf(event) };
  if (!('reason' in event)) return { ...step, message: null, reason: null, reply: null, server: null };
  const { message, reason, smtp_reply: reply, server } = event;
  return { ...step, message, reason, reply, server };
}

function saidByOf(event: Event): string | null {
  return 'provider' in event && typeof event.provider === 'string' ? event.provider : null;
}

function hitOf(event: Event): Hit | null {
  if (event.type === 'opened') return { link: null, ...whoOf(event.open) };
  return event.type === 'clicked' ? { link: event.click.link, ...whoOf(event.click) } : null;
}

function whoOf({ machine, ipAddress, userAgent }: (Event & { type: 'opened' })['open']): Omit<Hit, 'link'> {
  return { machine, client: [ipAddress, userAgent].filter((text) => text !== '').join(', ') || null };
}

/** Puts the reply to the last attempt where it belongs: at the step by which the server accepted the message. */
function withLastReply(steps: readonly DeliveryStep[], { smtp_reply }: Recipient): DeliveryStep[] {
  const at = steps.findLastIndex(({ type }) => ACCEPTED.has(type));
  const isSaid = steps.slice(at + 1).some(({ reply }) => reply !== null);
  return steps.map((step, index) => (index === at && !isSaid ? { ...step, reply: smtp_reply } : step));
}

function urgencyOf({ status }: Delivery): number {
  return BY_URGENCY.indexOf(status);
}
