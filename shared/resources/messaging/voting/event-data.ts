// The payload data of poll.voted, for real events and for the sample event of POST /webhooks/:id/test.
import type { SampleOptions } from '../../foundation/sample-event.ts';
import type { Poll } from '../polls/poll.ts';

/** A vote that was given or changed. */
export interface AnnouncedVote {
  poll: Pick<Poll, 'id' | 'question' | 'options'>;
  optionId: string;
  /** Null: it is the first vote of the address. */
  previousId: string | null;
  /** The address, as the email was addressed. */
  address: string;
  emailId: string;
  /** Null: there is none. */
  contactId: string | null;
  campaignId: string | null;
  templateId: string | null;
  at: Date;
}

/** Data of poll.voted. */
export function buildVoteEventData(vote: AnnouncedVote): object {
  const { poll, optionId, previousId, address, emailId, contactId, campaignId, templateId, at } = vote;
  return {
    poll_id: poll.id,
    question: poll.question,
    option_id: optionId,
    option: poll.options.find(({ id }) => id === optionId)?.label ?? '',
    previous_option_id: previousId,
    email: address,
    ...(contactId !== null && { contact_id: contactId }),
    email_id: emailId,
    ...(campaignId !== null && { campaign_id: campaignId }),
    ...(templateId !== null && { template_id: templateId }),
    created_at: at.toISOString(),
  };
}

/** Builds sample data of poll.voted. */
export function samplePollEventData(
  _type: string,
  { nextId, now: at, simulatorDomain }: SampleOptions,
): object {
  const optionId = nextId();
  const options = [
    { id: optionId, label: 'Yes' },
    { id: nextId(), label: 'No' },
  ];
  return buildVoteEventData({
    poll: { id: nextId(), question: 'Was this helpful?', options },
    optionId,
    previousId: null,
    address: `delivered@${simulatorDomain}`,
    emailId: nextId(),
    contactId: nextId(),
    campaignId: nextId(),
    templateId: null,
    at,
  });
}
