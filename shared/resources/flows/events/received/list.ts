// The list of what came for a contact, with what it started.
import { equals, type List } from '../../../../platform/db/list.ts';
import type { NotStartedReason } from '../incoming-event.ts';

/** A received event as it is listed. */
export interface ListedReceivedEvent {
  id: string;
  name: string;
  /** Null: the domain was deleted. */
  domain: string | null;
  payload: object | null;
  waitsResolved: number;
  createdAt: Date;
  /** As they are stored. */
  outcomes: { automation_id: string; run_id: string | null; reason: NotStartedReason | null }[];
}

export const RECEIVED_EVENT_LIST: List<ListedReceivedEvent, { accountId: string }> = {
  columns: `id, name, payload, waits_resolved AS "waitsResolved", outcomes, created_at AS "createdAt",
    (SELECT domains.name FROM domains WHERE domains.id = domain_id) AS domain`,
  from: 'received_events',
  within: 'contact_id',
  filters: { accountId: equals('account_id') },
};
