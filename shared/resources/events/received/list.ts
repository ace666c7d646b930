// Lists what came for a contact, newest first, with what it started.
import type { Queryable } from '../../../platform/db/connect.ts';
import { findPage, type ListedRows, type Page, type PageRequest } from '../../../platform/db/page.ts';
import type { NotStartedReason } from '../../automations/starting/occurrence.ts';

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

/** Lists a page of the events of a contact. */
export function listReceivedEvents(
  database: Queryable,
  { accountId, contactId }: { accountId: string; contactId: string },
  page: PageRequest,
): Promise<Page<ListedReceivedEvent>> {
  return findPage<ListedReceivedEvent>(database, listedReceivedEvents(accountId, contactId), page);
}

function listedReceivedEvents(accountId: string, contactId: string): ListedRows {
  return {
    select: `SELECT id, name, payload, waits_resolved AS "waitsResolved", outcomes, created_at AS "createdAt",
                    (SELECT domains.name FROM domains WHERE domains.id = domain_id) AS domain
             FROM received_events`,
    where: 'contact_id = ANY($1::uuid[]) AND account_id = $2',
    values: [[contactId], accountId],
    orderedWithin: 'contact_id',
  };
}
