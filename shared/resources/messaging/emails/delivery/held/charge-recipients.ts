// Charges mail that is sent now to today's capacity of its domain and account, if it does not count in a day yet: mail
// that was held, and mail that was accepted before there was a capacity. Charges from before a lift are made again:
// more may have been promised for the day than the recovery allows. It is exact under concurrency: the recipients are
// locked first, then the rows of the capacity (docs/architecture/guarantees.md#lock-order). Mail of other senders costs
// no statement.
import { isSimulatorAddress } from '../../../../../mail/simulator-address.ts';
import { commitSurely, type Transaction } from '../../../../../platform/db/transaction.ts';
import { utcDayOf } from '../../../../../platform/time/utc-days.ts';
import {
  type CapacityCharge,
  chargeCapacity,
  refundingCapacitySql,
} from '../../../../foundation/reputation/capacity-use.ts';
import { isNotice } from '../../notices/notice.ts';
import type { ClaimedRecipient, LoadedEmail } from '../loaded-email.ts';
import { dueTimeOf, isPausedSender } from './held-mail.ts';
import { UNWATCHED } from './sender-reputation.ts';

/** The inputs of charging. */
interface ChargeOptions {
  /** Recipients that were charged when they were loaded. */
  charged: ReadonlySet<string>;
  simulatorDomains: readonly string[];
  now: Date;
}

/** A recipient that is about to be sent to. */
interface Leaving {
  email: LoadedEmail;
  recipient: ClaimedRecipient;
}

/** Charges recipients, in the order in which they were due. Sets `isBeyondCapacity` of those that do not fit. */
export async function chargeRecipients(
  client: Transaction,
  emails: readonly LoadedEmail[],
  options: ChargeOptions,
): Promise<void> {
  const leaving = emails.flatMap((email) => leavingOf(email, options));
  if (leaving.length === 0) return;
  await uncharge(client, leaving.filter(isOfBeforeLift));
  leaving.sort((a, b) => dueTimeOf(a.email).getTime() - dueTimeOf(b.email).getTime());
  const locked = await lockClaimed(client, leaving);
  const isUncharged = ({ recipient }: Leaving) => locked.get(recipient.id) === false;
  const day = utcDayOf(options.now);
  const room = await findRoom(client, leaving.filter(isUncharged), day);
  const fitting: Leaving[] = [];
  for (const each of leaving) {
    // Another worker has the recipients that are not locked, and has made the existing charges.
    if (locked.get(each.recipient.id)) continue;
    if (isUncharged(each) && room.take(each.email)) fitting.push(each);
    else each.recipient.isBeyondCapacity = true;
  }
  await charge(client, fitting, day);
}

/**
 * The recipients of an email that are sent to and must be charged: those that the guard stops for another reason are
 * not sent to.
 */
function leavingOf(email: LoadedEmail, { charged, simulatorDomains }: ChargeOptions): Leaving[] {
  const { reputation, domain } = email;
  if (reputation === UNWATCHED || capacitiesOf(email).length === 0) return [];
  if (isPausedSender(reputation) || !domain.isSendable || isNotice(email)) return [];
  return email.recipients
    .map((recipient) => ({ email, recipient }))
    .filter((leaving) => {
      const { id, address, suppression, optOut, isUnconfirmed } = leaving.recipient;
      if (suppression || optOut || isUnconfirmed || isSimulatorAddress(address, simulatorDomains))
        return false;
      return !charged.has(id) || isOfBeforeLift(leaving);
    });
}

/** Accepted before the last lift, and not tried yet: a retry is not charged again. */
function isOfBeforeLift({ email: { createdAt, reputation }, recipient }: Leaving): boolean {
  const { ofDomain, ofAccount } = reputation;
  const isBefore = (liftedAt: string | null | undefined) =>
    !!liftedAt && createdAt.getTime() < Date.parse(liftedAt);
  return recipient.attempts === 1 && (isBefore(ofDomain?.liftedAt) || isBefore(ofAccount?.liftedAt));
}

const UNCHARGE = `
  WITH locked AS MATERIALIZED (
    SELECT recipient.id, recipient.account_id, sender.domain_id, recipient.charged_on
    FROM email_recipients AS recipient
    JOIN unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS sender (id, token, domain_id) ON sender.id = recipient.id
    WHERE recipient.id = ANY($1::uuid[]) AND recipient.claim_token = sender.token AND recipient.charged_on IS NOT NULL
    ORDER BY recipient.id FOR NO KEY UPDATE OF recipient
  ), uncharged AS (
    UPDATE email_recipients SET charged_on = NULL WHERE id = ANY(ARRAY(SELECT id FROM locked))
  )
  ${refundingCapacitySql('locked')}`;

/** Refunds recipients that count in a day. */
async function uncharge(client: Transaction, leaving: readonly Leaving[]): Promise<void> {
  if (leaving.length === 0) return;
  await client.query({
    name: 'uncharge-leaving',
    text: UNCHARGE,
    values: [
      leaving.map(({ recipient }) => recipient.id),
      leaving.map(({ recipient }) => recipient.token),
      leaving.map(({ email }) => email.domain.id),
    ],
  });
}

/** The capacities that bound the mail of a sender: of its domain, of its account. */
function capacitiesOf({ domain, accountId, reputation: { ofDomain, ofAccount } }: LoadedEmail) {
  const all = [
    { subjectId: domain.id, capacity: ofDomain?.capacity ?? null },
    { subjectId: accountId, capacity: ofAccount?.capacity ?? null },
  ];
  return all.flatMap(({ subjectId, capacity }) => (capacity === null ? [] : { subjectId, capacity }));
}

/** Locks recipients that this worker still holds. @returns id → whether it was charged in the meantime */
async function lockClaimed(client: Transaction, leaving: readonly Leaving[]): Promise<Map<string, boolean>> {
  const { rows } = await client.query<{ id: string; isCharged: boolean }>({
    name: 'lock-leaving',
    text: `SELECT id, charged_on IS NOT NULL AS "isCharged" FROM email_recipients
           WHERE id = ANY($1::uuid[]) AND claim_token = ANY($2::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    values: [
      leaving.map(({ recipient }) => recipient.id),
      [...new Set(leaving.map(({ recipient }) => recipient.token))],
    ],
  });
  return new Map(rows.map(({ id, isCharged }) => [id, isCharged]));
}

/** Locks the use of the capacities, and returns how much more fits. */
async function findRoom(client: Transaction, leaving: readonly Leaving[], day: string) {
  const rows = await chargeCapacity(
    client,
    leaving.flatMap(({ email }) => chargesOf(email, day, 0)),
  );
  const used = new Map(rows.map((row) => [row.subjectId, row.used]));
  return {
    /** Takes a place for a recipient. @returns whether there was one */
    take(email: LoadedEmail): boolean {
      const isFull = capacitiesOf(email).some(
        ({ subjectId, capacity }) => (used.get(subjectId) ?? 0) >= capacity,
      );
      if (isFull) return false;
      for (const { subjectId } of chargesOf(email, day, 1))
        used.set(subjectId, (used.get(subjectId) ?? 0) + 1);
      return true;
    },
  };
}

async function charge(client: Transaction, fitting: readonly Leaving[], day: string): Promise<void> {
  if (fitting.length === 0) return;
  await Promise.all([
    // Charges must not be lost: otherwise more would be sent in a day.
    commitSurely(client),
    client.query({
      name: 'charge-leaving',
      text: 'UPDATE email_recipients SET charged_on = $2 WHERE id = ANY($1::uuid[])',
      values: [fitting.map(({ recipient }) => recipient.id), day],
    }),
    chargeCapacity(
      client,
      fitting.flatMap(({ email }) => chargesOf(email, day, 1)),
    ),
  ]);
}

/** A recipient counts in both, if either has a capacity. */
function chargesOf({ accountId, domain }: LoadedEmail, day: string, units: number): CapacityCharge[] {
  return [domain.id, accountId].map((subjectId) => ({ accountId, subjectId, day, units }));
}
