// Judges claimed hits and records them, in one transaction that locks their emails first: all hits of a recipient are
// judged one after the other, whichever worker has claimed them, and each once.
import type { Database } from '../../../../platform/db/connect.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../../platform/queues/connect.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import { lockEmails } from '../../emails/delivery/lock.ts';
import { lockHitRecipients } from '../../emails/hits/lock-recipients.ts';
import { type RecordedHit, recordHits } from '../../emails/hits/record-hits.ts';
import { type ClaimedHit, findKnownHits, holdHits, settleHits, type Verdict } from './claimed-hits.ts';
import { judgeHits } from './judge-hits.ts';

/** Dependencies of judging. */
export interface JudgeHitsDeps {
  database: Database;
  ids: Ids;
  queues: QueueProducer;
  /** Whether events keep the address and the User-Agent of clients. */
  keepsClients: boolean;
}

/**
 * Judges and records hits. Safe to repeat: a hit that is judged, or whose claim was lost, does not change.
 * @returns those of people, which stay claimed
 */
export async function judgeClaimedHits(
  { database, ids, queues, keepsClients }: JudgeHitsDeps,
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
      holdHits(client, hits),
      findKnownHits(client, recipientIds),
    ]);
    const own = hits.filter(({ id }) => held.has(id));
    const sentAt = new Map([...recipients.values()].map((recipient) => [recipient.id, recipient.sentAt]));
    const judged = judge(own, known, sentAt);
    const isPerson = ({ id }: ClaimedHit) => judged.get(id) === 'person';
    // The mail of others was removed in the meantime.
    const recorded = own.flatMap((hit) => toRecorded(hit, judged.get(hit.id), keepsClients));
    await recordHits(client, recorded, recipients, { ids, queues });
    await settleHits(client, judged, now);
    return own.filter(isPerson);
  });
}

function judge(
  own: readonly ClaimedHit[],
  known: readonly ClaimedHit[],
  sentAt: ReadonlyMap<string, Date | null>,
): Map<string, Verdict> {
  const byRecipient = new Map<string, Map<string, ClaimedHit>>();
  for (const hit of [...known, ...own]) {
    const hits = byRecipient.get(hit.recipientId) ?? new Map<string, ClaimedHit>();
    byRecipient.set(hit.recipientId, hits.set(hit.id, hit));
  }
  const machines = new Map(
    [...byRecipient].flatMap(([recipientId, hits]) => [
      ...judgeHits([...hits.values()], sentAt.get(recipientId) ?? null),
    ]),
  );
  return new Map(own.map(({ id }) => [id, machines.get(id) ?? 'person']));
}

function toRecorded(
  { recipientId, link, at, ipAddress, userAgent }: ClaimedHit,
  verdict: Verdict | undefined,
  keepsClients: boolean,
): RecordedHit[] {
  if (verdict === undefined) return [];
  const client = keepsClients ? { ipAddress, userAgent } : { ipAddress: '', userAgent: '' };
  return [{ recipientId, link, at, machine: verdict === 'person' ? null : verdict, ...client }];
}

const unique = (values: readonly string[]) => [...new Set(values)];
