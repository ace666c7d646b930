// Reads what rules about contacts can be about: properties and topics of the account, and the campaigns, polls and
// segments that the rules of a filter name.
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  ANY_OPTION,
  CAMPAIGN_PREFIX,
  POLL_PREFIX,
  TOPIC_PREFIX,
} from '../../shared/contract/segments/fields.ts';
import { callUntil } from '../api/call.ts';
import { ApiFailure } from '../api/failure.ts';
import type { TopicItem } from '../api/generated/types.ts';
import { readOf } from '../api/use-call.ts';
import { useProperties } from '../audience/use-properties.ts';
import { useSegmentNames } from '../audience/use-segment-names.ts';
import { useTopics } from '../audience/use-topics.ts';
import {
  type AudienceFacts,
  contactFields,
  type NamedPoll,
  type NamedRecord,
} from './contacts/contact-fields.ts';
import { idsAfter, segmentIdsIn } from './contacts/named-records.ts';
import type { RecordFields, RuleFields, RuleOption } from './rule-fields.ts';

/** The fields. */
export interface ContactFieldsRead {
  /** Undefined: they are not read yet, or cannot be, which `failure` says. */
  fields: RuleFields | undefined;
  failure: ApiFailure | undefined;
  retry(): void;
}

/**
 * Reads the fields.
 * @param filter whose rules name records, in any form
 * @param audienceId of the filter: only its segments are offered
 */
export function useContactFields(filter: unknown, audienceId: string | undefined): ContactFieldsRead {
  const properties = useProperties();
  const topics = useTopics();
  const { data: segmentNames } = useSegmentNames(segmentIdsIn(filter));
  const campaigns = useNamedCampaigns(idsAfter(CAMPAIGN_PREFIX, filter));
  const polls = useNamedPolls(idsAfter(POLL_PREFIX, filter));
  const retry = () => {
    for (const each of [properties, topics]) if (each.isError) void each.refetch();
  };
  // The same fields as long as nothing has changed: then the rules are not drawn again with each letter of one of them.
  const named = JSON.stringify({ campaigns, polls });
  const fields = useMemo(() => {
    if (!properties.data || !topics.data) return undefined;
    const read = JSON.parse(named) as Pick<AudienceFacts, 'campaigns' | 'polls'>;
    const facts = { properties: properties.data, topics: topics.data, segmentNames, audienceId, ...read };
    return contactFields(facts, [recordsOfTopics(topics.data), CAMPAIGNS, POLLS]);
  }, [properties.data, topics.data, segmentNames, audienceId, named]);
  if (!fields) return { fields, failure: properties.error ?? topics.error ?? undefined, retry };
  return { fields, failure: undefined, retry };
}

/** Campaigns by their ids; a deleted one is none. */
function useNamedCampaigns(ids: readonly string[]): NamedRecord[] {
  const reads = useQueries({ queries: ids.map((id) => readOf('getCampaign', { id })) });
  return ids.flatMap((id, index) => {
    const { data, error } = reads[index] ?? {};
    return isGone(error) ? [] : [{ id, name: data?.name }];
  });
}

/** Polls by their ids; one whose mail was deleted is none. */
function useNamedPolls(ids: readonly string[]): NamedPoll[] {
  const reads = useQueries({ queries: ids.map((id) => readOf('getPoll', { id })) });
  return ids.flatMap((id, index) => {
    const { data, error } = reads[index] ?? {};
    return isGone(error) ? [] : [{ id, name: data?.question, options: data?.options ?? [] }];
  });
}

/** The API knows no such record; any other failure says nothing about it. */
function isGone(error: unknown): boolean {
  return error instanceof ApiFailure && (error.status === 404 || error.status === 422);
}

/** So many campaigns and polls are looked at. */
const LOOKED_AT = 100;
/** Nothing has become of these: the API takes no rule about them. */
const NOT_BEGUN: ReadonlySet<string> = new Set(['draft', 'scheduled']);

function recordsOfTopics(topics: readonly TopicItem[]): RecordFields {
  const options = topics.map(({ id, name }) => ({ id, label: name }));
  const read = async (text: string) => options.filter(isLike(text));
  return { prefix: TOPIC_PREFIX, label: 'Topic', one: 'a topic', first: 'opt_in', isAlike: true, read };
}

const CAMPAIGNS: RecordFields = {
  prefix: CAMPAIGN_PREFIX,
  label: 'Campaign',
  one: 'a campaign',
  first: 'opened',
  isAlike: true,
  async read(text, signal) {
    const query = { limit: LOOKED_AT, ...(text !== '' && { q: text }) };
    const { data } = await callUntil(signal, 'listCampaigns', { query });
    return data.filter(({ status }) => !NOT_BEGUN.has(status)).map(({ id, name }) => ({ id, label: name }));
  },
};

/** The list of polls has no search: the latest are compared. */
const POLLS: RecordFields = {
  prefix: POLL_PREFIX,
  label: 'Poll',
  one: 'a poll',
  first: ANY_OPTION,
  isAlike: false,
  async read(text, signal) {
    const { data } = await callUntil(signal, 'listPolls', { query: { limit: LOOKED_AT } });
    return data.map(({ id, question }) => ({ id, label: question })).filter(isLike(text));
  },
};

function isLike(text: string) {
  const typed = text.toLowerCase();
  return ({ label }: RuleOption) => label.toLowerCase().includes(typed);
}
