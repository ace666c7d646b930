// Mails operators what is wrong with the installation, and when it is over (docs/operations.md#alerts-by-mail). Every
// worker process offers to check, and one does so each minute. This needs no queue and no group of workers, so a dead
// worker-schedule and an unavailable Redis are reported, too. All state is in operator_alerts.
import { MINUTE_MS, SECOND_MS } from '../../shared/platform/time/durations.ts';
import { claimTaskTurn } from '../../shared/platform/work/recurring/claim-task-turn.ts';
import { claimAlertMails, recordAlertMail } from '../../shared/resources/foundation/operator-alerts/mails.ts';
import { recordAlertCheck } from '../../shared/resources/foundation/operator-alerts/record-alert-check.ts';
import type { WorkerDeps } from '../runtime/job.ts';
import { repeat } from '../runtime/repeat.ts';
import type { AlertDeps } from './alert-deps.ts';
import { checkPublicCertificate } from './certificates.ts';
import { checkMachine } from './check-machine.ts';
import { checkBackups, checkProcesses, checkProviders, checkQueues } from './check-service.ts';
import { sendAlert } from './send-alert.ts';

const TASK = 'alert-operators';
/** Less than a minute: the loops of processes do not keep time exactly. */
const TURN_MS = 50 * SECOND_MS;

const SERVICE_CHECKS = [checkProviders, checkQueues, checkProcesses, checkBackups, checkPublicCertificate];

/** The options of the alerts of a process. */
export interface AlertOptions {
  /** Whether it runs worker-schedule: then it watches the disks and certificates of its machine. */
  schedules: boolean;
  /** Breaks off a look, and the mail that is being sent. */
  signal: AbortSignal;
}

/** Starts the loop of a process. */
export function startAlerts(deps: WorkerDeps, schedules: boolean): { stop(): Promise<void> } {
  const closing = new AbortController();
  const run = () => alertOperators(deps, { schedules, signal: closing.signal });
  const loop = repeat({ name: 'alerts', everyMs: MINUTE_MS, log: deps.log, run });
  return {
    async stop() {
      closing.abort();
      await loop.stop();
    },
  };
}

/** Looks once, if it is the turn of this process, and sends the mails that are due. */
export async function alertOperators(worker: WorkerDeps, { schedules, signal }: AlertOptions): Promise<void> {
  const { config, database, log } = worker;
  if (config.alerts.to.length === 0) return;
  const now = await findNow(worker);
  const deps: AlertDeps = { ...worker, now, signal };
  const isOurTurn = await claimTaskTurn(database, TASK, { now, everyMs: TURN_MS });
  const looks = [...(isOurTurn ? SERVICE_CHECKS : []), ...(schedules ? [checkMachine] : [])];
  await Promise.all(
    looks.map(async (look) => {
      try {
        for (const each of await look(deps)) await recordAlertCheck(database, each, now);
      } catch (error) {
        log.warn({ err: error, look: look.name }, 'the check for alerts failed; it is tried again soon');
      }
    }),
  );
  if (!isOurTurn) return;
  const mails = await claimAlertMails(database, now);
  await Promise.all(
    mails.map(async (mail) => {
      const tried = await sendAlert(deps, mail);
      await recordAlertMail(database, mail, { ...tried, now });
    }),
  );
}

/** The injected clock, less what this machine's is ahead of the database's. */
async function findNow({ database, clock }: WorkerDeps): Promise<Date> {
  const { rows } = await database.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  const offsetMs = clock.now().getTime() - Date.now();
  return new Date((rows[0]?.now.getTime() ?? Date.now()) + offsetMs);
}
