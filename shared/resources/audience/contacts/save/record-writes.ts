// Records what POST /contacts and its batch have changed, one record for each contact that has changed, for timelines.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { Membership } from '../../segments/memberships/add.ts';
import { type RecordedAct, recordOnTimeline, type TimelineRecord } from '../../timeline-records/record.ts';
import type { TopicChoice } from '../../topics/choices/choose.ts';
import type { WrittenContact } from './upsert.ts';

/** The changes of the write apart from the contacts. */
interface Decided {
  /** Addresses that were subscribed until now, in key form. */
  gone: readonly string[];
  /** The contacts that had not refused to be measured until now. */
  refused: readonly string[];
  entered: readonly Membership[];
  choices: readonly TopicChoice[];
}

/** Records the contacts that have changed. */
export async function recordWrites(
  client: Transaction,
  { accountId, by, now }: Omit<RecordedAct, 'by'> & Partial<Pick<RecordedAct, 'by'>>,
  written: readonly WrittenContact[],
  { gone, refused, entered, choices }: Decided,
): Promise<void> {
  if (!by) return;
  const left = new Set(gone);
  const refusing = new Set(refused);
  const segmentsOf = groupBy(entered, ({ contactId }) => contactId);
  const topicsOf = groupBy(choices, ({ emailKey }) => emailKey);
  const records = written.flatMap(({ id, emailKey, outcome }): TimelineRecord[] => {
    const unsubscribed = left.has(emailKey) || undefined;
    const tracking = refusing.has(emailKey) ? ('refused' as const) : undefined;
    const segments = segmentsOf.get(id)?.map(({ segmentId }) => segmentId);
    const topics = topicsOf
      .get(emailKey)
      ?.map(({ topicId, subscription }) => ({ id: topicId, subscription }));
    if (outcome === 'unchanged' && !unsubscribed && !tracking && !segments && !topics) return [];
    const type = outcome === 'created' ? 'contact.created' : 'contact.updated';
    return [{ emailKey, contactId: id, type, data: { unsubscribed, tracking, entered: segments, topics } }];
  });
  await recordOnTimeline(client, { accountId, by, now }, records);
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
