// What is said of a poll and of a vote. Pure.
import type { PollItem, PollVote } from '../../api/generated/types.ts';
import { amountText } from '../../format/amount-text.ts';

/** The question; it is lost for an email to an erased person. */
export function questionOf({ question }: Pick<PollItem, 'question'>): string {
  return question === '' ? 'The question was erased' : question;
}

/** The dot and the word of its state. */
export function pollBadge({ status }: Pick<PollItem, 'status'>): { status: string; label: string } {
  return status === 'open' ? { status: 'running', label: 'Open' } : { status: 'completed', label: 'Closed' };
}

/** "1 vote", "1,204 votes". */
export function votesText({ total_votes: count }: Pick<PollItem, 'total_votes'>): string {
  return `${amountText(count)} ${count === 1 ? 'vote' : 'votes'}`;
}

/** The mail that asks it: what it is, and where it is below /app. */
export function askedBy(poll: Pick<PollItem, 'campaign_id' | 'template_id' | 'email_id'>): {
  label: string;
  href: string;
} {
  if (poll.campaign_id !== null) return { label: 'A campaign', href: `/campaigns/${poll.campaign_id}` };
  if (poll.template_id !== null) return { label: 'A template', href: `/templates/${poll.template_id}` };
  return { label: 'An email', href: `/emails/${poll.email_id}` };
}

/** The voter; an erased person has no address. */
export function voterOf({ email }: Pick<PollVote, 'email'>): string {
  return email === '' ? 'An erased person' : email;
}

/** The path of the voter's record, below /app; the email if the address has no contact. */
export function voterPath({ contact_id, email_id }: Pick<PollVote, 'contact_id' | 'email_id'>): string {
  return contact_id === null ? `/emails/${email_id}` : `/contacts/${contact_id}`;
}
