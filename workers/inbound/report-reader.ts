// Reads reports about mail that was sent: those at return paths, and complaints at feedback addresses and at the
// mailboxes of the operator. A complaint can come from anybody, so it is authenticated, and must name its recipient by
// a token that only our mail carries. docs/architecture/feedback.md describes it.
import { createRecipientTokens, type RecipientTokens } from '../../shared/mail/feedback/recipient-tokens.ts';
import type { MessageParser } from '../../shared/mail/parse/message-parser.ts';
import type { MessageSource } from '../../shared/mail/parse/message-source.ts';
import type { ParsedMessage } from '../../shared/mail/parse/parsed-message.ts';
import { mayBeComplaint } from '../../shared/mail/reports/feedback-report.ts';
import { readReport } from '../../shared/mail/reports/read-report.ts';
import type { Report } from '../../shared/mail/reports/report.ts';
import { ReportFiles, toReportSource } from '../../shared/mail/reports/report-source.ts';
import { ConfigError } from '../../shared/platform/config/config.ts';
import { isOperatorMailbox } from '../../shared/resources/messaging/receiving/inbound/operator-mailboxes.ts';
import type { ClaimedInbound } from '../../shared/resources/messaging/receiving/reading/load.ts';
import { matchFeedback } from '../../shared/resources/messaging/receiving/reading/match-feedback.ts';
import type {
  ReadReport,
  ReportSubject,
} from '../../shared/resources/messaging/receiving/reading/read-report.ts';
import { recordReadReports } from '../../shared/resources/messaging/receiving/reading/record-read-reports.ts';
import { reportResultOf } from '../../shared/resources/messaging/receiving/reading/report-result.ts';
import type { WorkerDeps } from '../runtime/job.ts';
import { createRecorder } from '../runtime/outcomes/recorder.ts';

/** Reports that are recorded per transaction. */
const GROUP_MAX = 50;
const UNREADABLE: Report = { kind: 'unknown' };

/** A claimed message that is read. */
export interface Reading {
  arrival: ClaimedInbound;
  source: MessageSource;
  signal: AbortSignal;
}

/** Reads reports. */
export interface ReportReader {
  /** Reads a report or a complaint, and ends its claim. @param isReadable false: it has ended several workers */
  read(reading: Reading, isReadable: boolean): Promise<void>;
  /**
   * Takes a message out of a mailbox of the operator, and ends its claim, if it is a proven complaint about mail of ours.
   * @returns false: it is mail
   */
  takeComplaint(reading: Reading, message: ParsedMessage): Promise<boolean>;
  stop(): void;
}

interface Tools {
  deps: WorkerDeps;
  parser: MessageParser;
  tokens: RecipientTokens;
}

/** Creates the reader of a process. @param onCommitSent called when COMMIT was sent */
export function createReportReader(
  deps: WorkerDeps,
  parser: MessageParser,
  onCommitSent: () => void,
): ReportReader {
  const { config, clock, judging, metrics, log } = deps;
  if (!config.secretKeys)
    throw new ConfigError('Configuration: "SECRET_KEY" is required to read mail that came in.');
  const tools = { deps, parser, tokens: createRecipientTokens(config.secretKeys) };
  const onDone = ({ purpose, kind, effect }: Record<'purpose' | 'kind' | 'effect', string>) =>
    metrics.reports.inc({ source: 'mail', purpose, kind, effect });
  const recorder = createRecorder<ReadReport>({
    write: (reports) =>
      recordReadReports({ ...deps, evaluateSoon: judging.soon, onDone, onCommitSent }, reports, clock.now()),
    describe: ({ id }) => ({ report: id }),
    groupMax: GROUP_MAX,
    log,
  });
  return {
    async read(reading, isReadable) {
      const { purpose } = reading.arrival;
      if (purpose === null) throw new Error('A message is no report.');
      const said = isReadable ? await readSaid(tools, reading) : { report: UNREADABLE, subject: IGNORED };
      await recorder.record({ ...claimOf(reading), purpose, ...said });
    },
    async takeComplaint(reading, message) {
      if (!isForOperator(reading.arrival, config.mailHostname)) return false;
      if (!message.authenticated || !mayBeComplaint(message.attachments)) return false;
      const { report } = await parse(tools, reading, false);
      const subject = await subjectOf(tools, reading.arrival, report);
      if ('effect' in subject) return false;
      await recorder.record({ ...claimOf(reading), purpose: 'feedback', report, subject });
      return true;
    },
    stop: () => recorder.stop(),
  };
}

function claimOf({ arrival: { id, token, attempts, createdAt } }: Reading) {
  return { id, token, attempts, createdAt };
}

const IGNORED: ReportSubject = { effect: 'ignored' };

type Said = Pick<ReadReport, 'report' | 'subject'>;

async function readSaid(tools: Tools, reading: Reading): Promise<Said> {
  const { arrival } = reading;
  // Named by the token of its return path, or by an earlier look at a complaint that was believed.
  if (arrival.recipientId !== null) {
    const { report } = await parse(tools, reading, false);
    return { report, subject: { recipientId: arrival.recipientId } };
  }
  const { report, message } = await parse(tools, reading, true);
  if (report.kind !== 'feedback') return { report, subject: IGNORED };
  if (message.authenticated) return { report, subject: await subjectOf(tools, arrival, report) };
  const { spf, dkim, dmarc } = message.authentication;
  const isTemporary = [spf, dkim, dmarc].includes('temperror');
  return { report, subject: isComplaint(report) ? { effect: 'unauthenticated', isTemporary } : IGNORED };
}

/** Finds the subject of an authenticated report. */
async function subjectOf(
  { deps: { database, config }, tokens }: Tools,
  { accountId, receivedFor }: ClaimedInbound,
  report: Report,
): Promise<ReportSubject> {
  if (report.kind !== 'feedback') return IGNORED;
  // At MAIL_HOSTNAME complaints about the mail of all accounts arrive.
  const isForAll = receivedFor.every((address) => address.endsWith(`@${config.mailHostname}`));
  const subject = await matchFeedback({ database, tokens }, report.original, isForAll ? null : accountId);
  // Reports that mail is not spam exist for much mail that is not ours.
  return 'effect' in subject && !isComplaint(report) ? IGNORED : subject;
}

function isComplaint(report: Report): boolean {
  return reportResultOf(report, null) !== undefined;
}

async function parse({ parser }: Tools, { arrival, source, signal }: Reading, isAuthenticated: boolean) {
  const files = new ReportFiles();
  const client = isAuthenticated ? arrival.client : null;
  const message = await parser.parse({ ...source, isAuthenticated }, client, files, signal);
  // A complaint that was accepted has a recipient, too, and its address is not a return path.
  const mailFrom = arrival.purpose === 'report' ? arrival.client.mailFrom : undefined;
  return { message, report: readReport(toReportSource(message, files, mailFrom)) };
}

function isForOperator({ domainId, receivedFor }: ClaimedInbound, mailHostname: string): boolean {
  return domainId === null && receivedFor.every((address) => isOperatorMailbox(address, mailHostname));
}
