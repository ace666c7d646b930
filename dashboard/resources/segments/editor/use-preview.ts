// Whom rules find, asked again when one has stopped changing them; the request before is ended then.
import { useEffect, useState } from 'react';
import type { ApiFailure } from '../../../api/failure.ts';
import type { SegmentPreview } from '../../../api/generated/types.ts';
import type { InputOf } from '../../../api/request.ts';
import { useCall } from '../../../api/use-call.ts';
import { useSettled } from '../../../design/fields/use-settled.ts';

const SETTLED_AFTER_MS = 400;
/** The time after which the page says that it takes long. */
const LONG_AFTER_MS = 5_000;

/** The known preview. */
export interface Preview {
  /** The last answer, which may be of rules before. */
  found: SegmentPreview | undefined;
  failure: ApiFailure | undefined;
  state: 'none' | 'asking' | 'long' | 'failed' | 'known';
  retry(): void;
}

/** @param filter undefined: there is nothing to ask */
export function usePreview(filter: unknown, audienceId: string | undefined): Preview {
  const wanted = filter === undefined ? '' : JSON.stringify(filter);
  const asked = useSettled(wanted, SETTLED_AFTER_MS);
  const isAsked = asked !== '' && wanted !== '';
  const input = inputOf(asked, audienceId);
  const { data, error, isFetching, isPlaceholderData, refetch } = useCall('previewSegment', input, {
    isEnabled: isAsked,
    keepsPrevious: true,
  });
  const isLong = useIsLong(isFetching, asked);
  const isOld = isFetching || isPlaceholderData || asked !== wanted;
  const asking = isLong ? 'long' : 'asking';
  const answered = error ? 'failed' : 'known';
  const state = isOld ? asking : answered;
  return {
    found: data,
    failure: isOld ? undefined : (error ?? undefined),
    state: wanted === '' ? 'none' : state,
    retry: () => void refetch(),
  };
}

function inputOf(filter: string, audienceId: string | undefined): InputOf<'previewSegment'> {
  const body = { filter: filter === '' ? {} : JSON.parse(filter), audience_id: audienceId ?? null };
  return { body } as unknown as InputOf<'previewSegment'>;
}

/** Whether one request has taken long already. @param of another one begins again */
function useIsLong(isFetching: boolean, of: string): boolean {
  const [long, setLong] = useState<string>();
  useEffect(() => {
    if (!isFetching) return undefined;
    const timer = setTimeout(() => setLong(of), LONG_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLong(undefined);
    };
  }, [isFetching, of]);
  return isFetching && long === of;
}
