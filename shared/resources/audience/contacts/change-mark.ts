// Finds out whether contacts were created, changed or deleted by imports, automations or pages, for GET /app/changes
// (foundation/changes/change-mark.ts). The counter belongs to accounts with a contact limit
// (contact-writes/counter.ts). A change of an older contact is seen with the next slow read.
import { type ChangeMark, versionOf } from '../../foundation/changes/change-mark.ts';

/** The oldest ones: the default audience is among them. */
const AUDIENCES = 10;
/** The contacts that are read of each audience. */
const CONTACTS = 10;

export const CONTACTS_MARK: ChangeMark = {
  names: ['contacts'],
  value: (account) =>
    versionOf(`
      SELECT xmin FROM contact_counters WHERE account_id = ${account}
      UNION ALL
      SELECT contact.xmin
      FROM (SELECT id FROM audiences WHERE account_id = ANY(ARRAY[${account}])
            ORDER BY account_id, id LIMIT ${AUDIENCES}) AS audience
      CROSS JOIN LATERAL (
        SELECT xmin FROM contacts WHERE audience_id = ANY(ARRAY[audience.id])
        ORDER BY audience_id DESC, id DESC LIMIT ${CONTACTS}) AS contact`),
};
