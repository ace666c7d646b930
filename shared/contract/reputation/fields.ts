// Reputation in answers, of domains and of the account, as JSON Schemas.
import * as field from '../shapes.ts';
import { REPUTATION_CAUSES, REPUTATION_STATUSES } from './values.ts';

const STATUS =
  '`good`; `warned`; `paused`: nothing is sent until an operator lifts the pause; `recovering`: after a pause, with a daily limit';

/** Status of a reputation. */
export const REPUTATION_STATUS = field.oneOf(STATUS, REPUTATION_STATUSES);

/** The reputation of an account or a domain. */
export const REPUTATION = {
  status: REPUTATION_STATUS,
  since: field.timeOrNull('When the status last changed; null: it never did'),
  cause: {
    description: 'Why the status is warned or paused, with the counts at that time; null: it is neither',
    anyOf: [
      field.inner({
        kind: field.oneOf(
          'The rate that was too high; `operator`: an operator paused sending',
          REPUTATION_CAUSES,
        ),
        judged: field.countOrNull(
          'Recipients in the window that a server accepted or refused; null: an operator',
        ),
        count: field.countOrNull('Number of those that bounced or complained; null: an operator'),
      }),
      { type: 'null' },
    ],
  },
  capacity: field.countOrNull('Recipients allowed per UTC day; null: there is no limit'),
  used: field.count('Recipients counted towards today'),
} as const;

const FIGURES = {
  judged: field.count('Recipients that a server accepted, or refused during the SMTP dialogue'),
  bounced: field.count('Recipients that bounced'),
  complained: field.count('Recipients that complained'),
} as const;

/** The days by which a domain is judged. */
export const REPUTATION_WINDOW = field.group(
  'Today and the 6 UTC days before, since the last pause was lifted',
  {
    days: field.groups('Each of the 7 days, oldest first', { date: field.date('The UTC day'), ...FIGURES }),
    ...FIGURES,
    bounce_rate: field.rate(
      '`bounced` divided by `judged`, rounded down to four decimals; 0 if nothing was judged',
    ),
    complaint_rate: field.rate(
      '`complained` divided by `judged`, rounded down to four decimals; 0 if nothing was judged',
    ),
  },
);

const LIMIT = {
  rate: field.rate('Share of the judged recipients'),
  at_least: field.count('Minimum number of recipients for the share to apply'),
} as const;
const LIMITS = {
  bounces: field.group('Limits of the bounce rate', LIMIT),
  complaints: field.group('Limits of the complaint rate', LIMIT),
} as const;

/** When a reputation changes. */
export const REPUTATION_LIMITS = field.group('Thresholds for a warning and for a pause', {
  warned: field.group('Warned', LIMITS),
  paused: field.group('Paused', LIMITS),
});

/** Progress of a warm-up. */
export const WARM_UP = {
  description: 'Progress of the warm-up; null: the domain does not warm up',
  anyOf: [
    field.inner({
      day: field.positive(
        'The step, from 1. A day with less than half of its limit used does not lead to the next step',
      ),
      capacity: field.count('Recipients allowed per UTC day'),
      used: field.count('Recipients counted today'),
      ends_on: field.date('The earliest UTC day on which it can end'),
    }),
    { type: 'null' },
  ],
} as const;
