// The lists of what came for a contact, and of what came for an account, with what it started.
import { equals, type List } from '../../../../platform/db/list.ts';
import { uuidV7LowerBound } from '../../../../platform/time/ids.ts';
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

/** With the contact that it is about; null: it was deleted. */
export interface AccountReceivedEvent extends ListedReceivedEvent {
  contact: { id: string; email: string } | null;
}

const COLUMNS = `id, name, payload, waits_resolved AS "waitsResolved", outcomes, created_at AS "createdAt",
  (SELECT domains.name FROM domains WHERE domains.id = domain_id) AS domain`;

export const RECEIVED_EVENT_LIST: List<ListedReceivedEvent, { accountId: string }> = {
  columns: COLUMNS,
  from: 'received_events',
  within: 'contact_id',
  filters: { accountId: equals('account_id') },
};

/** Filters of what came for an account. */
export interface ReceivedEventFilters {
  contactId?: string | undefined;
  /** From this time on. */
  since?: Date | undefined;
  name?: string | undefined;
}

export const ACCOUNT_EVENT_LIST: List<
  AccountReceivedEvent,
  Pick<ReceivedEventFilters, 'contactId' | 'since'>,
  Pick<ReceivedEventFilters, 'name'>
> = {
  columns: `${COLUMNS},
    (SELECT json_build_object('id', contacts.id, 'email', contacts.email) FROM contacts
     WHERE contacts.id = contact_id AND contacts.account_id = received_events.account_id) AS contact`,
  from: 'received_events',
  within: 'account_id',
  filters: {
    contactId: equals('contact_id'),
    since: (since, parameter) => `id >= ${parameter(uuidV7LowerBound(since))}`,
  },
  searched: { name: equals('name') },
};
