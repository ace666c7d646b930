// The types of a poll: a question that a mail asks and people answer with one tap (docs/reference/polls.md).
import type { POLL_RESULTS } from '../../../contract/polls/values.ts';

/** An answer that people can choose. */
export interface PollOption {
  id: string;
  label: string;
}

/** The poll of a mail; it is stored with the content. */
export interface PollDefinition {
  id: string;
  question: string;
  options: PollOption[];
  /** ISO 8601; null: it takes votes for ever. */
  closesAt: string | null;
  /** Whether the page shows the results after a vote. */
  results: (typeof POLL_RESULTS)[number];
}

/** The owner of a poll. A template's poll counts all mail that is made from it. */
export type PollOwner = { emailId: string } | { campaignId: string } | { templateId: string };

/** A row of `polls`. */
export interface Poll extends Omit<PollDefinition, 'closesAt'> {
  accountId: string;
  /** One of the three is set. */
  emailId: string | null;
  campaignId: string | null;
  templateId: string | null;
  closesAt: Date | null;
  createdAt: Date;
}

/** The columns of a Poll. */
export const POLL_COLUMNS = `
  polls.id, polls.account_id AS "accountId", polls.email_id AS "emailId", polls.campaign_id AS "campaignId",
  polls.template_id AS "templateId", polls.question, polls.options, polls.closes_at AS "closesAt", polls.results,
  polls.created_at AS "createdAt"`;
