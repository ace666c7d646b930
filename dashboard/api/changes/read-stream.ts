// Reads the stream of changes of the server (docs/reference/pages.md#what-has-changed) until it ends. It is read by fetch, not
// by EventSource, which cannot send the token of the session: no tab may watch another account than the one that it shows.
import { openStream } from '../call.ts';

/** A beat arrives every 20 seconds; a connection that is silent for longer is dead. */
const SILENCE_MS = 50_000;

/** The events of a stream. */
export interface StreamEvents {
  /** The server sees changes from now on. */
  onOpen(): void;
  /** Called when the stream is still alive. */
  onBeat(): void;
  onChanged(names: readonly string[]): void;
}

/** @throws ApiFailure when it is refused; anything when it aborts */
export async function readStream(signal: AbortSignal, events: StreamEvents): Promise<void> {
  const silence = new AbortController();
  const end = () => silence.abort();
  let timer = setTimeout(end, SILENCE_MS);
  try {
    const { body } = await openStream(
      '/app/changes',
      AbortSignal.any([signal, silence.signal]),
      'text/event-stream',
    );
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    const take = takeEvents(events);
    for (;;) {
      const piece = await reader?.read();
      if (!piece || piece.done) return;
      clearTimeout(timer);
      timer = setTimeout(end, SILENCE_MS);
      take(piece.value);
    }
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

/** @returns takes pieces of the stream, which end anywhere */
export function takeEvents({ onOpen, onBeat, onChanged }: StreamEvents): (piece: string) => void {
  let text = '';
  let isOpen = false;
  const take = (changed: readonly string[]) => {
    if (!isOpen) onOpen();
    isOpen = true;
    if (changed.length > 0) onChanged(changed);
  };
  return (piece) => {
    const events = (text + piece).split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      if (event.startsWith('data:')) take(JSON.parse(event.slice('data:'.length)).changed);
      else if (isOpen) onBeat();
    }
  };
}
