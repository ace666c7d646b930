// What an entry of the timeline of a person says: what it was, why nothing came of it, and who did it. Pure. The reasons are
// the sentences of the API (shared/contract/people/reasons.ts).

import { CONTACT_FIELDS } from '../../../../shared/contract/contacts/fields.ts';
import { NOT_STARTED, SKIPPED_STEP } from '../../../../shared/contract/people/reasons.ts';
import type { TimelineEntry } from '../../../api/generated/types.ts';
import { statusStyle, statusWords, type Tone } from '../../../design/text/statuses.ts';
import { capitalised } from '../../../format/capitalised.ts';
import { isVote } from '../../../format/poll-link.ts';
import { listTime } from '../../../format/time.ts';
import { delayWords } from '../../automations/run/run-words.ts';

/** How an entry is shown. */
export interface EntryWords {
  title: string;
  tone: Exclude<Tone, 'accent'>;
  isOpen: boolean;
  /** Sentences below the title. */
  notes: readonly string[];
}

type Type = TimelineEntry['type'];
type Titled = Pick<EntryWords, 'title'> & Partial<EntryWords>;

const PLAIN: Pick<EntryWords, 'tone' | 'isOpen' | 'notes'> = { tone: 'neutral', isOpen: false, notes: [] };

const WORDS: Readonly<Record<Type, (entry: TimelineEntry, now: Date) => Titled>> = {
  email: emailWords,
  'email.refused': (entry) => ({ title: `Not sent: ${subjectOf(entry)}`, tone: 'bad' }),
  event: eventWords,
  'event.refused': ({ event }) => ({ title: `Event refused: ${event?.name ?? ''}`, tone: 'bad' }),
  automation_run: runWords,
  'campaign.left_out': ({ campaign }) => ({
    title: `Left out of campaign ${campaign?.name ?? 'that was deleted'}`,
    tone: 'warn',
  }),
  'contact.created': (entry) => ({ title: 'Added as a contact', notes: changeNotes(entry) }),
  'contact.updated': (entry) => ({ title: 'Contact changed', notes: changeNotes(entry) }),
  'contact.deleted': () => ({ title: 'Contact deleted' }),
  'contact.imported': () => ({ title: 'Added or updated by an import' }),
  'preferences.changed': (entry) => ({
    title: 'Chose what they get',
    notes: changeNotes(entry),
    tone: 'info',
  }),
  'suppression.added': () => ({ title: 'Added to the suppression list', tone: 'warn' }),
  'suppression.removed': () => ({ title: 'Removed from the suppression list', tone: 'good' }),
};

/** The words of an entry. */
export function entryWords(entry: TimelineEntry, now: Date): EntryWords {
  const { notes = [], ...words } = WORDS[entry.type](entry, now);
  const why = entry.message === null || notes.includes(entry.message) ? [] : [entry.message];
  return { ...PLAIN, ...words, notes: [...why, ...notes] };
}

const BY: Readonly<Record<NonNullable<TimelineEntry['by']>['type'], string>> = {
  api_key: 'by an API key',
  member: 'by a member of this account',
  person: 'by the person',
  event: 'by an event',
  import: 'by an import',
  operator: 'by an operator of the service',
};

/** The actor; empty: unknown. */
export function actorWords({ by }: TimelineEntry): string {
  return by === null ? '' : BY[by.type];
}

function subjectOf({ email }: TimelineEntry): string {
  return email?.subject || 'an email without a subject';
}

function emailWords(entry: TimelineEntry, now: Date): Titled {
  const status = entry.email?.status ?? 'queued';
  const { tone, isOpen } = statusStyle(status);
  const words = statusWords(status);
  const reply = entry.email?.smtp_reply;
  const isGood = status === 'delivered';
  return {
    title: `${capitalised(words)}: ${subjectOf(entry)}`,
    tone: tone === 'accent' ? 'neutral' : tone,
    isOpen,
    notes: [
      ...(entry.campaign ? [`From campaign ${entry.campaign.name ?? 'that was deleted'}.`] : []),
      ...(reply && !isGood ? [`The mail server said: ${reply}`] : []),
      ...(entry.email ? touchNotes(entry.email, now) : []),
    ],
  };
}

/** The recipient's reactions to an email, each kind with its last time. */
function touchNotes({ hits, vote }: NonNullable<TimelineEntry['email']>, now: Date): string[] {
  const when = (at: string) => listTime(new Date(at), now);
  const last = new Map<string, { count: number; at: string }>();
  for (const { type, at, link, machine } of hits) {
    // It has a line of its own, with the answer.
    if (vote && isVote(link)) continue;
    const act = type === 'opened' ? 'Opened' : `Clicked ${link}`;
    const what = machine === null ? act : `${act}, by a machine`;
    last.set(what, { count: (last.get(what)?.count ?? 0) + 1, at });
  }
  const notes = [...last].map(([what, { count, at }]) =>
    count === 1 ? `${what}: ${when(at)}` : `${what}: ${count} times, last ${when(at)}`,
  );
  return vote ? [...notes, `Voted “${vote.option}”: ${when(vote.at)}`] : notes;
}

function eventWords({ event }: TimelineEntry): Titled {
  const waits = event?.waits_resolved ?? 0;
  const started = (event?.automations ?? []).map(({ name, run_id, reason }) => {
    const automation = name ?? 'a deleted automation';
    if (run_id !== null) return `Started ${automation}.`;
    const why = NOT_STARTED[reason as keyof typeof NOT_STARTED] ?? '';
    return `Did not start ${automation}. ${why}`.trim();
  });
  const ended =
    waits === 0 ? [] : [`${waits} ${waits === 1 ? 'run' : 'runs'} resumed that waited for this event.`];
  const hasStarted = event?.automations.some(({ run_id }) => run_id !== null) || waits > 0;
  return {
    title: `Event ${event?.name ?? ''}`,
    tone: hasStarted ? 'good' : 'neutral',
    notes: [...started, ...ended],
  };
}

function runWords({ run, reason }: TimelineEntry): Titled {
  const status = run?.status ?? 'running';
  const { tone, isOpen } = statusStyle(status);
  const skipped = (run?.steps ?? []).flatMap(({ key, reason }) => {
    const why = reason === null ? undefined : SKIPPED_STEP[reason];
    return why === undefined ? [] : [`Step ${key}: ${why}`];
  });
  return {
    title: `Automation ${run?.automation.name ?? 'that was deleted'}: ${statusWords(status)}`,
    tone: tone === 'accent' ? 'neutral' : tone,
    isOpen,
    notes: [
      ...(status === 'running' && reason !== null ? [`Held back: ${delayWords(reason)}.`] : []),
      ...skipped,
    ],
  };
}

const TITLES: ReadonlyMap<string, string> = new Map([
  ['email', 'Address'],
  ...CONTACT_FIELDS.map(({ column, title }) => [column, title] as const),
]);

/** `properties.plan` is "plan". */
function fieldWords(field: string): string {
  return TITLES.get(field) ?? field.replace(/^properties\./, '');
}

function changeNotes({ change }: TimelineEntry): string[] {
  if (!change) return [];
  const { fields, unsubscribed, tracking, entered, left, topics } = change;
  const named = ({ name }: { name: string | null }) => name ?? 'a deleted one';
  const notes = [
    fields.length > 0 && `Changed: ${fields.map(fieldWords).join(', ')}.`,
    unsubscribed === true && 'Unsubscribed from everything.',
    unsubscribed === false && 'Subscribed again.',
    tracking === 'refused' && 'Opens and clicks are no longer tracked.',
    tracking === 'allowed' && 'Opens and clicks can be tracked again.',
    entered.length > 0 && `Joined the segment ${entered.map(named).join(', ')}.`,
    left.length > 0 && `Left the segment ${left.map(named).join(', ')}.`,
    ...topics.map((topic) =>
      topic.subscription === 'opt_in' ? `Gets ${named(topic)}.` : `No longer gets ${named(topic)}.`,
    ),
  ];
  return notes.filter((note) => note !== false);
}
