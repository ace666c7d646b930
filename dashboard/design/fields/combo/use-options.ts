// The options of a field that asks for them as one types: 200 ms after the last key, and the request before is ended, so
// that an answer to an older text never replaces that to a newer one. The options of before stay until the answer comes.
import { useEffect, useEffectEvent, useState } from 'react';
import { announce } from '../../feedback/notices.ts';
import type { SelectOption } from '../../floating/option-popover.tsx';

/** Asks for the options whose words are like a text. @throws the failure, with a message for people */
export type ReadOptions = (text: string, signal: AbortSignal) => Promise<readonly SelectOption[]>;

interface FoundOptions {
  options: readonly SelectOption[];
  /** The text that the options belong to. */
  of?: string;
  state: 'idle' | 'busy' | 'found' | 'failed';
  /** Why nothing could be read. */
  problem: string | undefined;
}

const PAUSE_MS = 200;

/** @param text undefined: there is no request yet */
export function useOptions(
  label: string,
  text: string | undefined,
  read: ReadOptions,
): FoundOptions & { retry: () => void } {
  const [found, setFound] = useState<FoundOptions>({ options: [], state: 'idle', problem: undefined });
  const [tries, setTries] = useState(0);
  const isFirst = found.state === 'idle';
  const ask = useEffectEvent(async (asked: string, signal: AbortSignal) => {
    try {
      const options = await read(asked, signal);
      if (signal.aborted) return;
      setFound({ options, of: asked, state: 'found', problem: undefined });
      if (options.length === 0) announce(`${label}: no results.`);
    } catch (error) {
      if (signal.aborted) return;
      const problem = error instanceof Error ? error.message : String(error);
      setFound({ options: [], state: 'failed', problem });
      announce(`${label}: the options could not be loaded. ${problem}`);
    }
  });
  const pauseMs = useEffectEvent(() => (isFirst || text === '' ? 0 : PAUSE_MS));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is a reason to ask the same again.
  useEffect(() => {
    if (text === undefined) {
      // Leaving the field ends the wait.
      setFound((before) => (before.state === 'busy' ? { ...before, state: 'idle' } : before));
      return undefined;
    }
    const request = new AbortController();
    const timer = setTimeout(() => {
      setFound((before) => ({ ...before, state: 'busy', problem: undefined }));
      void ask(text, request.signal);
    }, pauseMs());
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [text, tries]);
  return { ...found, retry: () => setTries(tries + 1) };
}
