// The pages of contacts that are timed, each as a statement and as a request.
import type { PageRequest } from '../../shared/platform/db/page.ts';
import { type ContactFilters, listContacts } from '../../shared/resources/audience/contacts/list.ts';
import { requireTopic } from '../../shared/resources/audience/topics/find.ts';
import type { ContactService } from './contact-service.ts';
import { addressOf, type StoredContacts } from './stored-contacts.ts';

/** A list with filters. */
export interface ContactView {
  name: string;
  /** Parameters of the request. */
  query(stored: StoredContacts): Record<string, string>;
}

/** The position of a page in its list. */
export interface PageOf {
  /** `first`, or the page after or before a contact of the older half, each time another one. */
  direction: 'first' | 'after' | 'before';
  limit: number;
}

/** Reads the page of a call, in two ways. */
export interface PageReader {
  statement(call: number): Promise<unknown>;
  request(call: number): Promise<unknown>;
}

export const DIRECTIONS = ['first', 'after', 'before'] as const;

/** These must not take longer when there are more contacts. */
export const PAGED_VIEWS: readonly ContactView[] = [
  { name: 'no filter', query: () => ({}) },
  { name: 'segment of half', query: ({ segments }) => ({ segment_id: segments.half }) },
];

export const FILTERED_VIEWS: readonly ContactView[] = [
  { name: 'segment of 100', query: ({ segments }) => ({ segment_id: segments.small }) },
  { name: 'email', query: ({ count }) => ({ email: addressOf(Math.floor(count / 4)) }) },
  { name: 'unsubscribed, 1 in 20', query: () => ({ unsubscribed: 'true' }) },
  { name: 'not unsubscribed', query: () => ({ unsubscribed: 'false' }) },
  {
    name: 'unsubscribed, of the segment of half',
    query: ({ segments }) => ({ segment_id: segments.half, unsubscribed: 'true' }),
  },
  { name: 'topic that reaches 9 in 10', query: ({ topics }) => ({ topic_id: topics.news }) },
  { name: 'topic that reaches 1 in 1,000', query: ({ topics }) => ({ topic_id: topics.beta }) },
  { name: '`q` that matches', query: () => ({ q: 'first12' }) },
  { name: '`q` that matches nothing', query: () => ({ q: 'nobody' }) },
];

/** Prepares the calls. */
export async function readerOf(
  { stored, database, call }: ContactService,
  view: ContactView,
  { direction, limit }: PageOf,
): Promise<PageReader> {
  const query = view.query(stored);
  const filters = await filtersOf(query, { stored, database });
  const pageOf = (number: number): PageRequest => {
    const cursor = stored.cursors[number % stored.cursors.length];
    return { limit, ...(direction !== 'first' && cursor !== undefined && { [direction]: cursor }) };
  };
  return {
    statement: (number) => listContacts(database, filters, pageOf(number)),
    request(number) {
      const page = Object.entries(pageOf(number)).map(([name, value]) => [name, String(value)]);
      return call('GET', `/contacts?${new URLSearchParams({ ...query, ...Object.fromEntries(page) })}`);
    },
  };
}

async function filtersOf(
  { segment_id: segmentId, topic_id: topicId, unsubscribed, email, q }: Record<string, string>,
  { stored: { accountId, audienceId }, database }: Pick<ContactService, 'stored' | 'database'>,
): Promise<ContactFilters> {
  return {
    accountId,
    audienceId,
    segmentIds: segmentId === undefined ? [] : [segmentId],
    now: new Date(),
    topic: topicId === undefined ? undefined : await requireTopic(database, accountId, topicId),
    unsubscribed: unsubscribed === undefined ? undefined : unsubscribed === 'true',
    emailKey: email,
    q,
  };
}
