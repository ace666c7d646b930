// The first page: what needs a person, the rest to set up, what became of the mail, how much more may be sent, and for
// people who run the service whether its work needs them. An account that has sent nothing sees how to begin, and no
// zeros.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { OutOfDate } from '../../design/feedback/out-of-date.tsx';
import { Skeleton } from '../../design/feedback/skeleton.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { loadedLater } from '../../design/lazy/loaded-later.tsx';
import { useLoaded } from '../../design/lazy/use-loaded.ts';
import { LatestSection } from './latest-section.tsx';
import { MetricsSection } from './metrics-section.tsx';
import { MoreNeeds } from './needs/more-needs.tsx';
import { NeedsSection } from './needs/needs-section.tsx';
import { useNeeds } from './needs/use-needs.ts';
import css from './overview.module.css';
import { QuotaSection } from './quota-section.tsx';
import { type AccountState, useAccountFacts } from './use-account-facts.ts';
import { WorkLine } from './work-line.tsx';

// Most accounts have done the first steps; its snippets need React Aria.
const Checklist = loadedLater(() => import('./checklist-section.tsx').then((it) => it.ChecklistSection));

/** The page. */
export function OverviewPage() {
  const { account } = useSession();
  const { needs, reads } = useNeeds();
  const facts = useAccountFacts();
  // Nothing is drawn before all is known: what needs a person stands above the rest.
  const known = reads.every(({ data }) => data !== undefined) ? facts.state : undefined;
  const { hasChecklist, isReady } = useChecklist(known);
  const state = isReady ? known : undefined;
  const failure = facts.failure ?? reads.find(({ error, data }) => error && !data)?.error ?? undefined;
  const retry = () => {
    facts.retry();
    for (const { refetch } of reads) void refetch();
  };
  return (
    <div className={css['page']}>
      <PageHeader
        title="Overview"
        description={needs.waiting > 0 ? <MoreNeeds needs={needs} /> : `Recent activity in ${account.name}.`}
        actions={<WorkLine />}
      />
      <div className={css['parts']}>
        {!state && failure && <FailureNote failure={failure} onRetry={retry} />}
        {!state && !failure && <Skeleton height={560} />}
        {state && failure && <OutOfDate what="This page" failure={failure} />}
        {state && <NeedsSection rows={needs.rows} />}
        {state && <Parts state={state} hasChecklist={hasChecklist} />}
      </div>
    </div>
  );
}

/** The page waits for its code once, so that nothing moves when it appears. */
function useChecklist(state: AccountState | undefined) {
  const isWanted = state !== undefined && !state.isComplete;
  const [hasFailed, setFailed] = useState(false);
  const hasChecklist = useLoaded(Checklist, isWanted, () => setFailed(true));
  const wasReady = useRef(false);
  wasReady.current ||= hasFailed || (state !== undefined && (hasChecklist || !isWanted));
  return { hasChecklist, isReady: wasReady.current };
}

function Parts({ state, hasChecklist }: { state: AccountState; hasChecklist: boolean }) {
  const hasSent = state.emails.length > 0;
  useFreshNumbers(state.emails);
  // A list whose last step is finished while it is shown keeps its place: otherwise the content below would move under
  // the pointer.
  const wasOpen = useRef(false);
  wasOpen.current ||= !state.isComplete;
  return (
    <>
      {wasOpen.current && hasChecklist && <Checklist.Component state={state} />}
      {hasSent && <MetricsSection />}
      <div className={css['columns']} data-single={!hasSent || undefined}>
        {hasSent && <LatestSection emails={state.emails} />}
        <QuotaSection />
      </div>
    </>
  );
}

/** Numbers change when mail does: they are read again then, and not every two seconds. */
function useFreshNumbers(emails: AccountState['emails']): void {
  const client = useQueryClient();
  const seen = emails.map(({ id, status }) => `${id} ${status}`).join();
  const before = useRef(seen);
  useEffect(() => {
    if (before.current === seen) return;
    before.current = seen;
    void client.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] === 'getEmailMetrics' || queryKey[0] === 'getUsage',
    });
  }, [client, seen]);
}
