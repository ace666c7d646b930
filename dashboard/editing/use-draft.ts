// The draft of a record in a component: `useDraft` saves what one types, keeps it in the browser until it is saved, and
// hears what is read of the record elsewhere (docs/architecture/drafts.md). Not for what is secret, unless
// `isSecret` is set: then the browser keeps nothing.
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { currentSession, isSameIdentity } from '../api/current-session.ts';
import { ApiFailure, SESSION_REPLACED } from '../api/failure.ts';
import type { Session } from '../api/generated/types.ts';
import { useSession } from '../api/session.ts';
import { notify } from '../design/feedback/toaster.tsx';
import { createDraftKeeper, type DraftKeeper } from './draft-keeper.ts';
import {
  changesOf,
  conflictsOf,
  type DraftChoices,
  type DraftValues,
  isUnsaved,
  type ServerState,
} from './draft-state.ts';
import { NO_PLACE, placeOf } from './stored-drafts.ts';

/** The edited record, and how it is read and saved. */
interface DraftOptions<Answer extends { updated_at: string }, Values extends DraftValues> {
  /** The record: `templates/<id>`. Another one begins another draft. */
  of: string;
  /** The record as it was read last. */
  record: Answer;
  /** Its fields that are edited. */
  valuesOf(record: Answer): Values;
  /** Fields as the page calls them. */
  labels: Readonly<Record<keyof Values & string, string>>;
  /** Changes fields. @param ifUpdatedAt for `if_updated_at` @throws ApiFailure */
  save(changes: Partial<Values>, ifUpdatedAt: string): Promise<Answer>;
  /** Reads the record again. @throws ApiFailure */
  read(): Promise<Answer>;
  isSecret?: boolean;
}

/** A field that both have changed. */
export interface DraftConflictField {
  field: string;
  label: string;
  mine: unknown;
  theirs: unknown;
}

/** The draft. */
export interface DraftInUse<Values extends DraftValues> {
  values: Values;
  /** @param unfinished fields that cannot be saved in their present state: they are stored, and saved once they can be */
  change(changes: Partial<Values>, unfinished?: readonly (keyof Values & string)[]): void;
  state: 'saved' | 'saving' | 'unfinished' | 'failed' | 'conflict';
  savedAtMs: number;
  /** Why it is not saved; its `field` says where (`fieldError`). */
  failure: ApiFailure | undefined;
  /** Whether the browser stores unsaved text. */
  isKept: boolean;
  /** Fields that wait for a choice. */
  conflicts: readonly DraftConflictField[];
  resolve(choices: DraftChoices): void;
  retry(): void;
  /** Whether something would be lost with the page. */
  isAtRisk(): boolean;
}

/** Edits a record. */
export function useDraft<Answer extends { updated_at: string }, Values extends DraftValues>(
  options: DraftOptions<Answer, Values>,
): DraftInUse<Values> {
  const { record, valuesOf, labels } = options;
  const session = useSession();
  const keeper = useKeeper(options, session);
  const { draft, savedAtMs, isKept } = useSyncExternalStore(keeper.subscribe, keeper.view);
  const hear = useEffectEvent((read: Answer) => keeper.hear(stateOf(read, valuesOf)));
  useEffect(() => hear(record), [record]);
  // After signing in again, waiting changes are sent.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the session is when, not what.
  useEffect(() => {
    if (keeper.view().draft.failure?.isAboutSession) keeper.retry();
  }, [keeper, session]);
  usePageLife(keeper);
  useTakenNotice(draft.taken, labels);
  const conflicts = conflictsOf(draft).map((field) => ({
    field,
    label: labels[field],
    mine: draft.mine[field],
    theirs: draft.theirs?.values[field],
  }));
  return {
    values: draft.mine,
    change: keeper.type,
    state: stateName(draft),
    savedAtMs,
    failure: draft.failure,
    isKept,
    conflicts,
    resolve: keeper.resolve,
    retry: keeper.retry,
    isAtRisk: keeper.isAtRisk,
  };
}

function useKeeper<Answer extends { updated_at: string }, Values extends DraftValues>(
  options: DraftOptions<Answer, Values>,
  session: Session,
): DraftKeeper<Values> {
  const { of, record, valuesOf, isSecret = false } = options;
  const create = () =>
    createDraftKeeper(stateOf(record, valuesOf), {
      save: async (changes, ifUpdatedAt) => {
        refuseOtherIdentity(session);
        return stateOf(await options.save(changes, ifUpdatedAt), valuesOf);
      },
      read: async () => stateOf(await options.read(), valuesOf),
      place: isSecret
        ? NO_PLACE
        : placeOf<Values>(`${session.person.id}:${session.account.id}:${of}`, () => localStorage, Date.now),
      nowMs: Date.now,
      later: (ms, run) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    });
  const [used, setUsed] = useState(() => ({ of, keeper: create() }));
  if (used.of === of) return used.keeper;
  const next = { of, keeper: create() };
  setUsed(next);
  return next.keeper;
}

/** A page that was left may still save, but never into another account. */
function refuseOtherIdentity(session: Session): void {
  const now = currentSession();
  if (now && isSameIdentity(now, session)) return;
  throw new ApiFailure({ status: 403, name: SESSION_REPLACED, message: 'The session has changed.' });
}

/** Stores and sends unsaved text when the page is left, and asks before text is lost. */
function usePageLife(
  keeper: Pick<DraftKeeper<DraftValues>, 'enter' | 'leave' | 'isAtRisk' | 'retry' | 'view'>,
) {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (keeper.isAtRisk()) event.preventDefault();
    };
    const keep = () => void keeper.isAtRisk();
    const retry = () => {
      if (keeper.view().draft.failure?.isPassing) keeper.retry();
    };
    keeper.enter();
    addEventListener('beforeunload', ask);
    addEventListener('pagehide', keep);
    addEventListener('online', retry);
    document.addEventListener('visibilitychange', keep);
    return () => {
      removeEventListener('beforeunload', ask);
      removeEventListener('pagehide', keep);
      removeEventListener('online', retry);
      document.removeEventListener('visibilitychange', keep);
      keeper.leave();
    };
  }, [keeper]);
}

/** Text that changes under one's eyes needs a reason. */
function useTakenNotice(taken: readonly string[], labels: Readonly<Record<string, string>>): void {
  const say = useEffectEvent(() => {
    const names = taken.map((field) => labels[field] ?? field).join(', ');
    notify(`Updated with changes made elsewhere: ${names}.`, { kind: 'info' });
  });
  useEffect(() => {
    if (taken.length > 0) say();
  }, [taken]);
}

function stateName(draft: Parameters<typeof isUnsaved>[0]): DraftInUse<DraftValues>['state'] {
  if (draft.theirs) return 'conflict';
  if (draft.sending) return 'saving';
  if (draft.failure) return 'failed';
  if (!isUnsaved(draft)) return 'saved';
  return Object.keys(changesOf(draft)).length > 0 ? 'saving' : 'unfinished';
}

function stateOf<Answer extends { updated_at: string }, Values extends DraftValues>(
  record: Answer,
  valuesOf: (record: Answer) => Values,
): ServerState<Values> {
  return { values: valuesOf(record), updatedAt: record.updated_at };
}
