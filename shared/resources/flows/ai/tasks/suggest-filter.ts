// The task of POST /segments/suggest: the filter that a sentence means, and how many contacts meet it. The model sees which fields
// there are, never a contact or a value of one.
import { CONTACT_FIELDS } from '../../../../contract/contacts/fields.ts';
import { CAMPAIGN_PARTS } from '../../../../contract/segments/values.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import { findPageOf } from '../../../../platform/db/list.ts';
import { findContactProperties } from '../../../audience/contact-properties/find.ts';
import type { RuleTree } from '../../../audience/rules/rule.ts';
import { checkPreviewed } from '../../../audience/segment-previews/preview.ts';
import { SEGMENT_LIST } from '../../../audience/segments/list.ts';
import { findTopics } from '../../../audience/topics/find.ts';
import { CAMPAIGN_LIST } from '../../campaigns/list.ts';
import { messagesOf } from '../prompt/messages.ts';
import type { SuggestionTask } from '../suggest.ts';

/** Dependencies of the task. */
export interface FilterTaskDeps {
  database: Database;
  /** Reads `{filter}` as POST /segments does. @throws DomainError */
  readFields(answer: object): { filter: RuleTree };
  /** Counts the contacts that meet a filter; null: that takes too long. */
  count(filter: RuleTree): Promise<number | null>;
}

/** The request. */
export interface FilterWish {
  accountId: string;
  text: string;
  /** Undefined: the default audience. */
  audienceId: string | undefined;
  now: Date;
}

/** A filter, and how many meet it. */
export interface SuggestedFilter {
  filter: RuleTree;
  count: number | null;
}

/** The number of segments and of campaigns that the model is shown, newest first. */
const SHOWN = 50;

const TASK = `You translate sentences into filters of contacts for a mail service.
The form of the answer: {"filter": node}. A node is {"field", "operator", "value"}, {"and": [nodes]}, {"or": [nodes]} or {"not": node}; at most 50 rules, five levels deep.
Fields and their operators:
- texts ${['contact.email', ...CONTACT_FIELDS.map(({ column }) => `contact.${column}`)].join(', ')}: eq, neq, contains, starts_with, ends_with, exists, is_empty
- dates contact.created_at, contact.updated_at: eq, neq, gt, gte, lt, lte with "2026-01-31"; exists, is_empty
- contact.unsubscribed: eq with true or false
- contact.properties.<key> with a key of "properties" in the data, by its type: string as texts; number and date with eq, neq, gt, gte, lt, lte, exists, is_empty; boolean with eq, neq, exists, is_empty
- "segment": eq or neq with an id of "segments"; "topic.<id>" of "topics": eq or neq with "opt_in" or "opt_out"
- "campaign.<id>" of "campaigns": eq or neq with one of ${CAMPAIGN_PARTS.join(', ')}
- engagement.last_received_days, engagement.last_opened_days, engagement.last_clicked_days: days since an address got, opened or clicked mail, with eq, neq, gt, gte, lt, lte and a number; who never did counts as infinitely long ago
exists and is_empty take no value. "today" in the data is the present day. Use nothing that is not in the data; if the sentence asks for what no field has, take the closest.`;

/** @throws DomainError `not_found` for the audience */
export async function suggestFilterTask(
  { database, readFields, count }: FilterTaskDeps,
  { accountId, text, audienceId: givenId, now }: FilterWish,
): Promise<SuggestionTask<SuggestedFilter>> {
  const { audienceId, check } = await checkPreviewed(database, accountId, givenId);
  const [properties, topics, segments, campaigns] = await Promise.all([
    findContactProperties(database, accountId),
    findTopics(database, accountId),
    findPageOf(database, SEGMENT_LIST, accountId, { limit: SHOWN }),
    findPageOf(database, CAMPAIGN_LIST, accountId, { limit: SHOWN }),
  ]);
  const data = {
    today: now.toISOString().slice(0, 10),
    properties: properties.map(({ key, type }) => ({ key, type })),
    topics: topics.map(named),
    segments: segments.rows.filter((segment) => segment.audienceId === audienceId).map(named),
    campaigns: campaigns.rows.filter(({ dispatchId }) => dispatchId !== null).map(named),
  };
  return {
    messages: messagesOf(TASK, text, data),
    async read(answer) {
      const { filter } = readFields(answer);
      await check(filter);
      return { filter, count: await count(filter) };
    },
  };
}

const named = ({ id, name }: { id: string; name: string }) => ({ id, name });
