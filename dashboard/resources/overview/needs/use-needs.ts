// Reads what needs a person, and remembers which rows are shown.
import { useState } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { useClock } from '../../../format/clock.ts';
import { type Need, needsOf, type ShownNeed, shownNeeds } from './needs.ts';

/** The lists have all; a page of more rows helps no person. */
export const READ_MAX = 100;

/** The things that need a person. */
export interface Needs {
  rows: readonly ShownNeed[];
  /** How many have been added since. */
  waiting: number;
  /** Shows these too. */
  show(): void;
}

/** The webhooks of the account: the checklist counts them, too. */
export const WEBHOOKS_READ = { query: { limit: READ_MAX } };

/** Stopped automations. Others are not read: an account has thousands. */
const PAUSED = { query: { status: 'paused', limit: READ_MAX } } as const;
const FAILING = { query: { needs_attention: true, limit: READ_MAX } } as const;
const FAILED = { query: { status: 'failed', limit: READ_MAX } } as const;

/** Reads it. */
export function useNeeds() {
  useClock();
  const domains = useCall(
    'listDomains',
    { query: { needs_attention: true, limit: READ_MAX } },
    { isLive: true },
  );
  const webhooks = useCall('listWebhooks', WEBHOOKS_READ, { isLive: true });
  const paused = useCall('listCampaigns', PAUSED, { isLive: true });
  const failed = useCall('listCampaigns', FAILED, { isLive: true });
  const automations = useCall('listAutomations', FAILING, { isLive: true });
  const [taken, setTaken] = useState<readonly Need[]>();
  const present =
    domains.data &&
    webhooks.data &&
    paused.data &&
    failed.data &&
    automations.data &&
    needsOf(
      {
        domains: domains.data.data,
        webhooks: webhooks.data.data,
        campaigns: [...paused.data.data, ...failed.data.data],
        automations: automations.data.data,
      },
      new Date(),
    );
  if (present && taken === undefined) setTaken(present);
  const { rows, waiting } = shownNeeds(taken ?? present ?? [], present ?? []);
  const needs: Needs = {
    rows: present ? rows : [],
    waiting: waiting.length,
    show: () => setTaken([...(taken ?? []), ...waiting]),
  };
  return { needs, reads: [domains, webhooks, paused, failed, automations] };
}
