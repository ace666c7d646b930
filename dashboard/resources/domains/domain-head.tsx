// The head of a domain: its state as a sentence with the next check, and what it leads to. That a record has turned green is
// said to screen readers in one place for the whole page.
import { useEffect, useRef } from 'react';
import type { ApiFailure } from '../../api/failure.ts';
import type { Domain } from '../../api/generated/types.ts';
import { useCall } from '../../api/use-call.ts';
import { ButtonLink } from '../../design/controls/button.tsx';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { Notice } from '../../design/feedback/notice.tsx';
import { announce } from '../../design/feedback/notices.ts';
import { useCountingClock } from '../../format/clock.ts';
import css from './domains.module.css';
import { contestWords, isCounting, lastCheckWords, stateWords, turnedGreenWords } from './words.ts';

/** The head. @param failure of the last press of Verify now */
export function DomainHead({ domain, failure }: { domain: Domain; failure: ApiFailure | null }) {
  useTurnedGreen(domain);
  const { data: account } = useCall('getAccount', {}, { isLive: true });
  const contest = contestWords(domain);
  const state = stateWords(domain, account?.reputation.status === 'paused');
  const { status_reason: reason } = domain;
  return (
    <div className={css['head']}>
      {reason === null ? (
        <p className={css['state']}>
          {state} <LastCheck domain={domain} />
        </p>
      ) : (
        <Notice kind={reason === 'claimed' ? 'bad' : 'warn'} action={<ClaimLink domain={domain} />}>
          {state} <LastCheck domain={domain} />
        </Notice>
      )}
      {contest !== undefined && (
        <Notice kind="warn" title="This domain is contested">
          {contest}
        </Notice>
      )}
      {failure && <FailureNote failure={failure} />}
    </div>
  );
}

/** Only these words are drawn again each second. */
function LastCheck({ domain }: { domain: Domain }) {
  useCountingClock(isCounting(domain, new Date()));
  return lastCheckWords(domain, new Date());
}

function ClaimLink({ domain: { id, status_reason } }: { domain: Domain }) {
  if (status_reason === 'plan_limit_reached') return null;
  return (
    <ButtonLink size="small" href={`/domains/${id}/claim`}>
      Claim domain
    </ButtonLink>
  );
}

function useTurnedGreen(domain: Domain): void {
  const before = useRef(domain);
  useEffect(() => {
    const words = turnedGreenWords(before.current, domain);
    before.current = domain;
    if (words !== undefined) announce(words);
  }, [domain]);
}
