// What has happened to a person: each mail, each that was not sent and why, events and what they have started, and every
// change of what is known about them.

import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { TimelineEntry } from '../../../api/generated/types.ts';
import { Timeline } from '../../../design/data/timeline.tsx';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { OutOfDate } from '../../../design/feedback/out-of-date.tsx';
import { Skeleton } from '../../../design/feedback/skeleton.tsx';
import { capitalised } from '../../../format/capitalised.ts';
import { useToday } from '../../../format/clock.ts';
import { ListTop } from '../../../lists/list-parts.tsx';
import { Arrivals } from '../../../lists/parts/new-rows-button.tsx';
import { Pager } from '../../../lists/parts/pager.tsx';
import type { ListSpec } from '../../../lists/state/list-spec.ts';
import { usePlacedList } from '../../../lists/state/use-placed-list.ts';
import { runPath } from '../../automations/list.ts';
import css from './contact-record.module.css';
import type { ContactTabProps } from './contact-tab.ts';
import { actorWords, entryWords } from './timeline-words.ts';

const TIMELINE = {
  operation: 'listPersonTimeline',
  filters: [],
  prefix: 'timeline_',
} as const satisfies ListSpec;

/** The tab. */
export function TimelineTab({ contact: { email } }: ContactTabProps) {
  const { list, top } = usePlacedList(TIMELINE, { address: email });
  const { rows, failure, retry, waiting, showWaiting } = list;
  useToday();
  const now = new Date();
  if (!rows) return failure ? <FailureNote failure={failure} onRetry={retry} /> : <Skeleton height={240} />;
  return (
    <div>
      <ListTop place={top} />
      {failure && <OutOfDate what="This timeline" failure={failure} onRetry={undefined} />}
      <Arrivals waiting={waiting} onShow={showWaiting} />
      {rows.length === 0 ? (
        <EmptyState title="Nothing has happened yet" level={3}>
          Mail to this address, events and changes appear here, newest first. Changes are stored for 90 days.
        </EmptyState>
      ) : (
        <Timeline entries={rows.map((entry) => shownEntry(entry, now))} />
      )}
      <Pager label="the timeline" list={list} />
    </div>
  );
}

function shownEntry(entry: TimelineEntry, now: Date) {
  const { title, tone, isOpen, notes } = entryWords(entry, now);
  const href = pageOfEntry(entry);
  const by = actorWords(entry);
  return {
    id: entry.id,
    at: entry.created_at,
    title: href === undefined ? title : <Link href={href}>{title}</Link>,
    kind: tone,
    isOpen,
    ...((notes.length > 0 || by !== '') && { children: <Notes notes={notes} by={by} /> }),
  };
}

/** The page that has more about it, where there is one. */
function pageOfEntry({ id, type, email, event, run, by }: TimelineEntry): string | undefined {
  if (email?.id) return `/emails/${email.id}`;
  if (event?.id) return `/events/received/${event.id}`;
  if (run && run.automation.name !== null) return runPath(run.automation.id, id);
  return type === 'contact.imported' && by?.id ? `/contacts/imports/${by.id}` : undefined;
}

function Notes({ notes, by }: { notes: readonly string[]; by: string }): ReactNode {
  return (
    <div className={css['notes']}>
      {notes.map((note, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry does not change, and two notes may be the same.
        <p key={index}>{note}</p>
      ))}
      {by !== '' && <p>{capitalised(by)}</p>}
    </div>
  );
}
