// The measurements of an email: opens, clicks, both or nothing. They are decided at acceptance and stored, so every
// attempt is alike; for measured mail, a refusal of its person is checked before each attempt
// (docs/architecture/tracking.md).
import { column } from '../../../../platform/db/parameters/sent-rows.ts';
import { trackingRefusals } from '../../../audience/tracking-refusals/find-refusals.ts';
import type { Tracking } from '../email.ts';
import { decideTracking, readTracking, trackingNumber } from '../tracking/measures.ts';
import type { MailPart } from './mail-part.ts';

declare module '../email.ts' {
  interface NewEmail {
    /** Its own choice of measurements. Absent: those of its domain. */
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
    /** The stored form. */
    measures: number;
    /** The measurements, as decided at acceptance. */
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
