// Random emails with what happens to their recipients: attempts of workers, and reports that come back.
import fc from 'fast-check';
import type { AttemptResult } from '../../../../../../shared/resources/messaging/emails/delivery/record.ts';
import type { ReportResult } from '../../../../../../shared/resources/messaging/emails/reports/report.ts';

/** Attempts and questions are spread over this time. */
export const SPAN_MINUTES = 30 * 60;

/** An attempt of the worker that has claimed the recipient, or of one that was cut off and records its success late. */
export interface Attempt {
  result: AttemptResult;
  isLate: boolean;
  minute: number;
  /** What is reported after it. */
  reports: { result: ReportResult['result']; minute: number }[];
}

/** An email. */
export interface Mail {
  domain: number;
  /** The attempts of each recipient. */
  recipients: Attempt[][];
}

/** A minute of the time over which attempts and questions are spread. */
const minute = fc.integer({ min: 0, max: SPAN_MINUTES });
const failure = fc.constantFrom<AttemptResult>('bounced', 'failed', 'suppressed', 'delayed', 'returned');
const success = fc.constantFrom<AttemptResult>('sent', 'delivered', 'complained');
const reported = fc.constantFrom<ReportResult['result']>(
  'bounced',
  'failed',
  'delayed',
  'delivered',
  'complained',
);
const reports = fc.array(fc.record({ result: reported, minute }), { maxLength: 2 });
const attempt: fc.Arbitrary<Attempt> = fc.oneof(
  fc.record({ result: failure, isLate: fc.constant(false), minute, reports }),
  fc.record({ result: success, isLate: fc.boolean(), minute, reports }),
);
/** Any of them. */
export const mail: fc.Arbitrary<Mail> = fc.record({
  domain: fc.nat({ max: 1 }),
  recipients: fc.array(fc.array(attempt, { maxLength: 4 }), { minLength: 1, maxLength: 3 }),
});
