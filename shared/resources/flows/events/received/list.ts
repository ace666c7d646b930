// Lists the received events of a contact, and of an account, with the runs that they started.
import type { Queryable } from '../../../../platform/db/connect.ts';
import { equals, findPageOf, type List } from '../../../../platform/db/list.ts';
import type { Page, PageRequest } from '../../../../platform/db/page.ts';
import { uuidV7LowerBound } from '../../../../platform/time/ids.ts';
import type { NotStartedReason } from '../incoming-event.ts';

/** A received event in a list. */
export interface ListedReceivedEvent {
  id: string;
  name: string;
  /** Null: the domain was deleted. */
  domain: string | null;
  payload: object | null;
  waitsResolved: number;
  createdAt: Date;
  /** The stored outcomes. */
  outcomes: { automation_id: string; run_id: string | null; reason: NotStartedReason | null }[];
}

/** A received event with its contact; null: it was deleted. */
export interface AccountReceivedEvent extends ListedReceivedEvent {
  contact: { id: string; email: string } | null;
}

/** Filters of an account's received events. */
export interface ReceivedEventFilters {
  contactId?: string | undefined;
  /** The time from which on events are listed. */
  since?: Date | undefined;
  name?: string | undefined;
}

type Searched = Pick<ReceivedEventFilters, 'name'>;

const COLUMNS = `id, name, payload, waits_resolved AS "waitsResolved", outcomes, created_at AS "createdAt",
  (SELECT domains.name FROM domains WHERE domains.id = domain_id) AS domain,
  (SELECT json_build_object('id', contacts.id, 'email', contacts.email) FROM contacts
   WHERE contacts.id = contact_id AND contacts.account_id = received_events.account_id) AS contact`;

const FILTERS = {
  since: (since: Date, parameter: (value: unknown) => string) =>
    `id >= ${parameter(uuidV7LowerBound(since))}`,
};

/** The received events of a contact. */
export const RECEIVED_EVENT_LIST: List<
  AccountReceivedEvent,
  { accountId: string } & Pick<ReceivedEventFilters, 'since'>,
  Searched
> = {
  columns: COLUMNS,
  from: 'received_events',
  within: 'contact_id',
  filters: { accountId: equals('account_id'), ...FILTERS },
  searched: { name: equals('name') },
};

export const ACCOUNT_EVENT_LIST: List<AccountReceivedEvent, Pick<ReceivedEventFilters, 'since'>, Searched> = {
  columns: COLUMNS,
  from: 'received_events',
  within: 'account_id',
  filters: FILTERS,
  searched: { name: equals('name') },
};

/** Lists a page of received events of an account, or of one of its contacts: by the index of the one or the other. */
export function listReceivedEvents(
  database: Queryable,
  accountId: string,
  { contactId, ...filters }: ReceivedEventFilters,
  page: PageRequest,
): Promise<Page<AccountReceivedEvent>> {
  if (contactId === undefined) return findPageOf(database, ACCOUNT_EVENT_LIST, accountId, page, filters);
  return findPageOf(database, RECEIVED_EVENT_LIST, contactId, page, { accountId, ...filters });
}
