// Records judged hits: their events, the counts, and that a person has opened or clicked. Hits of machines are events
// and are counted, but change nothing else (docs/architecture/tracking.md#hits). The caller has locked the emails and
// the recipients, so they have not changed since they were read: each recipient counts once as opened and once as
// clicked.
import { withoutUtm } from '../../../../mail/links/utm.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../../platform/queues/connect.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import {
  type CampaignClick,
  identifyCampaignLinks,
  type LinkOfClick,
} from '../../campaign-recipients/links/identify-links.ts';
import { deriveEmailStatus } from '../delivery/derive-status.ts';
import { appendEvents } from '../events/append.ts';
import type { EmailEvent } from '../events/event.ts';
import { clickedDetails, type HitDetails, openedDetails } from '../events/event-data.ts';
import { engagedOf, type Occurrence } from '../metrics/count.ts';
import { countsOf } from '../metrics/counts.ts';
import { HIT_EVENTS_MAX, type HitRecipient, MACHINE_EVENTS_MAX } from './lock-recipients.ts';

/** A hit that was judged. */
export interface RecordedHit extends HitDetails {
  recipientId: string;
  /** The target of the link; null: the pixel was loaded. */
  link: string | null;
}

/** The results of a transaction's hits. */
interface Recording {
  events: EmailEvent[];
  /** The counts that have no event of their own. */
  counted: Occurrence[];
  /** Email id → type of the last event of a person. */
  lastEvents: Map<string, EmailEvent['type']>;
  linkOf: LinkOfClick;
}

/** The first time of a person at a recipient. */
type FirstTime = 'openedAt' | 'clickedAt';

const UNIQUE = { openedAt: 'unique_opened', clickedAt: 'unique_clicked' } as const;

/** Records hits of locked recipients, in the order of their times. @returns the hits with a stored event */
export async function recordHits(
  client: Transaction,
  hits: readonly RecordedHit[],
  recipients: ReadonlyMap<string, HitRecipient>,
  { ids, queues }: { ids: Ids; queues: QueueProducer },
): Promise<Set<RecordedHit>> {
  const linkOf = await identifyCampaignLinks(client, clicksOf(hits, recipients));
  const recording: Recording = { events: [], counted: [], lastEvents: new Map(), linkOf };
  const states = new Map([...recipients].map(([id, recipient]) => [id, { ...recipient }]));
  const kept = new Set<RecordedHit>();
  for (const hit of [...hits].sort((one, other) => one.at.getTime() - other.at.getTime())) {
    const recipient = states.get(hit.recipientId);
    if (recipient && record(recording, hit, recipient, ids)) kept.add(hit);
  }
  const changed = [...states.values()].filter((state) => isChanged(state, recipients.get(state.id)));
  await Promise.all([
    writeFirstTimes(client, changed),
    appendEvents(client, recording.events, queues, recording.counted),
    deriveEmailStatus(client, recording.lastEvents),
  ]);
  return kept;
}

/** The clicks of people on links of campaigns. */
function clicksOf(
  hits: readonly RecordedHit[],
  recipients: ReadonlyMap<string, HitRecipient>,
): CampaignClick[] {
  return hits.flatMap((hit) => {
    const recipient = recipients.get(hit.recipientId);
    const url = recipient && countedUrl(hit, recipient);
    return recipient?.campaign && url !== undefined
      ? [{ campaign: recipient.campaign, accountId: recipient.accountId, url }]
      : [];
  });
}

/** The url for which a hit counts; undefined: it is not a click of a person. */
function countedUrl({ link, machine }: RecordedHit, { utm }: HitRecipient): string | undefined {
  if (link === null || machine !== null) return undefined;
  return utm ? withoutUtm(link, utm) : link;
}

/** A person who clicks has opened the mail, even if no image was loaded. @returns whether its event is stored */
function record(recording: Recording, hit: RecordedHit, recipient: HitRecipient, ids: Ids): boolean {
  const isPerson = hit.machine === null;
  const isClick = hit.link !== null;
  if (isClick && isPerson && recipient.tracksOpens && recipient.openedAt === null)
    add(recording, { ...hit, link: null }, recipient, 'openedAt', ids);
  return add(recording, hit, recipient, isPerson && (isClick ? 'clickedAt' : 'openedAt'), ids);
}

function add(
  { events, counted, lastEvents, linkOf }: Recording,
  hit: RecordedHit,
  recipient: HitRecipient,
  time: FirstTime | false,
  ids: Ids,
): boolean {
  const { link, ...details } = hit;
  const { emailId, accountId, domainId, campaign: mail, engages, address } = recipient;
  const url = countedUrl(hit, recipient);
  const campaign = mail && url !== undefined ? { ...mail, link: linkOf({ campaign: mail, url }) } : mail;
  const { at } = details;
  const type = link === null ? 'opened' : 'clicked';
  const isFirst = time !== false && recipient[time] === null;
  if (isFirst) {
    recipient[time] = at;
    counted.push({ accountId, domainId, campaign, name: UNIQUE[time], at });
  }
  if (time !== false) lastEvents.set(emailId, type);
  const data = link === null ? openedDetails(details) : clickedDetails(details, link);
  const most = hit.machine === null ? HIT_EVENTS_MAX : MACHINE_EVENTS_MAX;
  const isKept = isFirst || recipient.eventsKept < most;
  if (isKept) {
    recipient.eventsKept += 1;
    events.push({
      id: ids.next(),
      emailId,
      accountId,
      domainId,
      campaign,
      engages,
      recipient: address,
      type,
      data,
      createdAt: at,
    });
  } else {
    const engaged = engagedOf(address, engages);
    for (const name of countsOf({ type, bounceType: null, machine: details.machine }))
      counted.push({ accountId, domainId, campaign, engaged, name, at });
  }
  return isKept;
}

function isChanged(state: HitRecipient, before: HitRecipient | undefined): boolean {
  return state.openedAt !== before?.openedAt || state.clickedAt !== before?.clickedAt;
}

const WRITE = `
  UPDATE email_recipients AS recipient SET opened_at = first.opened_at, clicked_at = first.clicked_at
  FROM unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) AS first (id, opened_at, clicked_at)
  WHERE recipient.id = first.id AND recipient.id = ANY($1::uuid[])`;

async function writeFirstTimes(client: Transaction, changed: readonly HitRecipient[]): Promise<void> {
  if (changed.length === 0) return;
  await client.query({
    name: 'write-first-opens-and-clicks',
    text: WRITE,
    values: [
      changed.map(({ id }) => id),
      changed.map(({ openedAt }) => openedAt),
      changed.map(({ clickedAt }) => clickedAt),
    ],
  });
}
