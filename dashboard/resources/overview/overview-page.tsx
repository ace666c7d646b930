// The first page: what is left to set up, what became of the mail, how much more may be sent, and for people who run
// the service the work that waits. An account that has sent nothing sees how to begin, and no zeros.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { OutOfDate } from '../../design/feedback/out-of-date.tsx';
import { Skeleton } from '../../design/feedback/skeleton.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { ChecklistSection } from './checklist-section.tsx';
import { hideChecklist, isChecklistHidden } from './hidden-checklist.ts';
import { LatestSection } from './latest-section.tsx';
import { MetricsSection } from './metrics-section.tsx';
import css from './overview.module.css';
import { QuotaSection } from './quota-section.tsx';
import { type AccountState, useAccountFacts } from './use-account-facts.ts';
import { WorkSection } from './work-section.tsx';

/** The page. */
export function OverviewPage() {
  const { account } = useSession();
  const [isHidden, setHidden] = useState(() => isChecklistHidden(account.id));
  const { state, failure, retry } = useAccountFacts(!isHidden);
  const hide = () => {
    hideChecklist(account.id);
    setHidden(true);
  };
  return (
    <div className={css['page']}>
      <PageHeader title="Overview" description={`What happens in ${account.name}.`} />
      <div className={css['parts']}>
        {!state && failure && <FailureNote failure={failure} onRetry={retry} />}
        {!state && !failure && <Skeleton height={560} />}
        {state && failure && <OutOfDate what="This page" failure={failure} />}
        {state && <Parts state={state} onHide={isHidden ? undefined : hide} />}
      </div>
    </div>
  );
}

/** @param onHide undefined: the finished list was put away */
function Parts({ state, onHide }: { state: AccountState; onHide: (() => void) | undefined }) {
  const hasSent = state.emails.length > 0;
  useFreshNumbers(state.emails);
  return (
    <>
      {(onHide || !state.isComplete) && <ChecklistSection state={state} onHide={onHide} />}
      {hasSent && <MetricsSection />}
      <div className={css['columns']} data-single={!hasSent || undefined}>
        {hasSent && <LatestSection emails={state.emails} />}
        <QuotaSection />
      </div>
      <WorkSection />
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
