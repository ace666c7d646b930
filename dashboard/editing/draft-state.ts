// What is known about a record that is being edited: what the server has, what was typed, what is on its way, and what
// another person or tab has changed at the same time. Pure: draft-keeper.ts does what follows from it. A change of theirs
// in a field that one has not touched is taken over; in a field that one has touched it waits for a choice (`theirs`), and
// until then nothing is saved. Values are JSON.
import type { ApiFailure } from '../api/failure.ts';
import { fingerprintOf, isSameJson } from './same-json.ts';

/** Fields by their names. */
export type DraftValues = Readonly<Record<string, unknown>>;

/** A state of the record at the server, as a read or a change answers it. */
export interface ServerState<Values extends DraftValues> {
  values: Values;
  /** `updated_at`: what the next change gives as `if_updated_at`. */
  updatedAt: string;
}

export interface DraftState<Values extends DraftValues> {
  /** The server's values, in its own form: it may have trimmed them. */
  base: ServerState<Values>;
  /** The same as it was given. What differs from it is not saved. */
  accepted: Values;
  /** The values on the screen. */
  mine: Values;
  sending: Partial<Values> | undefined;
  /** Fingerprints of values that were sent without an answer, by field: the server may have them from us. */
  unanswered: Readonly<Record<string, readonly string[]>>;
  /** The values that the server has refused: they are not sent again before they are changed. */
  refused: Partial<Values>;
  /** The unfinished values: they are stored, and not sent before they are changed. */
  unfinished: Partial<Values>;
  /** Why the newest text is not saved. */
  failure: ApiFailure | undefined;
  /** The state that waits for a choice. */
  theirs: ServerState<Values> | undefined;
  /** The state that was read during a change. */
  heard: ServerState<Values> | undefined;
  /** Fields that were taken over from another place by the last step. */
  taken: readonly string[];
}

/** The part of an unsaved draft that is stored in the browser. */
export type StoredDraft<Values extends DraftValues> = Pick<
  DraftState<Values>,
  'base' | 'accepted' | 'mine' | 'unanswered' | 'unfinished'
>;

/** Per field: which of both is to stay. */
export type DraftChoices = Readonly<Record<string, 'mine' | 'theirs'>>;

/** An answer that is lost is followed by others, but at most one can have reached the server. */
const UNANSWERED_AT_MOST = 50;

/** A draft of the server's values, with the stored part of an earlier one. */
export function beginDraft<Values extends DraftValues>(
  server: ServerState<Values>,
  kept?: StoredDraft<Values>,
): DraftState<Values> {
  const { values } = server;
  const fresh: DraftState<Values> = {
    base: server,
    accepted: values,
    mine: values,
    sending: undefined,
    unanswered: {},
    refused: {},
    unfinished: {},
    failure: undefined,
    theirs: undefined,
    heard: undefined,
    taken: [],
  };
  if (!kept) return fresh;
  const before = {
    ...fresh,
    base: { values: fill(values, kept.base.values), updatedAt: kept.base.updatedAt },
    accepted: fill(values, kept.accepted),
    mine: fill(values, kept.mine),
    unanswered: kept.unanswered,
    unfinished: kept.unfinished,
  };
  return { ...merge(before, server), taken: [] };
}

/** The differences from the server's values, except refused and unfinished ones. */
export function changesOf<Values extends DraftValues>(draft: DraftState<Values>): Partial<Values> {
  const { mine, refused, unfinished } = draft;
  const isHeld = (field: string) =>
    [refused, unfinished].some((held) => field in held && isSameJson(held[field], mine[field]));
  return pick(
    mine,
    unsavedFields(draft).filter((field) => !isHeld(field)),
  );
}

/** Whether something is not saved. */
export function isUnsaved<Values extends DraftValues>(draft: DraftState<Values>): boolean {
  return unsavedFields(draft).length > 0;
}

/** Fields that both have changed, each in another way. */
export function conflictsOf<Values extends DraftValues>(
  draft: DraftState<Values>,
): (keyof Values & string)[] {
  return draft.theirs ? compare(draft, draft.theirs).conflicts : [];
}

/** Applies a person's changes of fields. @param unfinished the fields that cannot be saved in their present state */
export function typed<Values extends DraftValues>(
  draft: DraftState<Values>,
  changes: Partial<Values>,
  unfinished: readonly string[] = [],
): DraftState<Values> {
  const others = Object.keys(draft.unfinished).filter((field) => !(field in changes));
  const held = { ...pick(draft.unfinished, others), ...pick(changes, unfinished) } as Partial<Values>;
  const next = { ...draft, mine: { ...draft.mine, ...changes }, unfinished: held, taken: [] };
  return draft.theirs ? merge(next, draft.theirs) : next;
}

/** A change is on its way. */
export function sent<Values extends DraftValues>(draft: DraftState<Values>): DraftState<Values> {
  return { ...draft, sending: changesOf(draft), taken: [] };
}

/** The server has answered with the record after the change. */
export function saved<Values extends DraftValues>(
  draft: DraftState<Values>,
  server: ServerState<Values>,
): DraftState<Values> {
  const { sending = {}, base, heard, refused, mine } = draft;
  const fields = Object.keys(sending);
  const stillRefused = Object.keys(refused).some((field) => isSameJson(refused[field], mine[field]));
  const next = merge(
    {
      ...draft,
      sending: undefined,
      heard: undefined,
      unanswered: {},
      failure: stillRefused ? draft.failure : undefined,
      accepted: { ...draft.accepted, ...sending },
      base: { ...base, values: { ...base.values, ...pick(server.values, fields) } },
    },
    server,
  );
  return heard && heard.updatedAt > server.updatedAt ? merge(next, heard) : next;
}

/** Handles a missing answer, or one without the record: the change may have been made regardless. */
export function unanswered<Values extends DraftValues>(
  draft: DraftState<Values>,
  failure: ApiFailure,
): DraftState<Values> {
  return { ...draft, sending: undefined, failure, unanswered: withSending(draft), taken: [] };
}

/** The server has refused the change: the fields that it names, or all that was sent. */
export function refused<Values extends DraftValues>(
  draft: DraftState<Values>,
  failure: ApiFailure,
): DraftState<Values> {
  const { sending = {} } = draft;
  const faulty = failure.faults.map(({ field }) => field?.split('.')[0]);
  const named = [...faulty, ...failure.problems.map(({ field }) => field)];
  const fields = Object.keys(sending).filter((field) => named.includes(field));
  const about = fields.length > 0 ? pick(sending, fields) : sending;
  return {
    ...draft,
    sending: undefined,
    failure,
    refused: { ...draft.refused, ...about } as Partial<Values>,
    taken: [],
  };
}

/** The change was refused because the record is another one by now. */
export function outrun<Values extends DraftValues>(
  draft: DraftState<Values>,
  server: ServerState<Values>,
): DraftState<Values> {
  return merge({ ...draft, sending: undefined, heard: undefined, failure: undefined }, server);
}

/** Applies a read of the record, for example by another page. A state that is older than the known one is ignored. */
export function heard<Values extends DraftValues>(
  draft: DraftState<Values>,
  server: ServerState<Values>,
): DraftState<Values> {
  if (server.updatedAt <= (draft.theirs ?? draft.base).updatedAt) return draft;
  return draft.sending ? { ...draft, heard: server } : merge(draft, server);
}

/** The person has chosen for each field; of one without a choice theirs stays unless it was touched. */
export function resolved<Values extends DraftValues>(
  draft: DraftState<Values>,
  choices: DraftChoices,
): DraftState<Values> {
  const { theirs, mine } = draft;
  if (!theirs) return draft;
  const { conflicts } = compare(draft, theirs);
  const keeps = conflicts.filter((field) => choices[field] !== 'theirs');
  const untouched = Object.keys(mine).filter((field) => !isTouched(draft, field));
  const taken = [...untouched, ...conflicts.filter((field) => !keeps.includes(field))];
  return {
    ...draft,
    base: theirs,
    accepted: theirs.values,
    mine: { ...mine, ...pick(theirs.values, taken) },
    theirs: undefined,
    unanswered: {},
    refused: {},
    failure: undefined,
    taken: [],
  };
}

/** Marks refused values to be sent again. */
export function retried<Values extends DraftValues>(draft: DraftState<Values>): DraftState<Values> {
  return { ...draft, refused: {}, taken: [] };
}

/** The part that the browser stores until it is saved. */
export function toStored<Values extends DraftValues>(draft: DraftState<Values>): StoredDraft<Values> {
  const { base, accepted, mine, unfinished } = draft;
  const unanswered = draft.sending ? withSending(draft) : draft.unanswered;
  return { base, accepted, mine, unfinished, unanswered };
}

/** Takes over what only they have changed, or waits for a choice where both have. */
function merge<Values extends DraftValues>(
  draft: DraftState<Values>,
  server: ServerState<Values>,
): DraftState<Values> {
  const { conflicts, theirsAlone, agreed } = compare(draft, server);
  if (conflicts.length > 0) return { ...draft, theirs: server, taken: [] };
  const taken = pick(server.values, theirsAlone);
  return {
    ...draft,
    base: server,
    accepted: { ...draft.accepted, ...taken, ...pick(server.values, agreed) },
    mine: { ...draft.mine, ...taken },
    theirs: undefined,
    unanswered: {},
    taken: theirsAlone,
  };
}

/** Finds the fields that have changed at the server, and whether they were edited here as well. */
function compare<Values extends DraftValues>(draft: DraftState<Values>, { values }: ServerState<Values>) {
  const { base, mine } = draft;
  const sentBefore = withSending(draft);
  const conflicts: (keyof Values & string)[] = [];
  const theirsAlone: string[] = [];
  /** Both have the same value, or the change was our own, and its answer was lost. */
  const agreed: string[] = [];
  for (const field of Object.keys(values)) {
    const value = values[field];
    if (isSameJson(value, base.values[field])) continue;
    const isOwn = sentBefore[field]?.includes(fingerprintOf(value)) ?? false;
    if (isOwn || isSameJson(value, mine[field])) agreed.push(field);
    else if (isTouched(draft, field)) conflicts.push(field);
    else theirsAlone.push(field);
  }
  return { conflicts, theirsAlone, agreed };
}

function unsavedFields<Values extends DraftValues>(draft: DraftState<Values>): string[] {
  return Object.keys(draft.mine).filter((field) => isTouched(draft, field));
}

function isTouched<Values extends DraftValues>(
  { mine, accepted }: DraftState<Values>,
  field: string,
): boolean {
  return !isSameJson(mine[field], accepted[field]);
}

function withSending<Values extends DraftValues>({
  unanswered: before,
  sending = {},
}: DraftState<Values>): DraftState<Values>['unanswered'] {
  const next = { ...before };
  for (const [field, value] of Object.entries(sending)) {
    const known = next[field] ?? [];
    const fingerprint = fingerprintOf(value);
    if (!known.includes(fingerprint)) next[field] = [...known, fingerprint].slice(-UNANSWERED_AT_MOST);
  }
  return next;
}

function pick<Values extends object>(values: Values, fields: readonly string[]): Partial<Values> {
  return Object.fromEntries(
    Object.entries(values).filter(([field]) => fields.includes(field)),
  ) as Partial<Values>;
}

/** The fields of a record today, with their stored values: an older page may have known others. */
function fill<Values extends DraftValues>(today: Values, kept: Values): Values {
  return { ...today, ...pick(kept, Object.keys(today)) };
}
