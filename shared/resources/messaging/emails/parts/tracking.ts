// What is measured of an email: opens, clicks, both or nothing. It is decided at acceptance and stored, so every attempt is alike; of
// mail that is measured, whether its person refuses that is asked before each attempt (docs/architecture/tracking.md).
import { column } from '../../../../platform/db/parameters/sent-rows.ts';
import { trackingRefusals } from '../../../audience/tracking-refusals/find-refusals.ts';
import type { Tracking } from '../email.ts';
import { decideTracking, readTracking, trackingNumber } from '../tracking/measures.ts';
import type { MailPart } from './mail-part.ts';

declare module '../email.ts' {
  interface NewEmail {
    /** What it chooses of what is measured. Absent: what its domain measures. */
    tracking?: { [Measure in keyof Tracking]?: boolean | undefined } | undefined;
  }
}

declare module './mail-part.ts' {
  interface RecheckedRow {
    /** null: the email no longer exists. */
    measures: number | null;
  }
}

declare module '../delivery/loaded-email.ts' {
  interface LoadedEmail {
    /** As it is stored. */
    measures: number;
    /** What is measured of it, as it was decided at acceptance. */
    tracking: Tracking;
  }

  interface ClaimedRecipient {
    /** Its person does not want to be measured now; absent: the mail measures nothing. */
    refusesTracking?: boolean;
  }
}

export const tracking: MailPart = {
  name: 'tracking',
  isIn: () => true,
  columns: {
    emails: {
      tracking: column('smallint', ({ email, domain }) => trackingNumber(decideTracking(email, domain))),
    },
  },
  loads: { measures: 'emails.tracking' },
  load(_, emails) {
    for (const email of emails) email.tracking = readTracking(email.measures);
    return undefined;
  },
  rechecks: {
    columns: { measures: 'tracking' },
    isIn: ({ measures }) => measures !== null && measures !== 0,
    query(recipients) {
      const refusals = trackingRefusals(recipients);
      return {
        ...refusals,
        answer(rows) {
          const refuses = refusals.answer(rows);
          return (recipient, row) => {
            recipient.refusesTracking = refuses(row);
          };
        },
      };
    },
  },
};
