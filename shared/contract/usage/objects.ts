// Usage: the object in answers, as JSON Schema.
import * as field from '../shapes.ts';

const emailsOf = (limit: string) => ({
  used: field.count('Emails that count towards the limit, sent and received'),
  limit: field.countOrNull(limit),
  sent: field.count('Emails accepted for sending, minus refunded ones'),
  received: field.count('Received emails'),
  resets_at: field.time('When the count resets'),
});

const limited = (used: string, limit: string) => ({
  used: field.count(used),
  limit: field.countOrNull(limit),
});
const HOW_MANY = 'Current number';
const BY_PLAN = 'Maximum that the plan allows; null: no limit';

/** Name of an object → its fields. */
export const USAGE_OBJECTS = {
  Usage: {
    object: field.type('usage'),
    emails: field.group('Emails, one per recipient', {
      daily: field.group('On this UTC day', emailsOf('Daily limit of the plan or the sandbox; null: none')),
      monthly: field.group(
        'In this calendar month, in UTC',
        emailsOf('Monthly limit of the plan; null: none'),
      ),
    }),
    received_bytes: field.group('Bytes of emails received on this UTC day', {
      ...limited('Bytes received', 'Daily maximum of the plan; null: no limit'),
      resets_at: field.time('When the count resets'),
    }),
    contacts: field.group(
      'Contacts of all audiences',
      limited(
        `${HOW_MANY}. For an account without a limit, 100,000 means that many or more, because counting stops there`,
        BY_PLAN,
      ),
    ),
    segments: field.group('Segments', limited(HOW_MANY, 'Maximum per account')),
    broadcasts: field.group(
      'Campaigns, which Resend calls broadcasts',
      limited(HOW_MANY, 'Always null: there is no limit'),
    ),
    ai_credits: field.group('Credits for language model suggestions, one each, in the last 30 days', {
      ...limited('Credits used', 'Credits in the plan; null: no limit'),
      next_increase_at: field.timeOrNull('When the oldest used credits stop counting; null: none are used'),
    }),
    automation_runs: field.group('Automation runs started in the last 30 days', {
      ...limited('Number of runs started', 'Maximum that the plan allows in 30 days; null: no limit'),
      resets_at: field.timeOrNull('When the oldest of these runs stop counting; null: none count'),
    }),
    domains: field.group('Verified domains', limited(HOW_MANY, BY_PLAN)),
    rate_limit: field.group('Rate limit of requests from one client', {
      limit: field.countOrNull('Requests per `duration`; null: there is no limit'),
      duration: field.text('Milliseconds, as a string: `60000ms`'),
    }),
  },
} as const satisfies Record<string, field.ObjectFields>;
