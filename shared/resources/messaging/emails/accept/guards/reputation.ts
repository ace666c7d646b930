// Applies the reputation of domains and accounts to planned submissions: mail of a paused sender is refused, and mail
// beyond a daily capacity (docs/architecture/accepting.md#reputation). A recipient counts in the capacity of its domain
// and in that of its account, on the UTC day on which its mail is due, if either has one. The result of a charge shows
// whether it fits, as with the quota.
import type { DomainError } from '../../../../../contract/domain-error.ts';
import type { Transaction } from '../../../../../platform/db/transaction.ts';
import type { AccountLimits } from '../../../../foundation/accounts/quota/quota.ts';
import { type CapacityCharge, chargeCapacity } from '../../../../foundation/reputation/capacity-use.ts';
import type { MeteredReputation } from '../../../../foundation/reputation/metered-reputation.ts';
import { reputationLimitExceeded, reputationPaused } from '../../../../foundation/reputation/refusals.ts';
import { isNotice } from '../../notices/notice.ts';
import type { PlannedEmail } from '../plan.ts';

/** Thrown when a charge does not fit. Its transaction must not be committed. */
export class CapacityExceededError extends Error {
  override readonly name = 'CapacityExceededError';
  readonly refusal: DomainError;

  constructor(refusal: DomainError) {
    super('A charge exceeds a capacity.', { cause: refusal });
    this.refusal = refusal;
  }
}

/** The subject of a decision: a submission and its planned emails. */
interface Decided {
  submission: { accountId: string };
  emails: readonly PlannedEmail[];
  limits: AccountLimits;
}

/**
 * The refusal of a whole submission, also of a permissive batch: `reputation_paused`, then `reputation_limit_exceeded`, each
 * first of a domain and then of the account. Undefined: there is none.
 */
export function checkReputation(decided: Decided): DomainError | undefined {
  const emails = decided.emails.filter(({ email }) => !isNotice(email));
  const senders = [...emails.map(({ domain }) => domain), { name: null, ...decided.limits.reputation }];
  if (emails.length === 0 || senders.every(({ watched }) => watched === null)) return undefined;
  for (const { name, watched } of senders)
    if (watched?.status === 'paused') return reputationPaused(name, watched);
  for (const charge of chargesOf(decided)) {
    const refusal = refusalOf(charge, charge.sender.capacityUse?.[charge.day] ?? 0);
    if (refusal) return refusal;
  }
  return undefined;
}

/** Recipients of a submission that count in the capacity of one day of its domain or its account. */
interface SenderCharge extends CapacityCharge {
  sender: MeteredReputation & { name: string | null };
  /** When the submission was created. */
  at: Date;
}

/** The charges of the domains first, then those of the account. */
function chargesOf({ submission: { accountId }, emails, limits }: Decided): SenderCharge[] {
  const charged = emails.flatMap((planned) =>
    planned.recipients.flatMap(({ chargedOn }) => (chargedOn === null ? [] : [{ planned, day: chargedOn }])),
  );
  const account = { id: accountId, name: null, ...limits.reputation };
  return [
    ...addUp(charged.map(({ planned, day }) => chargeOf(planned, planned.domain, day))),
    ...addUp(charged.map(({ planned, day }) => chargeOf(planned, account, day))),
  ];
}

function chargeOf(
  { email: { accountId, createdAt: at } }: PlannedEmail,
  sender: SenderCharge['sender'] & { id: string },
  day: string,
): SenderCharge {
  return { accountId, subjectId: sender.id, day, units: 1, sender, at };
}

function addUp(charges: readonly SenderCharge[]): SenderCharge[] {
  const sums = new Map<string, SenderCharge>();
  for (const charge of charges) {
    const known = sums.get(keyOf(charge));
    if (known) known.units += charge.units;
    else sums.set(keyOf(charge), charge);
  }
  return [...sums.values()];
}

function keyOf({ subjectId, day }: Pick<CapacityCharge, 'subjectId' | 'day'>): string {
  return `${subjectId} ${day}`;
}

/** @param used before the charge */
function refusalOf({ sender, day, units, at }: SenderCharge, used: number): DomainError | undefined {
  const capacity = sender.watched?.capacity ?? null;
  return capacity !== null && used + units > capacity
    ? reputationLimitExceeded({ domainName: sender.name, day, capacity, used, units }, at)
    : undefined;
}

/**
 * Charges a group. It must be the last statement of the transaction; without recipients that count there is none.
 * @throws CapacityExceededError when one of its submissions does not fit
 */
export async function chargeCapacities(transaction: Transaction, group: readonly Decided[]): Promise<void> {
  const charges = group.flatMap(chargesOf);
  const used = new Map((await chargeCapacity(transaction, charges)).map((each) => [keyOf(each), each.used]));
  for (const charge of charges) {
    const refusal = refusalOf(charge, (used.get(keyOf(charge)) ?? 0) - charge.units);
    if (refusal) throw new CapacityExceededError(refusal);
  }
}
