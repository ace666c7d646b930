// Usage: the object in answers, as JSON Schema.
import * as field from '../shapes.ts';

const emailsOf = (limit: string) => ({
  used: field.count('What counts towards the limit: sent and received emails'),
  limit: field.countOrNull(limit),
  sent: field.count('Emails that were accepted to be sent, without those that were refunded'),
  received: field.count('Received emails'),
  resets_at: field.time('When the count begins again'),
});

const limited = (used: string, limit: string) => ({
  used: field.count(used),
  limit: field.countOrNull(limit),
});
const HOW_MANY = 'How many there are';
const BY_PLAN = 'How many the plan allows; null: any number';

/** Name of an object → its fields. */
export const USAGE_OBJECTS = {
  Usage: {
    object: field.type('usage'),
    emails: field.group('Emails, one per recipient', {
      daily: field.group(
        'Of this UTC day',
        emailsOf('Limit of the day by the plan, or by the sandbox; null: none'),
      ),
      monthly: field.group(
        'Of this calendar month, in UTC',
        emailsOf('Limit of the month by the plan; null: none'),
      ),
    }),
    received_bytes: field.group('Bytes of emails that were received on this UTC day', {
      ...limited('How many were received', 'How many the plan allows in a day; null: any number'),
      resets_at: field.time('When the count begins again'),
    }),
    contacts: field.group(
      'Contacts of all audiences',
      limited(
        `${HOW_MANY}. Of an account without a limit, 100,000 means that many or more: counting stops there`,
        BY_PLAN,
      ),
    ),
    segments: field.group('Segments', limited(HOW_MANY, 'How many an account can have')),
    broadcasts: field.group('Broadcasts', limited(HOW_MANY, 'Null: there is no limit')),
    ai_credits: field.group('Credits for suggestions of a language model, one each, in the last 30 days', {
      ...limited('How many are used', 'How many the plan gives; null: any number'),
      next_increase_at: field.timeOrNull(
        'When the oldest of those that are used stop counting; null: none is used',
      ),
    }),
    automation_runs: field.group('Runs of automations that were started in the last 30 days', {
      ...limited('How many were started', 'How many the plan allows in 30 days; null: any number'),
      resets_at: field.timeOrNull('When the oldest of these runs stop counting; null: none count'),
    }),
    domains: field.group('Verified domains', limited(HOW_MANY, BY_PLAN)),
    rate_limit: field.group('Limit of requests to `POST /emails` from one client', {
      limit: field.countOrNull('Requests in `duration`; null: there is no limit'),
      duration: field.text('Milliseconds, as text: `60000ms`'),
    }),
  },
} as const satisfies Record<string, field.ObjectFields>;
