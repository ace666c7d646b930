// Finds problems of the whole service in its database: providers, work, processes and backups.
import { HOUR_MS, MINUTE_MS } from '../../shared/platform/time/durations.ts';
import { readBounded } from '../../shared/platform/work/bounded-read.ts';
import { findOldestUntended } from '../../shared/platform/work/count.ts';
import { queuesOf, type WorkKind } from '../../shared/platform/work/define-work.ts';
import { nameOfWork } from '../../shared/platform/work/work-table-definition.ts';
import { BACKUP_WITHIN_MS, findLastBackupAt } from '../../shared/resources/foundation/backups/last.ts';
import type {
  AlertCheck,
  FoundProblem,
} from '../../shared/resources/foundation/operator-alerts/record-alert-check.ts';
import { stateOfProvider } from '../../shared/resources/foundation/providers/provider.ts';
import { findProviders } from '../../shared/resources/foundation/providers/stored.ts';
import { sendingWork } from '../../shared/resources/messaging/emails/delivery/work.ts';
import { findSeenGroups } from '../../shared/resources/missing-groups.ts';
import { WORK_KINDS } from '../../shared/resources/work-kinds.ts';
import type { AlertDeps } from './alert-deps.ts';

const OLD_AFTER_MS = 10 * MINUTE_MS;
/** While workers are at it: then there are too few of them. Other work waits by design: of large accounts, hanging endpoints. */
const BUSY_OLD_AFTER_MS = new Map<WorkKind, number>([[sendingWork, HOUR_MS]]);
/** The longest part of a server's reply that is shown. */
const REPLY_MAX = 300;
/** The SQLSTATE for a statement that took longer than its time limit. */
const QUERY_CANCELED = '57014';

export async function checkProviders({ database }: AlertDeps): Promise<AlertCheck[]> {
  const found = (await findProviders(database)).flatMap((provider): FoundProblem[] => {
    const state = stateOfProvider(provider);
    if (state !== 'refused' && state !== 'unreachable') return [];
    const { name, failover, lastRefusal } = provider;
    const what = state === 'refused' ? 'It refuses our login or settings' : 'It accepts no connection';
    const waits =
      failover === null ? 'Its mail waits' : `After 5 minutes its mail leaves through ${failover}`;
    const where = name === 'default' ? 'SMTP_URL' : `its URL (change-provider ${name})`;
    return [
      {
        name: `The provider ${name} takes no mail`,
        sentence: `${what}: "${(lastRefusal ?? '').slice(0, REPLY_MAX)}". ${waits}. Check ${where}, the firewall and the account at the provider. Posthorn retries every 15 seconds, and sending resumes automatically. list-providers shows more.`,
        provider: name,
      },
    ];
  });
  return [{ scope: 'providers', found }];
}

export async function checkQueues(deps: AlertDeps): Promise<AlertCheck[]> {
  const old: string[] = [];
  for (const kind of WORK_KINDS) {
    // An alert that was not checked is not over.
    if (deps.signal.aborted) return [];
    const since = await sinceWhenIsOld(deps, kind);
    if (since !== undefined && !(await waitsOnPurpose(deps, kind)))
      old.push(`${nameOfWork(kind.table.definition)} (${since})`);
  }
  const found = {
    name: 'Work is not done in time',
    sentence: `Work has been due for more than 10 minutes without a worker on it, or mail for more than an hour: ${old.join(', ')}. list-stuck shows the oldest rows with the reason: a missing process, a queue that does not answer, or more mail than the workers can send.`,
  };
  return [{ scope: 'queues', found: old.length === 0 ? [] : [found] }];
}

async function sinceWhenIsOld({ database, now }: AlertDeps, kind: WorkKind): Promise<string | undefined> {
  const before = (ms: number) => new Date(Math.max(0, now.getTime() - ms));
  const busyDueBy = before(BUSY_OLD_AFTER_MS.get(kind) ?? Number.POSITIVE_INFINITY);
  try {
    const dueAt = await readBounded(database, (client) =>
      findOldestUntended(client, kind.table.definition, before(OLD_AFTER_MS), busyDueBy),
    );
    return dueAt && `since ${dueAt.toISOString()}`;
  } catch (error) {
    if ((error as { code?: string }).code !== QUERY_CANCELED) throw error;
    return 'it cannot be read within 3 seconds';
  }
}

async function waitsOnPurpose({ database, queues }: AlertDeps, kind: WorkKind): Promise<boolean> {
  if ((await kind.findBlockedReason?.(database)) !== undefined) return true;
  const backlogs = queuesOf(kind).map((queue) => queues.backlog(queue).catch(() => undefined));
  return (await Promise.all(backlogs)).some((backlog) => backlog?.paused);
}

export async function checkProcesses({ database }: AlertDeps): Promise<AlertCheck[]> {
  const { absent, silent, seen } = await findSeenGroups(database);
  const found = [...absent, ...silent].map((group) => ({
    name: `No worker-${group} is running`,
    sentence: seen.has(group)
      ? `It was last seen ${Math.round(seen.get(group) ?? 0)} s ago, so it has crashed or cannot reach the database. Check its log and restart it.`
      : 'It was not started or was stopped. Start it.',
  }));
  return [{ scope: 'processes', found }];
}

export async function checkBackups({ database, now }: AlertDeps): Promise<AlertCheck[]> {
  const lastAt = await findLastBackupAt(database);
  const isMissing = lastAt && now.getTime() - lastAt.getTime() > BACKUP_WITHIN_MS;
  const found = {
    name: 'There is no new backup',
    sentence: `The newest backup is from ${lastAt?.toISOString()}, more than 26 hours ago. Check the log of the backup job (for the timer: journalctl -u posthorn-backup) and the disk that it writes to. If you made that backup by hand and use other backups, ignore this. It is sent only once.`,
  };
  return [{ scope: 'backups', found: isMissing ? [found] : [] }];
}
