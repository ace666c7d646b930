// What an endpoint missed and whether it is being brought back: since when, how many events that is, and the recovery that
// runs. Its id is in the URL, so that a reload goes on showing it.
import { useState } from 'react';
import type { Webhook, WebhookReplay } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useCall } from '../../../api/use-call.ts';
import type { TypedMoment } from '../../../design/fields/moment/date-time-field.tsx';
import { zoneOfBrowser } from '../../../design/fields/moment/moment-words.ts';
import { wallText, wallTimeOf } from '../../../format/zoned-time.ts';
import { useRecordParameter } from '../../../records/use-record-parameter.ts';
import { failedFrom } from './recover-words.ts';

/** Events that were tried and not delivered, whether or not the service still tries. */
export const UNDELIVERED = 'undelivered';

/** A recovery, before it runs or while it does. */
export interface Recovery {
  /** False while the page asks how many events there are: what depends on it waits. */
  isRead: boolean;
  /** There is something to bring back, or there was at the last look. */
  isOffered: boolean;
  since: TypedMoment;
  setSince(since: TypedMoment): void;
  /** The answer of a dry run for exactly this time; undefined: not known. */
  found: WebhookReplay | undefined;
  /** The dry run is awaited: how many there are is said before anything runs. */
  isCounting: boolean;
  /** The id of the recovery that runs or has ended; undefined: there is none. */
  replayId: string | undefined;
  setReplayId(id: string | undefined): void;
}

/** Reads it. */
export function useRecovery({ id, status, health }: Webhook): Recovery {
  const [replayId, setReplayId] = useRecordParameter('replay');
  const [typed, setSince] = useState<TypedMoment>();
  const lastKnown = useLastKnown(health);
  const since = typed ?? momentOf(lastKnown);
  const refusal = useRefusal('replayWebhook');
  const isAsked = since.at !== undefined && refusal === undefined;
  const from = since.at?.toISOString() ?? '';
  const body = { since: from, status: UNDELIVERED, dry_run: true } as const;
  const { data, error } = useCall(
    'replayWebhook',
    { id, body },
    { isLive: true, isEnabled: isAsked && replayId === undefined, keepsPrevious: true },
  );
  const isFailing = health.failing_since !== null || status === 'disabled';
  // The previous answer stays until the one for another time is there.
  const found = data?.since === from ? data : undefined;
  const hasSome = error !== null || (data !== undefined && data.total !== 0);
  return {
    isRead: replayId !== undefined || !isAsked || data !== undefined || error !== null,
    // What one types may be no time yet.
    isOffered: typed !== undefined || (since.at !== undefined && (isFailing || hasSome)),
    since,
    setSince,
    found,
    isCounting: isAsked && found === undefined && error === null,
    replayId,
    setReplayId,
  };
}

/** An endpoint that works again has forgotten since when it failed; the page has not. */
function useLastKnown(health: Webhook['health']): Date | undefined {
  const at = failedFrom(health);
  const [known, setKnown] = useState(at);
  const isEarlier = health.failing_since !== null && at && known && at < known;
  if (at && (!known || isEarlier)) setKnown(at);
  return known ?? at;
}

function momentOf(at: Date | undefined): TypedMoment {
  if (!at) return { text: '', at };
  return { text: wallText(wallTimeOf(at, zoneOfBrowser())).replace('T', ' '), at };
}
