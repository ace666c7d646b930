// Judges claimed hits and records them, in one transaction that locks their emails first: all hits of a recipient are
// judged one after the other, whichever worker has claimed them, and each once. Of people who have refused since their
// mail was sent, and of those who are erased, nothing is recorded.
import { querySingle } from '../../../../platform/db/combined-query.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../../platform/queues/connect.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import { trackingRefusals } from '../../../audience/tracking-refusals/find-refusals.ts';
import { ERASED_ADDRESS } from '../../../foundation/erasing/eraser.ts';
import { lockEmails } from '../../emails/delivery/lock.ts';
import { type HitRecipient, lockHitRecipients } from '../../emails/tracking/lock-recipients.ts';
import { type RecordedHit, recordHits } from '../../emails/tracking/record-hits.ts';
import {
  type ClaimedHit,
  detailsOf,
  findKnownHits,
  type HitVerdict,
  lockHits,
  settleHits,
} from './claimed-hits.ts';
import { classifyHits } from './classify-hits.ts';
import { findRepeats } from './find-repeats.ts';

/** Dependencies of judging. */
export interface ClassifyHitsDeps {
  database: Database;
  ids: Ids;
  queues: QueueProducer;
  /** Whether events keep the address and the User-Agent of clients. */
  keepsClients: boolean;
}

/**
 * Judges and records hits. Safe to repeat: a hit that is judged, or whose claim was lost, does not change.
 * @returns people's hits, which stay claimed
 */
export async function classifyClaimedHits(
  { database, ids, queues, keepsClients }: ClassifyHitsDeps,
  hits: readonly ClaimedHit[],
  now: Date,
): Promise<ClaimedHit[]> {
  if (hits.length === 0) return [];
  const emailIds = unique(hits.map(({ emailId }) => emailId));
  const recipientIds = unique(hits.map(({ recipientId }) => recipientId));
  return await transaction(database, async (client) => {
    const [, recipients, held, known] = await Promise.all([
      lockEmails(client, emailIds),
      lockHitRecipients(client, recipientIds, emailIds),
      lockHits(client, hits),
      findKnownHits(client, recipientIds),
    ]);
    const measured = await findMeasured(client, recipients);
    const isMeasured = ({ recipientId }: ClaimedHit) => measured.has(recipientId);
    const all = new Map([...known, ...hits].map((hit) => [hit.id, hit]));
    const repeats = findRepeats([...all.values()]);
    const own = hits.filter((hit) => held.has(hit.id) && isMeasured(hit) && !repeats.has(hit.id));
    const verdicts = classify(own, known, measured);
    const recorded = own.map((hit): RecordedHit => {
      const { recipientId, link } = hit;
      return { recipientId, link, ...detailsOf(hit, verdicts.get(hit.id) ?? 'person', keepsClients) };
    });
    const kept = await recordHits(client, recorded, measured, { ids, queues });
    // Automations get no more than the events: a link may be followed without end.
    const isBeyond = ({ id }: ClaimedHit, place: number) => {
      const hit = recorded[place];
      return verdicts.get(id) === 'person' && hit !== undefined && !kept.has(hit);
    };
    const uncounted = [
      ...own.filter(isBeyond),
      ...hits.filter((hit) => held.has(hit.id) && !isMeasured(hit)),
    ];
    for (const { id } of uncounted) verdicts.delete(id);
    await settleHits(client, verdicts, [...repeats, ...uncounted.map(({ id }) => id)], now);
    return own.filter(({ id }) => verdicts.get(id) === 'person');
  });
}

/** @returns the recipients that may be measured now; of removed mail there is none */
async function findMeasured(
  client: Transaction,
  recipients: ReadonlyMap<string, HitRecipient>,
): Promise<Map<string, HitRecipient>> {
  const refuses = await querySingle(
    client,
    'find-refusals-of-hits',
    trackingRefusals([...recipients.values()]),
  );
  const isMeasured = (recipient: HitRecipient) => recipient.address !== ERASED_ADDRESS && !refuses(recipient);
  return new Map([...recipients].filter(([, recipient]) => isMeasured(recipient)));
}

function classify(
  own: readonly ClaimedHit[],
  known: readonly ClaimedHit[],
  recipients: ReadonlyMap<string, HitRecipient>,
): Map<string, HitVerdict> {
  const byRecipient = new Map<string, Map<string, ClaimedHit>>();
  for (const hit of [...known, ...own]) {
    // A form was submitted: it is a person's, and says nothing about what other hits are.
    if (hit.isVote) continue;
    const hits = byRecipient.get(hit.recipientId) ?? new Map<string, ClaimedHit>();
    byRecipient.set(hit.recipientId, hits.set(hit.id, hit));
  }
  const machines = new Map(
    [...byRecipient].flatMap(([recipientId, hits]) => [
      ...classifyHits([...hits.values()], recipients.get(recipientId)?.sentAt ?? null),
    ]),
  );
  return new Map(own.map(({ id }) => [id, machines.get(id) ?? 'person']));
}

const unique = (values: readonly string[]) => [...new Set(values)];
