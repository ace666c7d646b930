// Reputation in answers, of domains and of the account, as JSON Schemas.
import * as field from '../shapes.ts';
import { REPUTATION_CAUSES, REPUTATION_STATUSES } from './values.ts';

const STATUS =
  '`good`; `warned`; `paused`: nothing is sent until an operator lifts it; `recovering`: after a pause, with a capacity';

/** Status of a reputation. */
export const REPUTATION_STATUS = field.oneOf(STATUS, REPUTATION_STATUSES);

/** The reputation of an account or a domain. */
export const REPUTATION = {
  status: REPUTATION_STATUS,
  since: field.timeOrNull('When the status last changed; null: it never did'),
  cause: {
    description: 'Why it is warned or paused, as counted at that time; null: it is neither',
    anyOf: [
      field.inner({
        kind: field.oneOf('What was too much; `operator`: an operator has paused it', REPUTATION_CAUSES),
        judged: field.countOrNull(
          'Recipients of the window that a server had taken or refused; null: an operator',
        ),
        count: field.countOrNull('Those of them that bounced, or that complained; null: an operator'),
      }),
      { type: 'null' },
    ],
  },
  capacity: field.countOrNull('Recipients that may be sent to on a UTC day; null: there is no limit'),
  used: field.count('Recipients that count in the capacity of today'),
} as const;

const FIGURES = {
  judged: field.count('Recipients that a server has taken, or refused in the dialogue'),
  bounced: field.count('Those of them that bounced'),
  complained: field.count('Recipients that complained'),
} as const;

/** The days by which a domain is judged. */
export const REPUTATION_WINDOW = field.group('Today and the six UTC days before, since the last lift', {
  days: field.groups('Each of the seven days, oldest first', { date: field.date('The UTC day'), ...FIGURES }),
  ...FIGURES,
  bounce_rate: field.rate(
    'Share of `bounced` in `judged`, rounded down to four decimals; 0: nothing was judged',
  ),
  complaint_rate: field.rate(
    'Share of `complained` in `judged`, rounded down to four decimals; 0: nothing was judged',
  ),
});

const LIMIT = {
  rate: field.rate('Share of the judged recipients'),
  at_least: field.count('Number of recipients from which on the share counts'),
} as const;
const LIMITS = {
  bounces: field.group('Of bounces', LIMIT),
  complaints: field.group('Of complaints', LIMIT),
} as const;

/** When a reputation changes. */
export const REPUTATION_LIMITS = field.group('From where on a domain is warned and paused', {
  warned: field.group('Warned', LIMITS),
  paused: field.group('Paused', LIMITS),
});

/** Progress of a warm-up. */
export const WARM_UP = {
  description: 'Progress of the warm-up; null: the domain does not warm up',
  anyOf: [
    field.inner({
      day: field.positive(
        'The step, from 1; a day of which less than half was used does not lead to the next',
      ),
      capacity: field.count('Recipients that may be sent to on a UTC day'),
      used: field.count('Recipients that count today'),
      ends_on: field.date('The UTC day on which it ends at the earliest'),
    }),
    { type: 'null' },
  ],
} as const;
