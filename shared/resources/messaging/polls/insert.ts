// Stores polls when mail can carry them: with an email, at the start of a campaign, when a template is published.
import type { Queryable } from '../../../platform/db/connect.ts';
import type { PollDefinition, PollOwner } from './poll.ts';

/** A poll with what carries it. */
export interface NewPoll {
  accountId: string;
  owner: PollOwner;
  definition: PollDefinition;
  createdAt: Date;
}

const INSERT = `
  INSERT INTO polls (id, account_id, email_id, campaign_id, template_id, question, options, closes_at, results, created_at)
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::jsonb[],
                       $8::timestamptz[], $9::text[], $10::timestamptz[])
  ON CONFLICT (id) DO UPDATE
  SET question = excluded.question, closes_at = excluded.closes_at, results = excluded.results
  WHERE polls.account_id = excluded.account_id`;

/**
 * Inserts polls. One that is there already gets its present question, end and results; its options never change: other
 * options are another poll.
 */
export async function insertPolls(client: Queryable, polls: readonly NewPoll[]): Promise<void> {
  if (polls.length === 0) return;
  const owner = (key: string) => polls.map((poll) => (poll.owner as Record<string, string>)[key] ?? null);
  await client.query({
    name: 'insert-polls',
    text: INSERT,
    values: [
      polls.map(({ definition }) => definition.id),
      polls.map(({ accountId }) => accountId),
      ...[owner('emailId'), owner('campaignId'), owner('templateId')],
      polls.map(({ definition }) => definition.question),
      polls.map(({ definition }) => JSON.stringify(definition.options)),
      polls.map(({ definition }) => definition.closesAt),
      polls.map(({ definition }) => definition.results),
      polls.map(({ createdAt }) => createdAt),
    ],
  });
}
