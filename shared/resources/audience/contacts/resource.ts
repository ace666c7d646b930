// The manifest of contacts (foundation/manifest.ts). The rooms below them that have no other reader are part of it.
import { RUN_RETENTION_DAYS, TIMELINE_RETENTION_DAYS } from '../../../contract/limits.ts';
import { rowsById, rowsByTime } from '../../../platform/retention/retention.ts';
import { versionOf } from '../../foundation/change-mark.ts';
import type { Manifest } from '../../foundation/manifest.ts';
import { EMAIL_KEY, ID_KEY, ownedRows } from '../../foundation/owned-rows.ts';

/** Runs and events may be removed late. */
const MARGIN_DAYS = 1;

/** The oldest ones: the default audience is among them. */
const MARKED_AUDIENCES = 10;
/** Contacts of each audience that are read for the mark. */
const MARKED_CONTACTS = 10;

export const contactsManifest = {
  retention: (days) => [
    rowsById('records of timelines', 'timeline_records', TIMELINE_RETENTION_DAYS),
    // Erasures need them to find what was left of a contact, so as long as anything is.
    rowsByTime(
      'ids of deleted contacts',
      'contact_former_ids',
      'deleted_at',
      Math.max(RUN_RETENTION_DAYS, days.receivedEvents) + MARGIN_DAYS,
    ),
  ],
  deletion: {
    stage: 'audiences',
    rows: [
      {
        ...ownedRows('contacts', EMAIL_KEY, ['audience_id', 'uuid']),
        dependents: [{ table: 'segment_contacts', column: 'contact_id' }],
      },
      ownedRows('contact_counters'),
      ownedRows('contact_former_ids', EMAIL_KEY),
      ownedRows('contact_engagement', EMAIL_KEY),
      ownedRows('timeline_records', EMAIL_KEY, ID_KEY),
      ownedRows('unsubscribes', EMAIL_KEY),
      ownedRows('tracking_refusals', EMAIL_KEY),
    ],
  },
  changeMarks: [
    {
      // The counter is that of accounts with a limit of contacts (contact-writes/counter.ts). A change of an older contact is
      // seen with the next slow read.
      names: ['contacts'],
      value: (account) =>
        versionOf(`
          SELECT xmin FROM contact_counters WHERE account_id = ${account}
          UNION ALL
          SELECT contact.xmin
          FROM (SELECT id FROM audiences WHERE account_id = ANY(ARRAY[${account}])
                ORDER BY account_id, id LIMIT ${MARKED_AUDIENCES}) AS audience
          CROSS JOIN LATERAL (
            SELECT xmin FROM contacts WHERE audience_id = ANY(ARRAY[audience.id])
            ORDER BY audience_id DESC, id DESC LIMIT ${MARKED_CONTACTS}) AS contact`),
    },
  ],
  samples: { contact: async () => (await import('../contact-events/event-data.ts')).sampleContactEventData },
} satisfies Manifest;
