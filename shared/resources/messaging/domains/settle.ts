// Brings a domain into line with the states of its records: its keys, its status, and the event of the change.
// The caller has locked the domain (lockDomain in find.ts), so the limit of the plan and the conflicts with other
// accounts are exact: of two accounts that verify a name at the same time, one wins.
import { DomainError } from '../../../contract/domain-error.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import { timeOfChange } from '../../foundation/if-unchanged.ts';
import { fanOutEvents } from '../../foundation/webhooks/fan-out.ts';
import { replaceStates, requireCheck, startChecks } from './checks/check-row.ts';
import type { Domain, DomainStatus } from './domain.ts';
import { domainEvent } from './event-data.ts';
import { refuseConflict } from './find-conflict.ts';
import { type DkimKey, findDkimKeys } from './keys/dkim-key.ts';
import { promoteKeys } from './keys/promote.ts';
import { refusePlanLimit } from './plan-limit.ts';
import type { MailHost } from './records/dns-records.ts';
import { type RecordWithState, statusOf } from './records/domain-status.ts';
import { afterVerify, type RecordState } from './records/record-state.ts';
import { recordsWithStates, toShownDomain } from './records/show.ts';
import { OWNING_STATUSES } from './senders/sending.ts';

/** Dependencies of settling. */
export interface SettleDeps {
  queues: QueueProducer;
  mailHost: MailHost;
}

/** The changes with which a domain is brought into line. */
export interface Settlement {
  /** All of the domain, newest first. */
  keys: readonly DkimKey[];
  /** The last announced states of the records, and the present ones. */
  before: readonly RecordState[];
  states: readonly RecordState[];
  /** Whether the account has asked for verification: then a lost name is tried again. */
  isAsked?: boolean;
}

/** A domain after a change. */
export interface SettledDomain {
  domain: Domain;
  keys: DkimKey[];
  records: RecordWithState[];
  /** Whether `domain.updated` was announced. */
  isAnnounced: boolean;
}

/** Whether other accounts cannot use the name, and the account may send. */
export function isOwning({ status }: Pick<Domain, 'status'>): boolean {
  return (OWNING_STATUSES as readonly DomainStatus[]).includes(status);
}

/**
 * Stores the status and the keys that follow from the states, and announces a change. The states themselves are stored
 * by the caller.
 */
export async function settleDomain(
  transaction: Transaction,
  { queues, mailHost }: SettleDeps,
  domain: Domain,
  { keys: present, before, states, isAsked = false }: Settlement,
  now: Date,
): Promise<SettledDomain> {
  const keys = await promoteKeys(transaction, present, states, now);
  const records = recordsWithStates(domain, keys, states, mailHost, now);
  const isLost = domain.statusReason === 'claimed' && !isAsked;
  const decision = isLost ? {} : await decideStatus(transaction, domain, records);
  const settled = { ...domain, ...decision };
  const isMoved = settled.status !== domain.status || settled.statusReason !== domain.statusReason;
  if (isMoved) {
    settled.updatedAt = timeOfChange(domain, now);
    await transaction.query({
      name: 'settle-domain',
      text: 'UPDATE domains SET status = $2, status_reason = $3, updated_at = $4 WHERE id = $1',
      values: [domain.id, settled.status, settled.statusReason, settled.updatedAt],
    });
  }
  const isAnnounced = isMoved || summaryOf(before) !== summaryOf(records.map(({ state }) => state));
  if (isAnnounced) {
    const shown = toShownDomain(settled, keys, { states, checkedAt: now }, mailHost);
    await fanOutEvents(transaction, [domainEvent('domain.updated', shown, now)], queues);
  }
  return { domain: settled, keys, records, isAnnounced };
}

function summaryOf(states: readonly RecordState[]): string {
  return states.map(({ key, status }) => `${key} ${status}`).join();
}

type Decision = Pick<Domain, 'status' | 'statusReason'>;

async function decideStatus(
  transaction: Transaction,
  domain: Domain,
  records: readonly RecordWithState[],
): Promise<Decision> {
  const status = statusOf(domain, records);
  if (!isOwning({ status }) || isOwning(domain)) return { status, statusReason: null };
  const obstacle = await findObstacle(transaction, domain);
  if (!obstacle) return { status, statusReason: null };
  const isConflict = obstacle.name === 'domain_conflict';
  return { status: 'pending', statusReason: isConflict ? 'domain_conflict' : 'plan_limit_reached' };
}

/** Why a locked domain must not be verified: the limit of its plan, or another account. */
export async function findObstacle(
  transaction: Transaction,
  { id, accountId, name, claimedAt }: Domain,
): Promise<DomainError | undefined> {
  try {
    await refusePlanLimit(transaction, accountId, { exceptDomainId: id });
    await refuseConflict(transaction, { accountId, name, claimedAt });
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

/**
 * Brings the records of a domain into line after a change of its settings or keys: new records are waited for, and the
 * next check looks them up at once. A domain whose verification no client has asked for stays unchanged.
 */
export async function refreshRecords(
  transaction: Transaction,
  deps: SettleDeps,
  domain: Domain,
  now: Date,
): Promise<SettledDomain> {
  const settled = await moveStates(transaction, deps, domain, (state) => state, { isAsked: false, now });
  if (settled.records.some(({ state }) => state.status === 'pending'))
    await startChecks(transaction, deps.queues, [domain.id], now);
  return settled;
}

/** Waits for the records of a locked domain from now on: a client asks for its verification. */
export async function startOver(
  transaction: Transaction,
  deps: SettleDeps,
  domain: Domain,
  now: Date,
): Promise<Domain> {
  const move = (state: RecordState) => afterVerify(state, now);
  const settled = await moveStates(transaction, deps, domain, move, { isAsked: true, now });
  await startChecks(transaction, deps.queues, [domain.id], now);
  return settled.domain;
}

/** Moves the state of each record that the domain needs now, and stores what follows. */
async function moveStates(
  transaction: Transaction,
  deps: SettleDeps,
  domain: Domain,
  move: (state: RecordState) => RecordState,
  { isAsked, now }: { isAsked: boolean; now: Date },
): Promise<SettledDomain> {
  const row = await requireCheck(transaction, domain.id);
  const keys = await findDkimKeys(transaction, [domain.id]);
  const before = row.states;
  const records = recordsWithStates(domain, keys, before, deps.mailHost, now);
  const states = records.map(({ state }) => move(state));
  const settled = await settleDomain(transaction, deps, domain, { keys, before, states, isAsked }, now);
  await replaceStates(transaction, row, states);
  return settled;
}
