// What the overview needs to know of an account before it can say anything: its keys, domains and webhooks, and the
// latest emails. While a step of the checklist is open, what it waits for is asked again every two seconds.
import { useState } from 'react';
import type { ApiFailure } from '../../api/failure.ts';
import type { EmailItem } from '../../api/generated/types.ts';
import { useCall } from '../../api/use-call.ts';
import { checklistOf, findSendingDomain, type StepId } from './checklist.ts';

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
  failure: ApiFailure | undefined;
  retry(): void;
}

/** Reads them. @param isWatched the checklist is shown */
export function useAccountFacts(isWatched: boolean): AccountReading {
  const [isComplete, setComplete] = useState(false);
  const asksAgain = { isLive: isWatched && !isComplete };
  const emails = useCall('listEmails', { query: { limit: LATEST } }, { isLive: true });
  const keys = useCall('listApiKeys', {}, asksAgain);
  const domains = useCall('listDomains', {}, asksAgain);
  const webhooks = useCall('listWebhooks', { query: { limit: 1 } }, asksAgain);
  const reads = [emails, keys, domains, webhooks];
  const failure = reads.find(({ error, data }) => error && !data)?.error ?? undefined;
  const retry = () => {
    for (const { refetch } of reads) void refetch();
  };
  if (!emails.data || !keys.data || !domains.data || !webhooks.data) {
    return { state: undefined, failure, retry };
  }
  const steps = checklistOf({
    keys: keys.data.data,
    domains: domains.data.data,
    hasEmails: emails.data.data.length > 0,
    hasWebhooks: webhooks.data.data.length > 0,
  });
  const areAllDone = Object.values(steps).every(Boolean);
  if (areAllDone !== isComplete) setComplete(areAllDone);
  const domain = findSendingDomain(domains.data.data);
  return { state: { steps, isComplete: areAllDone, domain, emails: emails.data.data }, failure, retry };
}
