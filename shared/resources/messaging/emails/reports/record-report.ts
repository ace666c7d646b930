// Records a report about a recipient: a bounce or complaint that arrived as mail, or that a provider has posted.
// delivery/record.ts writes the result of an attempt under its claim; here there is none, so the state of the recipient
// decides what may still change. Whatever follows is written in the caller's transaction: state, events with their
// webhook messages, suppression, the email's status. A repeated report changes nothing.
import { addressKey } from '../../../../mail/addresses.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../../platform/queues/connect.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import { insertSuppressions } from '../../../audience/suppressions/insert.ts';
import type { Suppression, SuppressionOrigin } from '../../../audience/suppressions/suppression.ts';
import {
  type CountedMail,
  countSendingDays,
  type EvaluateSoon,
} from '../../../foundation/reputation/sending-days.ts';
import { deriveEmailStatus } from '../delivery/derive-status.ts';
import { lockEmails } from '../delivery/lock.ts';
import type { EmailStatus } from '../email.ts';
import { appendEvents } from '../events/append.ts';
import type { EmailEvent, EmailEventType } from '../events/event.ts';
import {
  bouncedDetails,
  causeDetails,
  complainedDetails,
  type EventDetails,
  failedDetails,
} from '../events/event-data.ts';
import type { RecipientReport, RecordedEffect } from './report.ts';
import { type ReportedRecipient, readReportedRecipients } from './reported-recipient.ts';

/** Dependencies of recording. */
export interface RecordReportDeps {
  ids: Ids;
  queues: QueueProducer;
  /** Called after the commit with the domains that bounces and complaints count against. */
  evaluateSoon?: EvaluateSoon;
}

/** Reports of a delay that become events; a server may send one an hour for days. */
const DELAYS_MAX = 10;

/** The states in which an attempt may be in progress. */
const ACTIVE: readonly EmailStatus[] = ['queued', 'sending', 'delivery_delayed'];

interface Step {
  state?: EmailStatus;
  events: readonly EmailEventType[];
  suppresses?: SuppressionOrigin;
  /** Whether its events are older than the known state, and do not become the last event of the email. */
  isOldNews?: boolean;
}

const NOTHING: Step = { events: [] };

/** The first of a recipient. In all other states it only suppresses the address: its owner wants no mail. */
const COMPLAINTS: Readonly<Partial<Record<EmailStatus, Step>>> = {
  sent: { state: 'complained', events: ['delivered', 'complained'], suppresses: 'complaint' },
  delivered: { state: 'complained', events: ['complained'], suppresses: 'complaint' },
  complained: NOTHING,
};

/**
 * Records reports.
 * @returns what became of each, in order
 */
export async function recordReports(
  transaction: Transaction,
  { ids, queues, evaluateSoon }: RecordReportDeps,
  reports: readonly RecipientReport[],
): Promise<RecordedEffect[]> {
  const found = await readReportedRecipients(
    transaction,
    reports.map(({ recipientId }) => recipientId),
    (emailIds) => lockEmails(transaction, emailIds),
  );
  const events: EmailEvent[] = [];
  const suppressions: Suppression[] = [];
  const counted: CountedMail[] = [];
  const lastEvents = new Map<string, EmailEventType | null>();
  const effects = reports.map((report): RecordedEffect => {
    const recipient = found.get(report.recipientId);
    if (!recipient) return 'unknown';
    if (ACTIVE.includes(recipient.state)) return 'early';
    const step = stepOf(recipient, report);
    if (step.state === undefined && step.events.length === 0 && !step.suppresses) return 'unchanged';
    events.push(...eventsOf(recipient, report, step.events, ids));
    noteLastEvent(lastEvents, recipient.emailId, step);
    if (step.suppresses) suppressions.push(suppressionOf(recipient, report, step.suppresses, ids));
    counted.push(...countedOf(recipient, step, report.at));
    recipient.move(step.state ?? recipient.state, report);
    return 'applied';
  });
  const changed = [...found.values()].filter(({ isMoved }) => isMoved);
  await updateRecipients(transaction, changed);
  await appendEvents(transaction, events, queues);
  await countSendingDays(transaction, counted, evaluateSoon);
  await insertSuppressions(transaction, suppressions, queues);
  await deriveEmailStatus(transaction, lastEvents);
  return effects;
}

/** The step that follows from a report: docs/architecture/reports.md. */
function stepOf({ state, delays, complainedAt }: ReportedRecipient, { result }: RecipientReport): Step {
  if (result === 'complained') {
    return complainedAt ? NOTHING : (COMPLAINTS[state] ?? { events: [], suppresses: 'complaint' });
  }
  if (state !== 'sent' && state !== 'delivered') return NOTHING;
  if (result === 'delayed') {
    return delays < DELAYS_MAX ? { events: ['delivery_delayed'], isOldNews: state === 'delivered' } : NOTHING;
  }
  if (result === 'delivered') return state === 'sent' ? { state: result, events: [result] } : NOTHING;
  return { state: result, events: [result], ...(result === 'bounced' && { suppresses: 'bounce' }) };
}

/** A bounce counts on the day of its mail, so that no day has more bounces than mail; a complaint when it arrives. */
function countedOf(
  { accountId, domainId, sentAt, isNotice }: ReportedRecipient,
  { state }: Step,
  reportedAt: Date,
): CountedMail[] {
  if (isNotice) return [];
  const counted = { accountId, domainId, judged: 0, bounced: 0, complained: 0, sentAt: sentAt ?? reportedAt };
  if (state === 'bounced') return [{ ...counted, bounced: 1, at: counted.sentAt }];
  return state === 'complained' ? [{ ...counted, complained: 1, at: reportedAt }] : [];
}

function noteLastEvent(
  lastEvents: Map<string, EmailEventType | null>,
  emailId: string,
  { events, isOldNews }: Step,
): void {
  const type = events.at(-1);
  if (type === undefined) return;
  lastEvents.set(emailId, isOldNews ? (lastEvents.get(emailId) ?? null) : type);
}

function eventsOf(
  recipient: ReportedRecipient,
  report: RecipientReport,
  types: readonly EmailEventType[],
  ids: Ids,
): EmailEvent[] {
  const { emailId, accountId, domainId, campaign, engages, address } = recipient;
  return types.map((type) => ({
    id: ids.next(),
    emailId,
    accountId,
    domainId,
    campaign,
    engages,
    recipient: address,
    type,
    createdAt: report.at,
    data: {
      ...detailsOf(type, report),
      report_id: report.reportId,
      ...(report.provider !== undefined && { provider: report.provider }),
    },
    corrections: recipient.correctionsOf(type, report.at),
  }));
}

function detailsOf(type: EmailEventType, report: RecipientReport): EventDetails {
  if (report.result === 'delivered') return {};
  if (report.result === 'complained')
    return type === 'complained' ? complainedDetails(report.feedbackType) : {};
  if (report.result === 'bounced') return bouncedDetails(report.cause);
  return report.result === 'failed' ? failedDetails(report.cause) : causeDetails(report.cause);
}

function suppressionOf(
  { accountId, address, emailId }: ReportedRecipient,
  report: RecipientReport,
  origin: SuppressionOrigin,
  ids: Ids,
): Suppression {
  const smtpReply = report.result === 'bounced' ? report.cause.smtpReply : null;
  const { at: createdAt, reportId } = report;
  const entry = { id: ids.next(), accountId, address: addressKey(address), origin, emailId };
  return { ...entry, smtpReply, reportId, createdAt };
}

/** They are locked. */
async function updateRecipients(
  transaction: Transaction,
  recipients: readonly ReportedRecipient[],
): Promise<void> {
  if (recipients.length === 0) return;
  await transaction.query({
    name: 'record-reported-recipients',
    text: `UPDATE email_recipients AS recipient
           SET state = reported.state, updated_at = coalesce(reported.at, updated_at),
               complained_at = coalesce(recipient.complained_at, reported.complained_at),
               smtp_code = CASE WHEN is_failure THEN reported.code ELSE smtp_code END,
               smtp_reply = CASE WHEN is_failure THEN reported.reply ELSE smtp_reply END
           FROM unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::boolean[], $5::smallint[], $6::text[],
                       $7::timestamptz[])
             AS reported (id, state, at, is_failure, code, reply, complained_at)
           WHERE recipient.id = reported.id AND recipient.id = ANY($1::uuid[])`,
    values: [
      recipients.map(({ id }) => id),
      recipients.map(({ state }) => state),
      recipients.map(({ changedAt }) => changedAt),
      recipients.map(({ failure }) => failure !== null),
      recipients.map(({ failure }) => failure?.smtpCode ?? null),
      recipients.map(({ failure }) => failure?.smtpReply ?? failure?.message ?? null),
      recipients.map(({ complainedAt }) => complainedAt),
    ],
  });
}
