// The entries of received events of an address's contacts: the runs that each has started, or why none.
import { NOT_STARTED, NOTHING_LISTENS } from '../../../../contract/people/reasons.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { NotStartedReason } from '../../events/incoming-event.ts';
import { NO_DETAILS, type TimelineEntry } from '../entry.ts';
import type { WantedEntries } from './wanted.ts';

interface EventOfPage {
  id: string;
  name: string;
  contactId: string;
  domain: string | null;
  waitsResolved: number;
  createdAt: Date;
  automations: {
    id: string;
    name: string | null;
    runId: string | null;
    reason: NotStartedReason | null;
  }[];
}

const READ = `
  SELECT id, name, contact_id AS "contactId", waits_resolved AS "waitsResolved", created_at AS "createdAt",
         (SELECT domains.name FROM domains WHERE domains.id = domain_id) AS domain,
         (SELECT coalesce(json_agg(json_build_object(
                   'id', outcome ->> 'automation_id', 'runId', outcome ->> 'run_id', 'reason', outcome ->> 'reason',
                   'name', (SELECT automations.name FROM automations
                            WHERE automations.id = (outcome ->> 'automation_id')::uuid))), '[]')
          FROM jsonb_array_elements(outcomes) AS outcome) AS automations
  FROM received_events WHERE account_id = $1 AND id = ANY($2::uuid[])`;

/** Reads events of a page. */
export async function readEvents(
  database: Queryable,
  { accountId, ids }: WantedEntries,
): Promise<TimelineEntry[]> {
  const { rows } = await database.query<EventOfPage>(READ, [accountId, ids]);
  return rows.map(({ id, contactId, createdAt, ...event }) => {
    const why = whyNothing(event);
    return { ...NO_DETAILS, id, type: 'event', createdAt, ...why, contactId, event: { id, ...event } };
  });
}

function whyNothing({ automations, waitsResolved }: Pick<EventOfPage, 'automations' | 'waitsResolved'>) {
  if (waitsResolved > 0 || automations.some(({ runId }) => runId !== null)) return {};
  const reason = automations.find((each) => each.reason)?.reason;
  if (!reason) return { reason: 'no_automation', message: NOTHING_LISTENS };
  return { reason, message: NOT_STARTED[reason] };
}
