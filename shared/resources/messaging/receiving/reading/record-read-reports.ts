// Records what was read of claimed reports, in one transaction under their fencing tokens: what follows for the recipient,
// and that the report is done. Whom it is about, the token of its return path has said; the addresses in it only
// distinguish its recipients.
import { EMAIL_EVENT_REASONS, type EmailEventReason } from '../../../../contract/emails/reasons.ts';
import { addressKey } from '../../../../mail/addresses.ts';
import { outcomeOfFailure } from '../../../../mail/reports/diagnostic.ts';
import type { DeliveryReport, Report } from '../../../../mail/reports/report.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../../platform/queues/connect.ts';
import { MINUTE_MS, SECOND_MS } from '../../../../platform/time/durations.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import type { EventCause } from '../../emails/events/cause.ts';
import { recordReports } from '../../emails/reports/record-report.ts';
import type { RecipientReport, ReportResult } from '../../emails/reports/report.ts';

/** A claimed report and what it says. */
export interface ReadReport {
  id: string;
  /** The fencing token of the claim. */
  token: string;
  recipientId: string;
  createdAt: Date;
  report: Report;
}

/** Dependencies of recording. */
export interface RecordReadReportsDeps {
  database: Database;
  ids: Ids;
  queues: QueueProducer;
  /** Called when COMMIT has been sent and its answer has not arrived yet. */
  onCommitSent?(): void;
}

/** A report that overtakes the result of its attempt is looked at again so often, for so long. */
const EARLY_EVERY_MS = 5 * SECOND_MS;
const EARLY_FOR_MS = 10 * MINUTE_MS;
/** RFC 5965 §7.3, RFC 6591: the types by which a person wants no more mail; others are about its authentication. */
const COMPLAINTS: readonly string[] = ['abuse', 'fraud', 'opt-out'];
const REPLY_MAX_LENGTH = 1_000;

interface HeldReport extends ReadReport {
  /** Of the recipient; null: it is not stored any more. */
  address: string | null;
}

/** The end of a claim. */
interface Ending {
  id: string;
  /** Null: it is looked at again. */
  effect: string | null;
  nextAttemptAt: Date | null;
}

/** Records reports. Safe to repeat: a report whose token is stale does not change anything. */
export async function recordReadReports(
  { database, ids, queues, onCommitSent }: RecordReadReportsDeps,
  reports: readonly ReadReport[],
  now: Date,
): Promise<void> {
  await transaction(
    database,
    async (client) => {
      const held = await lockReports(client, reports);
      const followed = held.flatMap((report) => recipientReportOf(report));
      const effects = await recordReports(client, { ids, queues }, followed);
      const effectOf = new Map(followed.map(({ reportId }, index) => [reportId, effects[index]]));
      await end(
        client,
        held.map(({ id, createdAt }): Ending => {
          const effect = effectOf.get(id) ?? 'ignored';
          const isTooOld = now.getTime() - createdAt.getTime() > EARLY_FOR_MS;
          if (effect !== 'early') return { id, effect, nextAttemptAt: null };
          if (isTooOld) return { id, effect: 'unchanged', nextAttemptAt: null };
          return { id, effect: null, nextAttemptAt: new Date(now.getTime() + EARLY_EVERY_MS) };
        }),
      );
    },
    { ...(onCommitSent && { onCommitSent }) },
  );
}

/** In the order of their ids. @returns those whose claim holds */
async function lockReports(client: Transaction, reports: readonly ReadReport[]): Promise<HeldReport[]> {
  const { rows } = await client.query<{ id: string; address: string | null }>({
    name: 'lock-read-reports',
    text: `SELECT received_emails.id, recipient.address
           FROM received_emails LEFT JOIN email_recipients AS recipient ON recipient.id = recipient_id
           WHERE received_emails.id = ANY($1::uuid[]) AND received_emails.claim_token = ANY($2::uuid[])
           ORDER BY received_emails.id FOR NO KEY UPDATE OF received_emails`,
    values: [reports.map(({ id }) => id), reports.map(({ token }) => token)],
  });
  const byId = new Map(reports.map((report) => [report.id, report]));
  return rows.flatMap(({ id, address }) => {
    const report = byId.get(id);
    return report ? [{ ...report, address }] : [];
  });
}

async function end(client: Transaction, endings: readonly Ending[]): Promise<void> {
  if (endings.length === 0) return;
  await client.query({
    name: 'end-read-reports',
    text: `UPDATE received_emails AS email
           SET report_effect = ended.effect, next_attempt_at = ended.next_attempt_at,
               claimed_by = NULL, claim_token = NULL, woken_at = NULL
           FROM unnest($1::uuid[], $2::text[], $3::timestamptz[]) AS ended (id, effect, next_attempt_at)
           WHERE email.id = ended.id AND email.id = ANY($1::uuid[])`,
    values: [
      endings.map(({ id }) => id),
      endings.map(({ effect }) => effect),
      endings.map(({ nextAttemptAt }) => nextAttemptAt),
    ],
  });
}

/** @returns none where nothing follows from it */
function recipientReportOf({ id, recipientId, createdAt, report, address }: HeldReport): RecipientReport[] {
  const result = resultOf(report, address);
  return result ? [{ ...result, reportId: id, recipientId, at: createdAt }] : [];
}

function resultOf(report: Report, address: string | null): ReportResult | undefined {
  if (report.kind === 'feedback')
    return COMPLAINTS.includes(report.type) ? { result: 'complained', feedbackType: report.type } : undefined;
  if (report.kind !== 'delivery') return undefined;
  const own = ownReport(report.recipients, address);
  if (!own || own.action === 'relayed') return undefined;
  if (own.action === 'delivered') return { result: 'delivered' };
  if (own.action === 'delayed') return { result: 'delayed', cause: causeOf(own, 'temporary_failure') };
  const { kind, reason } = outcomeOfFailure(own);
  return { result: kind === 'bounce' ? 'bounced' : 'failed', cause: causeOf(own, reason) };
}

/** Each recipient has a return path of its own, so a report of several recipients is about an address that was forwarded. */
function ownReport(
  recipients: readonly DeliveryReport[],
  address: string | null,
): DeliveryReport | undefined {
  const key = address && addressKey(address);
  const named = recipients.find((each) => each.address !== null && addressKey(each.address) === key);
  return named ?? recipients.find(({ action }) => action === 'failed') ?? recipients[0];
}

function causeOf({ diagnostic, status, remoteMta }: DeliveryReport, reason: EmailEventReason): EventCause {
  // Cutting may leave half of a surrogate pair, which Postgres does not store.
  const words = (diagnostic ?? status)?.slice(0, REPLY_MAX_LENGTH).toWellFormed() ?? null;
  const [, code] = /(?<![\d.])([245]\d\d)(?![\d.])/.exec(words ?? '') ?? [];
  return {
    ...{ reason, message: EMAIL_EVENT_REASONS[reason] },
    ...{ smtpCode: code === undefined ? null : Number(code), smtpReply: words, server: remoteMta },
  };
}
