// What the overview needs to know of an account before it can say anything: its keys, domains and webhooks, the latest
// emails, and while the first steps are open whether it has contacts and campaigns. While a step of the checklist is open, what it waits for is asked again every two seconds.
import { useState } from 'react';
import type { ApiFailure } from '../../api/failure.ts';
import type { EmailItem } from '../../api/generated/types.ts';
import { useCall } from '../../api/use-call.ts';
import { findSendingDomain } from '../domains/sending-domain.ts';
import { checklistOf, NEEDED_STEPS, type StepId } from './checklist.ts';
import { WEBHOOKS_READ } from './needs/use-needs.ts';

const ONE = { query: { limit: 1 } };

/** Rows of the latest emails. */
export const LATEST = 5;

/** The account at a glance. */
export interface AccountState {
  steps: Readonly<Record<StepId, boolean>>;
  isComplete: boolean;
  /** A domain that can send. */
  domain: string | undefined;
  emails: readonly EmailItem[];
}

interface AccountReading {
  /** Undefined: not read yet. */
  state: AccountState | undefined;
  /** The failure of a read whose old state is shown. */
  failure: ApiFailure | undefined;
  retry(): void;
}

/** Reads them. */
export function useAccountFacts(): AccountReading {
  const [isComplete, setComplete] = useState<boolean>();
  const asksAgain = { isLive: isComplete !== true };
  const emails = useCall('listEmails', { query: { limit: LATEST } }, { isLive: true });
  const keys = useCall('listApiKeys', {}, asksAgain);
  const domains = useCall('listDomains', {}, asksAgain);
  const webhooks = useCall('listWebhooks', WEBHOOKS_READ, { isLive: true });
  // Invitations and other notices of the service are not mail of a person. If the latest emails are only notices, the
  // first send must be searched.
  const isOnlyNotices = emails.data?.data.every(({ source }) => source === 'notice') ?? false;
  const sent = useCall(
    'listEmails',
    { query: { limit: 1, source: 'api' } },
    { ...asksAgain, isEnabled: isOnlyNotices },
  );
  // Whether the list is shown follows from the other steps, so accounts that have finished it do not ask for these.
  const further = { isLive: true, isEnabled: isComplete === false };
  const contacts = useCall('listContacts', ONE, further);
  const campaigns = useCall('listCampaigns', ONE, further);
  const reads = [emails, keys, domains, webhooks, sent, contacts, campaigns];
  const failure = reads.find(({ error, data }) => error && !data)?.error ?? emails.error ?? undefined;
  const retry = () => {
    for (const { refetch } of reads) void refetch();
  };
  if (!emails.data || !keys.data || !domains.data || !webhooks.data || (isOnlyNotices && !sent.data)) {
    return { state: undefined, failure, retry };
  }
  const steps = checklistOf({
    keys: keys.data.data,
    domains: domains.data.data,
    hasEmails: !isOnlyNotices || (sent.data?.data.length ?? 0) > 0,
    hasWebhooks: webhooks.data.data.length > 0,
    hasContacts: (contacts.data?.data.length ?? 0) > 0,
    hasCampaigns: (campaigns.data?.data.length ?? 0) > 0,
  });
  const areAllDone = NEEDED_STEPS.every((id) => steps[id]);
  if (areAllDone !== isComplete) setComplete(areAllDone);
  if (!areAllDone && (!contacts.data || !campaigns.data)) return { state: undefined, failure, retry };
  const domain = findSendingDomain(domains.data.data);
  return { state: { steps, isComplete: areAllDone, domain, emails: emails.data.data }, failure, retry };
}
