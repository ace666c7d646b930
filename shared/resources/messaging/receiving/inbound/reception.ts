// The reception of a process: judges recipients, and stores messages before they are answered 250. Messages that end at
// about the same time share one transaction (group commit). Ids are made before it, so when the answer to COMMIT is lost,
// the rows themselves show what happened (docs/architecture/guarantees.md#group-commit).

import { randomUUID } from 'node:crypto';
import { createGroupCommit } from '../../../../platform/db/group-commit.ts';
import {
  createGroupStore,
  type GroupStore,
  type StoreOutcome,
} from '../../../../platform/db/group-store/group-store.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { PassCrashPoint } from '../../../../platform/process/crash-points.ts';
import type { QueueProducer } from '../../../../platform/queues/connect.ts';
import { createUploadStore } from '../../../../platform/storage/upload-store.ts';
import { discardUploads, UploadGoneError } from '../../../../platform/storage/uploads.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import { AwakeShares } from '../../../../platform/work/turns/awake-shares.ts';
import { lockExistingAccounts } from '../../../foundation/accounts/lock.ts';
import { lockReceivingDomains } from '../../domains/find-receiving.ts';
import { RECEIVED_CHUNKS } from '../chunks.ts';
import { receivingWork } from '../work.ts';
import { createRecipientCheck, type RecipientCheckDeps } from './check-recipients.ts';
import { rememberDigests } from './digests.ts';
import type { InboundMessage, Reception, StoreResult } from './inbound-message.ts';
import { type InboundEmail, insertInbound, messageBytes, type PlannedInbound } from './insert.ts';
import { findReportedAccounts, type ReportedAccount } from './reported-accounts.ts';

const GROUP_MAX_MESSAGES = 100;
const GROUP_MAX_BYTES = 8 * 1024 * 1024;

/** Dependencies of the reception. */
export interface ReceptionDeps extends RecipientCheckDeps {
  ids: Ids;
  queues: QueueProducer;
  passCrashPoint: PassCrashPoint;
}

/** Creates the reception of a process. What waits to be stored is bounded by the SMTP server's bytes in flight. */
export function createReception(deps: ReceptionDeps): Reception {
  const { database } = deps;
  const shares = new AwakeShares(receivingWork.table.definition);
  const uploads = createUploadStore({ ...deps, table: RECEIVED_CHUNKS });
  const store = createArrivalStore(deps);
  const groups = createGroupCommit<InboundMessage, StoreOutcome<StoreResult>>({
    async write(messages) {
      const [reported] = await Promise.all([findReportedAccounts(database, messages), shares.read(database)]);
      const planned = messages.map((message) => plan(message, reported, { ...deps, shares }));
      const outcomes = await store.store(planned);
      return planned.map((each) => outcomes.get(each) ?? { error: new Error('A message has no outcome.') });
    },
    ownerOf,
    sizeOf: messageBytes,
    maxItems: GROUP_MAX_MESSAGES,
    maxBytes: GROUP_MAX_BYTES,
    // While one group is written, the next one gathers.
    maxWriting: 1,
  });
  return {
    checkRecipients: createRecipientCheck(deps),
    openUpload: () => uploads.create(),
    discardUpload: (id) => discardUploads(database, [id], RECEIVED_CHUNKS),
    async store(message) {
      const outcome = await groups.add(message);
      if ('error' in outcome) throw outcome.error;
      return outcome.result;
    },
    drain: () => groups.drain(),
  };
}

function ownerOf({ recipients, report }: InboundMessage): string {
  if (report?.purpose === 'feedback') return report.accountId;
  // The account of a report is known only when it is stored.
  return recipients[0]?.accountId ?? report?.recipientId ?? '';
}

/**
 * Recipients of one account are one received email.
 * @param reported by the recipient that a report is about; the report takes one of those that are left
 */
function plan(
  message: InboundMessage,
  reported: ReadonlyMap<string, ReportedAccount>,
  { ids, shares }: { ids: Ids; shares: AwakeShares },
): PlannedInbound {
  const { content, recipients, report } = message;
  const emails = new Map<string, InboundEmail & { recipients: InboundEmail['recipients'][number][] }>();
  const accountId = report?.purpose === 'report' ? takeReport(reported, report) : report?.accountId;
  const own = report && accountId ? [{ ...report, accountId, domainId: null }] : [];
  for (const { accountId, domainId, address } of [...recipients, ...own]) {
    const known = emails.get(accountId);
    if (known) known.recipients.push({ address, domainId });
    else {
      const rawId = emails.size === 0 && !Buffer.isBuffer(content) ? content.id : ids.next();
      const initialTurn = shares.begin(accountId);
      emails.set(accountId, {
        id: ids.next(),
        accountId,
        recipients: [{ address, domainId }],
        rawId,
        initialTurn,
      });
    }
  }
  return { message, emails: [...emails.values()] };
}

/** @returns its account; undefined: the recipient is not stored, or enough useless reports have arrived */
function takeReport(
  reported: ReadonlyMap<string, ReportedAccount>,
  { recipientId }: { recipientId: string },
): string | undefined {
  const account = reported.get(recipientId);
  if (!account || account.left <= 0) return undefined;
  account.left -= 1;
  return account.accountId;
}

function createArrivalStore(deps: ReceptionDeps): GroupStore<PlannedInbound, StoreResult> {
  return createGroupStore({
    database: deps.database,
    ownerOf: ({ message }) => ownerOf(message),
    write: (client, group) => write(client, group, deps),
    isFaultOfOne: (error) => error instanceof UploadGoneError,
    idsOf: ({ emails }) => emails.map(({ id }) => id),
    table: 'received_emails',
    resultAfterLostCommit: ({ emails }) => (emails.length === 0 ? 'dropped' : 'stored'),
    onCommitSent: () => deps.passCrashPoint('receive-commit-sent'),
  });
}

/** A message that is repeated within its group is stored once. */
async function write(
  client: Transaction,
  group: readonly PlannedInbound[],
  { queues, clock }: ReceptionDeps,
) {
  const held = await lockReceivers(client, group);
  // A dropped message leaves no digest: otherwise it would count as stored when it is sent again later.
  const received = held.filter(({ emails }) => emails.length > 0);
  const keys = received.map(({ message: { digest } }) => digest?.toString('hex') ?? randomUUID());
  const firsts = received.filter((_, place) => keys.indexOf(keys[place] ?? '') === place);
  const digests = firsts.flatMap(({ message }) => message.digest ?? []);
  const fresh = await rememberDigests(client, digests, clock.now());
  const isNew = ({ message: { digest } }: PlannedInbound) =>
    digest === null || fresh.has(digest.toString('hex'));
  const stored = new Set(firsts.filter(isNew));
  const transactionId = await insertInbound(client, [...stored]);
  client.afterCommit(() => wake(queues, [...stored]));
  return {
    transactionId,
    results: held.map((planned): StoreResult => {
      if (planned.emails.length === 0) return 'dropped';
      return stored.has(planned) ? 'stored' : 'repeated';
    }),
  };
}

/**
 * Leaves out deleted accounts and recipients whose domain no longer receives: the decision about them may be an hour
 * old, and the name may belong to another account by now. The others stay until the end of the transaction.
 */
async function lockReceivers(
  client: Transaction,
  group: readonly PlannedInbound[],
): Promise<PlannedInbound[]> {
  const all = group.flatMap(({ emails }) => emails);
  const domainIds = all.flatMap(({ recipients }) => recipients.flatMap(({ domainId }) => domainId ?? []));
  const [accounts, domains] = await Promise.all([
    lockExistingAccounts(
      client,
      all.map(({ accountId }) => accountId),
    ),
    lockReceivingDomains(client, domainIds),
  ]);
  const left = (email: InboundEmail): InboundEmail => ({
    ...email,
    recipients: email.recipients.filter(({ domainId }) => domainId === null || domains.has(domainId)),
  });
  const isLeft = ({ accountId, recipients }: InboundEmail) =>
    accounts.has(accountId) && recipients.length > 0;
  return group.map(({ message, emails }) => ({ message, emails: emails.map(left).filter(isLeft) }));
}

function wake(queues: QueueProducer, planned: readonly PlannedInbound[]): void {
  const emails = planned.flatMap((each) => each.emails);
  const { queue, queueInTurn = queue } = receivingWork;
  for (const [woken, initialTurn] of [
    [queue, 'first'],
    [queueInTurn, 'in_turn'],
  ] as const) {
    const ids = emails.filter((email) => email.initialTurn === initialTurn).map(({ id }) => id);
    if (ids.length > 0) queues.wake(woken, ids);
  }
}
