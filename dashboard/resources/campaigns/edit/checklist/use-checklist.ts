// Has the server check a campaign: after it was saved (check-due.ts), and again when one comes back to the page, as after a domain
// was verified in another tab. One check at a time. Links are opened when one asks for it, because they lead to pages of others.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { Campaign } from '../../../../api/generated/types.ts';
import { checkDueAt } from './check-due.ts';
import { askForCheck, useKnownCheck } from './known-check.ts';

/** @param isSaved whether everything is saved: the stored campaign is checked */
export function useChecklist(campaign: Pick<Campaign, 'id' | 'updated_at'>, isSaved: boolean) {
  const { id, updated_at: of } = campaign;
  const client = useQueryClient();
  const { known, isAsking } = useKnownCheck(id);
  const [asked, setAsked] = useState({ number: 1, opensLinks: false });
  const [answered, setAnswered] = useState(0);
  const isCurrent = known?.of === of && answered === asked.number;
  const ask = useEffectEvent(async () => {
    // Only of what one has seen when one asked: another version opens no link.
    const opensLinks = asked.opensLinks && known?.of === of;
    await askForCheck(client, { campaign, opensLinks }).catch(() => {});
    setAnswered(asked.number);
  });
  const answeredAtMs = known?.answeredAtMs;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a save, and a request, restart the time.
  useEffect(() => {
    if (!isSaved || isAsking || isCurrent) return undefined;
    const timer = setTimeout(() => void ask(), checkDueAt(Date.now(), answeredAtMs) - Date.now());
    return () => clearTimeout(timer);
  }, [isSaved, isAsking, isCurrent, answeredAtMs, of, asked]);
  const askAgain = useCallback(
    (opensLinks: boolean) => setAsked(({ number }) => ({ number: number + 1, opensLinks })),
    [],
  );
  const isLinkless = known?.opensLinks === false;
  useEffect(() => {
    const look = () => {
      // Links that were opened stay known until something is saved.
      if (!document.hidden && isLinkless) askAgain(false);
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [isLinkless, askAgain]);
  return {
    known,
    isCurrent: isCurrent && isSaved,
    isAsking,
    opensLinks: asked.opensLinks && !isCurrent,
    askAgain,
  };
}
