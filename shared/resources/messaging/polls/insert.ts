// Stores polls when mail can carry them: with an email, at the start of a campaign, when a template is published.
import type { Queryable } from '../../../platform/db/connect.ts';
import { column, type SentColumns, sentRows } from '../../../platform/db/parameters/sent-rows.ts';
import type { PollDefinition, PollOwner } from './poll.ts';

/** A poll with what carries it. */
export interface NewPoll {
  accountId: string;
  owner: PollOwner;
  definition: PollDefinition;
  createdAt: Date;
}

const COLUMNS: SentColumns<NewPoll> = {
  id: column('uuid', ({ definition }) => definition.id),
  account_id: column('uuid', ({ accountId }) => accountId),
  email_id: column('uuid', ({ owner }) => ('emailId' in owner ? owner.emailId : null)),
  campaign_id: column('uuid', ({ owner }) => ('campaignId' in owner ? owner.campaignId : null)),
  template_id: column('uuid', ({ owner }) => ('templateId' in owner ? owner.templateId : null)),
  question: column('text', ({ definition }) => definition.question),
  options: column('jsonb', ({ definition }) => definition.options),
  closes_at: column('time', ({ definition }) => definition.closesAt),
  results: column('text', ({ definition }) => definition.results),
  created_at: column('time', ({ createdAt }) => createdAt),
};

const SENT = sentRows([COLUMNS]);

const INSERT = `
  ${SENT.insertInto('polls', COLUMNS)}
  ON CONFLICT (id) DO UPDATE
  SET question = excluded.question, closes_at = excluded.closes_at, results = excluded.results
  WHERE polls.account_id = excluded.account_id`;

/**
 * Inserts polls. An existing one gets its present question, end and results; its options never change: other
 * options are another poll.
 */
export async function insertPolls(client: Queryable, polls: readonly NewPoll[]): Promise<void> {
  if (polls.length === 0) return;
  await client.query({ name: 'insert-polls', text: INSERT, values: SENT.values(polls) });
}
