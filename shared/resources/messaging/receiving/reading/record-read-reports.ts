// Records claimed reports that were read, in one transaction under their fencing tokens: the effect on the recipient,
// and that the report is done.
import type { Report } from '../../../../mail/reports/report.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../../platform/queues/connect.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import type { EvaluateSoon } from '../../../foundation/reputation/sending-days.ts';
import { nextEarlyCheckAt } from '../../emails/reports/early.ts';
import { recordReports } from '../../emails/reports/record-report.ts';
import type { RecipientReport, RecordedEffect, ReportEffect } from '../../emails/reports/report.ts';
import type { ReportAddress } from '../inbound/inbound-message.ts';
import { type ClaimedReport, lockReadReports, type ReadReport } from './read-report.ts';
import { reportResultOf } from './report-result.ts';

/** A report that is done, for the metrics. */
export interface DoneReport {
  purpose: ReportAddress['purpose'];
  /** The kind of the report; for a complaint, its type. */
  kind: string;
  effect: ReportEffect;
}

/** Dependencies of recording. */
export interface RecordReadReportsDeps {
  database: Database;
  ids: Ids;
  queues: QueueProducer;
  evaluateSoon?: EvaluateSoon;
  /** Called after the commit, for each report that is done. */
  onDone?(report: DoneReport): void;
  /** Called when COMMIT has been sent and its answer has not arrived yet. */
  onCommitSent?(): void;
}

/** Enough to see what a report was. */
const USELESS_BYTES = 16 * 1024;

/** The end of a claim. */
interface Ending {
  report: ClaimedReport;
  /** The effect; null: it is checked again. */
  effect: ReportEffect | null;
  nextAttemptAt: Date | null;
}

/** Records reports. Safe to repeat: a report whose token is stale does not change anything. */
export async function recordReadReports(
  deps: RecordReadReportsDeps,
  reports: readonly ReadReport[],
  now: Date,
): Promise<void> {
  const { database, onDone, onCommitSent } = deps;
  await transaction(
    database,
    async (client) => {
      const held = await lockReadReports(client, reports);
      const followed = held.flatMap(recipientReportOf);
      const effects = await recordReports(client, deps, followed);
      const effectOf = new Map(followed.map(({ reportId }, index) => [reportId, effects[index]]));
      const endings = held.map((report) => endingOf(report, effectOf.get(report.id), now));
      await end(client, endings);
      await cutUseless(client, endings);
      client.afterCommit(() => {
        for (const { report, effect } of endings)
          if (effect) onDone?.({ purpose: report.purpose, kind: kindOf(report.report), effect });
      });
    },
    { ...(onCommitSent && { onCommitSent }) },
  );
}

/** @returns none where nothing follows from it */
function recipientReportOf({ id, subject, createdAt, report, address }: ClaimedReport): RecipientReport[] {
  if ('effect' in subject) return [];
  const result = reportResultOf(report, address);
  return result ? [{ ...result, reportId: id, recipientId: subject.recipientId, at: createdAt }] : [];
}

/** @param recorded what became of it; undefined: nothing follows from it */
function endingOf(report: ClaimedReport, recorded: RecordedEffect | undefined, now: Date): Ending {
  const { subject, attempts } = report;
  const isEarly = recorded === 'early' || ('effect' in subject && subject.isTemporary === true);
  const nextAttemptAt = isEarly ? nextEarlyCheckAt(attempts, now) : null;
  if (nextAttemptAt) return { report, effect: null, nextAttemptAt };
  const effect = 'effect' in subject ? subject.effect : (recorded ?? 'ignored');
  return { report, effect: effect === 'early' ? 'unchanged' : effect, nextAttemptAt: null };
}

/**
 * An accepted complaint has a recipient from now on; one to a mailbox of the operator is no longer
 * mail.
 */
async function end(client: Transaction, endings: readonly Ending[]): Promise<void> {
  if (endings.length === 0) return;
  await client.query({
    name: 'end-read-reports',
    text: `UPDATE received_emails AS email
           SET report_effect = ended.effect, next_attempt_at = ended.next_attempt_at, purpose = ended.purpose,
               recipient_id = coalesce(ended.recipient_id, email.recipient_id),
               claimed_by = NULL, claim_token = NULL, woken_at = NULL
           FROM unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::text[], $5::uuid[])
             AS ended (id, effect, next_attempt_at, purpose, recipient_id)
           WHERE email.id = ended.id AND email.id = ANY($1::uuid[])`,
    values: [
      endings.map(({ report }) => report.id),
      endings.map(({ effect }) => effect),
      endings.map(({ nextAttemptAt }) => nextAttemptAt),
      endings.map(({ report }) => report.purpose),
      endings.map(({ report: { subject } }) => ('recipientId' in subject ? subject.recipientId : null)),
    ],
  });
}

const CUT = `
  WITH cut AS (
    UPDATE received_emails SET size = ${USELESS_BYTES} WHERE id = ANY($1::uuid[]) AND size > ${USELESS_BYTES} RETURNING id
  ), raw AS (
    SELECT raw_id AS id FROM received_contents WHERE id = ANY(ARRAY(SELECT id FROM cut))
  ), rest AS (
    DELETE FROM received_chunks WHERE id = ANY(ARRAY(SELECT id FROM raw)) AND number > 0
  )
  UPDATE received_chunks SET bytes = substring(bytes FROM 1 FOR ${USELESS_BYTES})
  WHERE id = ANY(ARRAY(SELECT id FROM raw)) AND number = 0`;

/**
 * Keeps only the beginning of reports that changed nothing: no quota counts them, and anybody with a return path may
 * send them.
 */
async function cutUseless(client: Transaction, endings: readonly Ending[]): Promise<void> {
  const useless = endings.filter(({ effect }) => effect !== null && effect !== 'applied');
  if (useless.length === 0) return;
  const ids = useless.map(({ report }) => report.id);
  await client.query({ name: 'cut-useless-reports', text: CUT, values: [ids] });
}

function kindOf(report: Report): string {
  return report.kind === 'feedback' ? report.type : report.kind;
}
