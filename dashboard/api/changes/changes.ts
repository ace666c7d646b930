// What has changed, for all tabs of the browser that show the same account to the same person: one of them, which holds a Web
// Lock, reads the stream and hands its events on by a BroadcastChannel. When it closes, the browser gives the lock to another.
// One stream a browser, because HTTP/1.1 has six connections for all of its tabs. A browser without locks, as over plain HTTP,
// asks as before there was a stream.
import { BASE } from '../base.ts';
import { currentSession, isSessionLost, whenSession } from '../current-session.ts';
import { ApiFailure } from '../failure.ts';
import { readStream } from './read-stream.ts';

/** Without a stream for so long, the pages ask. */
const PATIENCE_MS = 10_000;
/** The tab that reads it says every 20 seconds that it does. */
const SILENCE_MS = 50_000;
/** Until a stream is opened again; the random part keeps the tabs of a server that was started again apart. */
const RETRY_MIN_MS = 500;
const RETRY_MAX_MS = 30_000;

/** The notifications that a page receives. */
export interface ChangeListener {
  /** @param names undefined: anything may have changed */
  onChanged(names: ReadonlySet<string> | undefined): void;
  /** Whether changes are seen is another thing than before (`areChangesSeen`). */
  onSeen?(): void;
}

/** The messages between tabs. `hello`: a tab was opened, and asks whether there is a stream. */
type Message = { type: 'open' | 'beat' | 'lost' | 'ask' | 'hello' } | { type: 'changed'; names: string[] };

const listeners = new Set<ChangeListener>();
let sharing: SharedStream | undefined;

/**
 * Listens for changes from now on; the stream that is opened for the first session lives as long as the page.
 * @returns a function that ends it
 */
export function listenForChanges(listener: ChangeListener): () => void {
  listeners.add(listener);
  const key = keyOfSession();
  if (sharing?.key !== key) {
    sharing?.stop();
    sharing = key === undefined ? undefined : new SharedStream(key);
  }
  return () => void listeners.delete(listener);
}

/** @param names absent: anything may have changed */
function announce(names?: ReadonlySet<string>): void {
  for (const { onChanged } of listeners) onChanged(names);
}

/** Whether a stream reports changes, or soon will. */
export function areChangesSeen(): boolean {
  return sharing?.isSeen ?? false;
}

/** Undefined: the page has no session, or the browser cannot share a stream. */
function keyOfSession(): string | undefined {
  const session = currentSession();
  if (!session || !('locks' in navigator) || !('BroadcastChannel' in globalThis)) return undefined;
  return `posthorn changes ${BASE} ${session.person.id} ${session.account.id}`;
}

class SharedStream {
  readonly key: string;
  /** True at first: the shown data was just read. */
  isSeen = true;
  readonly #channel: BroadcastChannel;
  readonly #stopping = new AbortController();
  #isReading = false;
  #hasStream = false;
  #patience: ReturnType<typeof setTimeout> | undefined;

  constructor(key: string) {
    this.key = key;
    this.#wait(PATIENCE_MS);
    this.#channel = new BroadcastChannel(key);
    this.#channel.addEventListener('message', ({ data }: MessageEvent<Message>) => this.#hear(data));
    this.#channel.postMessage({ type: 'hello' } satisfies Message);
    const { signal } = this.#stopping;
    navigator.locks.request(key, { signal }, () => this.#readUntilStopped()).catch(() => {});
  }

  stop(): void {
    clearTimeout(this.#patience);
    this.#stopping.abort();
    this.#channel.close();
  }

  #say(message: Message): void {
    if (this.#stopping.signal.aborted) return;
    this.#channel.postMessage(message);
    this.#hear(message);
  }

  #hear(message: Message): void {
    const { type } = message;
    if (type === 'hello' && this.#isReading) this.#say({ type: 'beat' });
    if (type === 'open' || type === 'lost') this.#hasStream = false;
    if (type === 'open' || type === 'beat') this.#meet();
    if (type === 'lost') this.#wait(PATIENCE_MS);
    if (type === 'ask') announce();
    if (type === 'changed') announce(new Set(message.names));
  }

  /** Notes that there is a stream. Earlier changes were not reported. */
  #meet(): void {
    const isNew = !this.#hasStream;
    this.#hasStream = true;
    this.#setSeen(true);
    this.#wait(SILENCE_MS);
    if (isNew) announce();
  }

  #wait(ms: number): void {
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => {
      this.#hasStream = false;
      this.#setSeen(false);
    }, ms);
  }

  #setSeen(isSeen: boolean): void {
    if (this.isSeen === isSeen) return;
    this.isSeen = isSeen;
    for (const { onSeen } of listeners) onSeen?.();
  }

  /** Only this tab reads for all tabs, also while it is hidden. */
  async #readUntilStopped(): Promise<void> {
    const { signal } = this.#stopping;
    let retryMs = RETRY_MIN_MS;
    while (!signal.aborted) {
      if (isSessionLost()) await sessionAdopted(signal);
      const ending = await readStream(signal, {
        onOpen: () => {
          this.#isReading = true;
          retryMs = RETRY_MIN_MS;
          this.#say({ type: 'open' });
        },
        onBeat: () => this.#say({ type: 'beat' }),
        onChanged: (names) => this.#say({ type: 'changed', names: [...names] }),
      }).catch((error: unknown) => error);
      if (this.#isReading) this.#say({ type: 'lost' });
      this.#isReading = false;
      // Each page finds out itself, and says so.
      if (ending instanceof ApiFailure && ending.isAboutSession) this.#say({ type: 'ask' });
      await pause(retryMs * (1 + Math.random()), signal);
      retryMs = Math.min(2 * retryMs, RETRY_MAX_MS);
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}

/** Waits for the session of the page: without it, nothing is read. */
function sessionAdopted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = whenSession('adopted', () => {
      stop();
      resolve();
    });
    signal.addEventListener('abort', () => {
      stop();
      resolve();
    });
  });
}
