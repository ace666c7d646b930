// Saves a draft as one types: when one pauses, at the latest after a few seconds; one request at a time, and after it the
// newest text. What fails for a passing reason is tried again, later each time. Until something is saved the browser
// keeps it (stored-drafts.ts). It lives longer than the page that shows it, so that what was typed last is still sent.
import { type ApiFailure, asFailure } from '../api/failure.ts';
import {
  beginDraft,
  changesOf,
  type DraftChoices,
  type DraftState,
  type DraftValues,
  heard,
  isUnsaved,
  outrun,
  refused,
  resolved,
  retried,
  type ServerState,
  saved,
  sent,
  toStored,
  typed,
  unanswered,
} from './draft-state.ts';
import type { DraftPlace } from './stored-drafts.ts';

/** After the last key. */
const PAUSE_MS = 700;
/** The limit for a person who does not pause. */
const AT_LATEST_MS = 4_000;
/** Writing a long text on each key would be felt. */
const KEEP_MS = 300;
const RETRY_MS = [2_000, 4_000, 8_000, 15_000, 30_000] as const;
/** The status of a fault in what was sent, and of a record that has changed since. */
const REFUSED_STATUS = 422;

/** The dependencies of a keeper. */
export interface DraftPorts<Values extends DraftValues> {
  /** @throws ApiFailure */
  save(changes: Partial<Values>, ifUpdatedAt: string): Promise<ServerState<Values>>;
  /** @throws ApiFailure */
  read(): Promise<ServerState<Values>>;
  place: DraftPlace<Values>;
  nowMs(): number;
  /** @returns cancels it */
  later(ms: number, run: () => void): () => void;
}

/** The state that a page shows. */
export interface DraftView<Values extends DraftValues> {
  draft: DraftState<Values>;
  /** When the record was saved, as far as this browser knows. */
  savedAtMs: number;
  /** Whether the browser stores unsaved text. */
  isKept: boolean;
}

export interface DraftKeeper<Values extends DraftValues> {
  view(): DraftView<Values>;
  subscribe(listener: () => void): () => void;
  /** @param unfinished fields that cannot be saved in their present state */
  type(changes: Partial<Values>, unfinished?: readonly string[]): void;
  /** The record was read. */
  hear(server: ServerState<Values>): void;
  resolve(choices: DraftChoices): void;
  /** Saves now, including refused values. */
  retry(): void;
  /** Stores unsaved text in the browser. @returns whether text would be lost with the page */
  isAtRisk(): boolean;
  /** Called when the page is left: sends unsaved text now, without another try. */
  leave(): void;
  /** Called when it is shown: sends the stored text. */
  enter(): void;
}

/** Begins with the state of the server, and with the stored text, which it sends once the page is shown (`enter`). */
export function createDraftKeeper<Values extends DraftValues>(
  server: ServerState<Values>,
  ports: DraftPorts<Values>,
): DraftKeeper<Values> {
  return new Keeper(server, ports);
}

class Keeper<Values extends DraftValues> implements DraftKeeper<Values> {
  readonly #ports: DraftPorts<Values>;
  readonly #listeners = new Set<() => void>();
  #view: DraftView<Values>;
  #stopSave: (() => void) | undefined;
  #stopKeep: (() => void) | undefined;
  #unsavedSinceMs: number | undefined;
  #failures = 0;
  #hasLeft = false;

  constructor(server: ServerState<Values>, ports: DraftPorts<Values>) {
    this.#ports = ports;
    const draft = beginDraft(server, ports.place.take());
    const isKept = isUnsaved(draft) && ports.place.keep(toStored(draft));
    this.#view = { draft, isKept, savedAtMs: Date.parse(server.updatedAt) };
  }

  view = (): DraftView<Values> => this.#view;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  type = (changes: Partial<Values>, unfinished?: readonly string[]): void => {
    this.#set(typed(this.#draft, changes, unfinished));
    this.#stopKeep ??= this.#ports.later(KEEP_MS, this.#keep);
    this.#go();
  };

  hear = (server: ServerState<Values>): void => {
    const next = heard(this.#draft, server);
    if (next === this.#draft) return;
    this.#set(next, isUnsaved(next) ? undefined : Date.parse(server.updatedAt));
    this.#go();
  };

  resolve = (choices: DraftChoices): void => {
    this.#set(resolved(this.#draft, choices));
    this.#go(0);
  };

  retry = (): void => {
    this.#set(retried(this.#draft));
    this.#go(0);
  };

  isAtRisk = (): boolean => {
    this.#keep();
    return isUnsaved(this.#draft) && !this.#view.isKept;
  };

  leave = (): void => {
    this.#hasLeft = true;
    this.#keep();
    this.#go(0);
  };

  enter = (): void => {
    this.#hasLeft = false;
    this.#go();
  };

  get #draft(): DraftState<Values> {
    return this.#view.draft;
  }

  #set(draft: DraftState<Values>, savedAtMs = this.#view.savedAtMs): void {
    this.#view = { ...this.#view, draft, savedAtMs };
    if (!isUnsaved(draft)) this.#unsavedSinceMs = undefined;
    for (const listener of this.#listeners) listener();
  }

  /** Stores unsaved text in the browser, and removes it once all is saved. */
  #keep = (): void => {
    this.#stopKeep?.();
    this.#stopKeep = undefined;
    const { place } = this.#ports;
    // Another look at the record has taken it over, and saves it.
    if (this.#hasLeft && this.#view.isKept && !place.isThere()) return;
    const isKept = isUnsaved(this.#draft) ? place.keep(toStored(this.#draft)) : !place.clear();
    if (isKept !== this.#view.isKept) {
      this.#view = { ...this.#view, isKept };
      this.#set(this.#draft);
    }
  };

  /** Plans the next request, if one is needed and none is in progress. */
  #go(afterMs?: number): void {
    const draft = this.#draft;
    this.#stopSave?.();
    this.#stopSave = undefined;
    if (draft.sending || draft.theirs || Object.keys(changesOf(draft)).length === 0) return;
    const now = this.#ports.nowMs();
    this.#unsavedSinceMs ??= now;
    const pause = Math.min(PAUSE_MS, Math.max(0, this.#unsavedSinceMs + AT_LATEST_MS - now));
    this.#stopSave = this.#ports.later(afterMs ?? pause, () => void this.#save());
  }

  async #save(): Promise<void> {
    this.#stopSave = undefined;
    const changes = changesOf(this.#draft);
    this.#set(sent(this.#draft));
    try {
      const server = await this.#ports.save(changes, this.#draft.base.updatedAt);
      this.#failures = 0;
      this.#unsavedSinceMs = undefined;
      this.#set(saved(this.#draft, server), this.#ports.nowMs());
      this.#keep();
      this.#go(0);
    } catch (error) {
      await this.#fail(asFailure(error));
    }
  }

  /** A refusal may be about the time of the record; only a read of it says so, because the name of both is the same. */
  async #fail(failure: ApiFailure): Promise<void> {
    if (failure.status !== REFUSED_STATUS) return this.#remember(failure);
    try {
      const server = await this.#ports.read();
      const isOutrun = server.updatedAt !== this.#draft.base.updatedAt;
      this.#set(isOutrun ? outrun(this.#draft, server) : refused(this.#draft, failure));
      this.#keep();
      this.#go(0);
    } catch (error) {
      this.#remember(asFailure(error));
    }
  }

  #remember(failure: ApiFailure): void {
    const mayPass = failure.isPassing || failure.isAboutSession;
    this.#set(mayPass ? unanswered(this.#draft, failure) : refused(this.#draft, failure));
    this.#keep();
    if (failure.isPassing && !this.#hasLeft) {
      this.#go(RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)]);
      this.#failures += 1;
    }
    // Further typing waits for a pause again: otherwise each key would call an unavailable server.
    this.#unsavedSinceMs = undefined;
  }
}
