// Waits until a crash flow has no more work in progress, and reports the remaining work when that takes too long.
import type { Database } from '../../../shared/platform/db/connect.ts';
import { eventually } from '../../support/time/eventually.ts';
import type { CrashStack } from './crash-stack.ts';
import type { Entry } from './posts.ts';

/** At most this many missing messages are reported. */
const SHOWN = 20;

/** Recipients whose mail is to be sent now; not those that are scheduled for a time after the flow. */
const UNDER_WAY = `
  SELECT emails.subject, emails.id, emails.status, recipient.id AS recipient_id, recipient.address, recipient.state,
         attempts, worker_deaths, next_attempt_at, woken_at, claimed_by, smtp_reply, clock_timestamp() AS now
  FROM email_recipients AS recipient JOIN emails ON emails.id = recipient.email_id
  WHERE recipient.state IN ('queued', 'sending', 'sent', 'delivery_delayed')
    OR (recipient.state = 'pending' AND emails.scheduled_at < clock_timestamp() + interval '10 minutes')
  ORDER BY recipient.id`;

/** The columns that are read of a row. */
interface UnderWay {
  subject: string;
  worker_deaths: number;
}

/** A message whose worker has died twice waits as after a failed attempt (shared/mail/retry-schedule.ts). */
const DEADLY_WAIT_MS = 60_000;
/** That wait, if it is no longer than it should be, has passed. */
const END_DEADLY_WAITS = `
  UPDATE email_recipients SET next_attempt_at = clock_timestamp()
  WHERE worker_deaths > 1 AND state = 'queued' AND claimed_by IS NULL
    AND next_attempt_at <= clock_timestamp() + $1 * interval '1 millisecond'`;

/**
 * Resolves when every stored email that is due is done.
 * @param deadlineMs for all messages except those whose worker died more than once: these have a minute more, of which the
 *   wait for the next attempt is taken as passed
 * @throws with the promised messages that are missing, and with the rows that are in progress
 */
export async function everythingArrived(
  stack: CrashStack,
  book: readonly Entry[],
  deadlineMs: number,
): Promise<void> {
  const areDone = async (isAwaited: (row: UnderWay) => boolean) =>
    !(await findUnderWay(stack.database)).some(isAwaited);
  try {
    const isOrdinary = (row: UnderWay) => row.worker_deaths < 2;
    await eventually('all mail that is due is recorded', () => areDone(isOrdinary), deadlineMs);
    const what = 'mail that two workers have died of is recorded';
    await stack.database.query(END_DEADLY_WAITS, [DEADLY_WAIT_MS]);
    await eventually(what, () => areDone(() => true), DEADLY_WAIT_MS);
  } catch (error) {
    const arrived = new Set(stack.sink.messages.flatMap(({ to }) => to));
    const promised = book.filter(isPromised).flatMap(({ to }) => to);
    const missing = promised.filter((address) => !arrived.has(address));
    const rows = await findUnderWay(stack.database);
    const report = [
      list('missing', missing),
      list(
        'under way',
        rows.map((row) => JSON.stringify(row)),
      ),
    ];
    throw new Error(`${(error as Error).message}\n${report.join('\n')}`, { cause: error });
  }
}

/** Emails that were answered 200, and are neither canceled nor scheduled for later. */
function isPromised({ ids, schedule, cancel }: Entry): boolean {
  return ids.size > 0 && schedule !== 'far' && (cancel === 'none' || cancel === 'late');
}

async function findUnderWay(database: Database): Promise<UnderWay[]> {
  return (await database.query<UnderWay>(UNDER_WAY)).rows;
}

function list(name: string, items: readonly string[]): string {
  return `${items.length} ${name}: ${items.slice(0, SHOWN).join('; ')}`;
}
