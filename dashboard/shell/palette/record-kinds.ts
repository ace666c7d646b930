// The records that the palette finds, kind by kind: which operation finds them, what is said of one, and where it opens.
// Pure.
import type { AnswerOf, InputOf, OperationId } from '../../api/request.ts';
import type { ListOperationId, RowOf } from '../../lists/state/list-spec.ts';
import { automationBadge } from '../../resources/automations/words.ts';
import { campaignBadge } from '../../resources/campaigns/words.ts';
import { schemaInShort } from '../../resources/events/definitions/schema-words.ts';
import { POLLS_PATH } from '../../resources/polls/list.ts';
import { pollBadge, questionOf } from '../../resources/polls/words.ts';
import { ORIGINS } from '../../resources/suppressions/words.ts';
import { webhookBadge } from '../../resources/webhooks/health-words.ts';
import { says } from './find-entries.ts';

/** The most of one kind that are offered. */
export const FOUND_MAX = 5;
/** What an operation without a search reads, to be compared here: the most that a page of it can have. */
const READ_MAX = 100;
const ADDRESS = /^\S+@\S+\.[a-z]{2,}$/i;

/** What is said of a record. */
export interface FoundRecord {
  id: string;
  label: string;
  detail?: string | undefined;
}

/** Calls an operation. @param isKept the answer serves other texts, too */
export type ReadRecords = <Id extends OperationId>(
  id: Id,
  input: InputOf<Id>,
  isKept: boolean,
) => Promise<AnswerOf<Id>>;

/** A kind of record. */
export interface RecordKind {
  /** Its heading. */
  group: string;
  /** One of them, within a sentence. */
  name: string;
  /** The path of its page; a record is below it. */
  path: string;
  /** What finds it by name, and by id. */
  list: OperationId;
  get: OperationId;
  search(read: ReadRecords, typed: string): Promise<readonly FoundRecord[]>;
  open(read: ReadRecords, id: string): Promise<FoundRecord>;
}

/** The operations that answer one record with what the rows of a list say. */
type GetOf<Id extends ListOperationId> = {
  [Get in OperationId]: { id: string } extends InputOf<Get>
    ? AnswerOf<Get> extends RowOf<Id>
      ? Get
      : never
    : never;
}[OperationId];

interface KindRow<Id extends ListOperationId> {
  group: string;
  name: string;
  path: string;
  list: Id;
  get: GetOf<Id>;
  /** The search of the operation; undefined: this can be none of its records. */
  query?: (typed: string) => Readonly<Record<string, string>> | undefined;
  words: (record: RowOf<Id>) => Omit<FoundRecord, 'id'>;
}

function kind<Id extends ListOperationId>({ query, words, ...row }: KindRow<Id>): RecordKind {
  const found = (record: RowOf<Id>): FoundRecord => ({ id: record.id, ...words(record) });
  return {
    ...row,
    async search(read, typed) {
      const asked = query ? query(typed) : {};
      if (!asked) return [];
      const input = { query: { limit: query ? FOUND_MAX : READ_MAX, ...asked } };
      const answer = (await read(row.list, input as unknown as InputOf<Id>, !query)) as { data: RowOf<Id>[] };
      const records = answer.data.map(found);
      return (query ? records : records.filter((record) => says(record, typed))).slice(0, FOUND_MAX);
    },
    async open(read, id) {
      return found((await read(row.get, { id } as never, false)) as unknown as RowOf<Id>);
    },
  };
}

/** By text in it. */
const byText = (q: string) => ({ q });
/** By the whole address: part of one finds nothing. */
const byAddress = (email: string) => (ADDRESS.test(email) ? { email } : undefined);

/** The kinds, in the order of their headings. */
export const RECORD_KINDS: readonly RecordKind[] = [
  kind({
    group: 'Contacts',
    name: 'contact',
    path: '/contacts',
    list: 'listContacts',
    get: 'getContact',
    // An address is found among all contacts, a text among the latest 50,000 (docs/reference/contacts.md).
    query: (typed) => byAddress(typed) ?? byText(typed),
    words: ({ email, first_name, last_name }) => ({
      label: email,
      detail: [first_name, last_name].filter(Boolean).join(' '),
    }),
  }),
  kind({
    group: 'Templates',
    name: 'template',
    path: '/templates',
    list: 'listTemplates',
    get: 'getTemplate',
    query: byText,
    words: ({ name, alias }) => ({ label: name, detail: alias ?? '' }),
  }),
  kind({
    group: 'Campaigns',
    name: 'campaign',
    path: '/campaigns',
    list: 'listCampaigns',
    get: 'getCampaign',
    query: byText,
    words: (campaign) => ({ label: campaign.name, detail: campaignBadge(campaign).label }),
  }),
  kind({
    group: 'Polls',
    name: 'poll',
    path: POLLS_PATH,
    list: 'listPolls',
    get: 'getPoll',
    words: (poll) => ({ label: questionOf(poll), detail: pollBadge(poll).label }),
  }),
  kind({
    group: 'Automations',
    name: 'automation',
    path: '/automations',
    list: 'listAutomations',
    get: 'getAutomation',
    query: byText,
    words: (automation) => ({ label: automation.name, detail: automationBadge(automation).label }),
  }),
  kind({
    group: 'Segments',
    name: 'segment',
    path: '/segments',
    list: 'listSegments',
    get: 'getSegment',
    words: ({ name }) => ({ label: name }),
  }),
  kind({
    group: 'Topics',
    name: 'topic',
    path: '/topics',
    list: 'listTopics',
    get: 'getTopic',
    words: ({ name }) => ({ label: name }),
  }),
  kind({
    group: 'Domains',
    name: 'domain',
    path: '/domains',
    list: 'listDomains',
    get: 'getDomain',
    query: byText,
    words: ({ name, status }) => ({ label: name, detail: status.replaceAll('_', ' ') }),
  }),
  kind({
    group: 'Webhooks',
    name: 'webhook',
    path: '/webhooks',
    list: 'listWebhooks',
    get: 'getWebhook',
    words: (webhook) => ({ label: webhook.endpoint_url, detail: webhookBadge(webhook, new Date()).label }),
  }),
  kind({
    group: 'Received events',
    name: 'event',
    path: '/events/received',
    list: 'listReceivedEvents',
    get: 'getReceivedEvent',
    // By its id only: thousands may have one name.
    query: () => undefined,
    words: ({ event, contact }) => ({ label: event, detail: contact?.email }),
  }),
  kind({
    group: 'Event definitions',
    name: 'event definition',
    path: '/events/definitions',
    list: 'listEvents',
    get: 'getEvent',
    words: ({ name, schema }) => ({ label: name, detail: schemaInShort(schema) }),
  }),
  kind({
    group: 'API keys',
    name: 'API key',
    path: '/api-keys',
    list: 'listApiKeys',
    get: 'getApiKey',
    words: ({ name, prefix }) => ({ label: name, detail: `${prefix}…` }),
  }),
  kind({
    group: 'Suppressions',
    name: 'suppression',
    path: '/suppressions',
    list: 'listSuppressions',
    get: 'getSuppression',
    query: byAddress,
    words: ({ email, origin }) => ({ label: email, detail: ORIGINS[origin] }),
  }),
  kind({
    group: 'Emails',
    name: 'email',
    path: '/emails',
    list: 'listEmails',
    get: 'getEmail',
    query: byText,
    words: ({ subject, to }) => ({ label: subject || 'No subject', detail: to[0] && `to ${to[0]}` }),
  }),
];
