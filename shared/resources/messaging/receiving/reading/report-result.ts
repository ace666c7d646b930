// What a report says of its recipient. Whom it is about is known; the addresses in it only distinguish its recipients.
import { EMAIL_EVENT_REASONS, type EmailEventReason } from '../../../../contract/emails/reasons.ts';
import { addressKey, spellAddress } from '../../../../mail/addresses.ts';
import { outcomeOfFailure, replyCodeOf } from '../../../../mail/reports/diagnostic.ts';
import { type DeliveryReport, isComplaintType, type Report } from '../../../../mail/reports/report.ts';
import type { EventCause } from '../../emails/events/cause.ts';
import type { ReportResult } from '../../emails/reports/report.ts';

const REPLY_MAX_LENGTH = 1_000;

/**
 * Reads the result of a report.
 * @param address of its recipient; null: unknown
 * @returns undefined: the report has no effect
 */
export function reportResultOf(report: Report, address: string | null): ReportResult | undefined {
  if (report.kind === 'feedback')
    return isComplaintType(report.type) ? { result: 'complained', feedbackType: report.type } : undefined;
  if (report.kind !== 'delivery') return undefined;
  const own = ownReport(report, address);
  if (!own || own.action === 'relayed') return undefined;
  if (own.action === 'delivered') return { result: 'delivered' };
  if (own.action === 'delayed') return { result: 'delayed', cause: causeOf(own, 'temporary_failure') };
  const { kind, reason } = outcomeOfFailure(own);
  return { result: kind === 'bounce' ? 'bounced' : 'failed', cause: causeOf(own, reason) };
}

/** Each recipient has a return path of its own, so a report of other recipients is about an address that was forwarded. */
function ownReport(
  { recipients, isByCode }: Extract<Report, { kind: 'delivery' }>,
  address: string | null,
): DeliveryReport | undefined {
  const key = address && addressKey(address);
  const named = recipients.find(
    (each) => each.address !== null && addressKey(spellAddress(each.address)) === key,
  );
  if (isByCode) return named;
  return named ?? recipients.find(({ action }) => action === 'failed') ?? recipients[0];
}

function causeOf({ diagnostic, status, remoteMta }: DeliveryReport, reason: EmailEventReason): EventCause {
  return {
    reason,
    message: EMAIL_EVENT_REASONS[reason],
    server: remoteMta,
    smtpCode: replyCodeOf(diagnostic ?? ''),
    // Cutting may leave half of a surrogate pair, which Postgres does not store.
    smtpReply: (diagnostic ?? status)?.slice(0, REPLY_MAX_LENGTH).toWellFormed() ?? null,
  };
}
