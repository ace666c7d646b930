// Whether what one types is saved, in words: "Saved 12 s ago", "Saving…", "Not saved: …". That it is not, and that it is
// again, is said to screen readers; how long ago is not.
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../design/controls/button.tsx';
import { announce } from '../design/feedback/notices.ts';
import { Dot } from '../design/text/status.tsx';
import type { Tone } from '../design/text/statuses.ts';
import { relativeTime } from '../format/time.ts';
import type { DraftInUse } from './use-draft.ts';
import css from './work-page.module.css';

/** The state that the words are about. */
export type SavedState = Pick<
  DraftInUse<Record<string, unknown>>,
  'state' | 'savedAtMs' | 'failure' | 'isKept' | 'retry'
> & {
  /** Why it waits, where that is not because it is unfinished. */
  notSavedWords?: string | undefined;
};

const MINUTE_MS = 60_000;
const TONES: Readonly<Record<SavedState['state'], Tone>> = {
  saved: 'good',
  saving: 'neutral',
  unfinished: 'warn',
  failed: 'bad',
  conflict: 'warn',
};

/** The words, and a button where one may try again. */
export function SavedWords({ saved, ref }: { saved: SavedState; ref?: RefObject<HTMLDivElement | null> }) {
  const { state, savedAtMs, retry } = saved;
  const nowMs = useSeconds(state === 'saved' ? savedAtMs : 0);
  const words = wordsOf(saved, nowMs);
  const hadFailed = useRef(false);
  const say = useEffectEvent(() => {
    const isBad = state !== 'saved' && state !== 'saving';
    if (isBad) announce(words);
    else if (state === 'saved' && hadFailed.current) announce('Saved.');
    if (state !== 'saving') hadFailed.current = isBad;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same state is said once for each reason.
  useEffect(() => say(), [state, saved.failure?.message, saved.isKept]);
  return (
    <div ref={ref} tabIndex={-1} className={css['saved']}>
      <Dot tone={TONES[state]} isOpen={state === 'saving'} />
      <span className={css['words']}>{words}</span>
      {state === 'failed' ? (
        <Button
          variant="quiet"
          size="small"
          onPress={() => {
            // The button disappears.
            ref?.current?.focus();
            retry();
          }}
        >
          Try again
        </Button>
      ) : null}
    </div>
  );
}

function wordsOf({ state, savedAtMs, failure, isKept, notSavedWords }: SavedState, nowMs: number): string {
  if (state === 'saving') return 'Saving…';
  if (state === 'conflict') return 'Not saved: changed elsewhere.';
  const kept = isKept ? ' Stored in this browser.' : '';
  if (state === 'unfinished') return `${notSavedWords ?? 'Not saved: not complete.'}${kept}`;
  if (state === 'failed') {
    const why = failure?.isSignedOut ? 'your session has ended.' : (failure?.message ?? '');
    return `Not saved: ${why}${kept}`;
  }
  const elapsedMs = Math.max(0, nowMs - savedAtMs);
  if (elapsedMs < MINUTE_MS) return `Saved ${Math.floor(elapsedMs / 1_000)} s ago`;
  return `Saved ${relativeTime(new Date(savedAtMs), new Date(nowMs))}`;
}

/** The time: each second in the first minute after `sinceMs`, then each half minute. */
function useSeconds(sinceMs: number): number {
  const [nowMs, setNow] = useState(Date.now);
  const isFresh = nowMs - sinceMs < MINUTE_MS;
  useEffect(() => {
    if (sinceMs === 0) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), isFresh ? 1_000 : MINUTE_MS / 2);
    return () => clearInterval(timer);
  }, [sinceMs, isFresh]);
  return nowMs;
}
