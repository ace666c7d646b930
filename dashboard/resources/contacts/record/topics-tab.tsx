// What a person gets: all or nothing, and each topic. What the person has decided is marked, and is taken back only after
// a question, because it was theirs to decide.
import { useState } from 'react';
import { Link } from 'wouter';
import type { Person } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useChange } from '../../../api/use-call.ts';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Switch } from '../../../design/fields/switch.tsx';
import { ConfirmDialog } from '../../../design/layout/confirm-dialog.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { shortDate } from '../../../format/time.ts';
import css from './contact-record.module.css';
import type { ContactTabProps } from './contact-tab.ts';

/** A decision of the person that one is about to take back. */
interface Asked {
  /** "Product news" */
  name: string;
  /** Whether they get it then. */
  isOn: boolean;
  take(): void;
}

type Topic = Person['topics'][number];

/** The tab. */
export function TopicsTab({ contact: { id }, person }: ContactTabProps) {
  const [asked, setAsked] = useState<Asked>();
  const all = useChange('updateContact');
  const one = useChange('updateContactTopics');
  const refusal = { all: useRefusal('updateContact'), one: useRefusal('updateContactTopics') };
  // One at a time: of two presses the second may be about what the first one has changed.
  const isBusy = all.isPending || one.isPending;
  const setAll = (isOn: boolean) => {
    one.reset();
    all.mutate({ id, body: { unsubscribed: !isOn } });
  };
  const setTopic = (topic: Topic, isOn: boolean) => {
    all.reset();
    one.mutate({ id, body: { topics: [{ id: topic.id, subscription: isOn ? 'opt_in' : 'opt_out' }] } });
  };
  /** Asks first where the person has decided it. */
  const decide = (by: string | null | undefined, next: Asked) => {
    if (isBusy) return;
    if (by === 'person') setAsked(next);
    else next.take();
  };
  const failure = all.error ?? one.error;
  return (
    <Stack gap={4}>
      {failure && <FailureNote failure={failure} />}
      <Switch
        label="Gets campaigns, automations and mail with a topic"
        isSelected={person.unsubscribed === null}
        refusal={refusal.all}
        hint={
          decidedWords(person.unsubscribed, 'Unsubscribed') ||
          'Mail without a topic, such as receipts, is always sent.'
        }
        onChange={(isOn) =>
          decide(person.unsubscribed?.by, { name: 'all mail', isOn, take: () => setAll(isOn) })
        }
      />
      {person.topics.length === 0 && <NoTopics />}
      {person.topics.length > 0 && (
        <ul className={css['plain']} aria-label="Topics">
          {person.topics.map((topic) => (
            <li key={topic.id}>
              <Switch
                label={topic.name}
                isSelected={topic.subscription === 'opt_in'}
                refusal={refusal.one}
                hint={topicWords(topic)}
                onChange={(isOn) =>
                  decide(topic.by, { name: topic.name, isOn, take: () => setTopic(topic, isOn) })
                }
              />
            </li>
          ))}
        </ul>
      )}
      <TakeBack asked={asked} onClose={() => setAsked(undefined)} />
    </Stack>
  );
}

function topicWords(topic: Topic): string {
  const { since, by, subscription } = topic;
  const said = subscription === 'opt_in' ? 'Opted in' : 'Opted out';
  return decidedWords(since === null ? null : { since, by }, said) || 'Default, no choice made.';
}

/** "Opted out by the person on 3 Nov": empty where nothing was decided. */
function decidedWords(decided: { since: string | null; by: string | null } | null, what: string): string {
  if (!decided) return '';
  const when = decided.since === null ? '' : ` on ${shortDate(new Date(decided.since), new Date())}`;
  return decided.by === 'person' ? `${what} by the person${when}.` : `${what} by you${when}.`;
}

function TakeBack({ asked, onClose }: { asked: Asked | undefined; onClose(): void }) {
  const isOn = asked?.isOn ?? false;
  return (
    <ConfirmDialog
      title="Override the choice of this person?"
      isOpen={asked !== undefined}
      onClose={onClose}
      lost={
        <p>
          {isOn ? 'The person opted out of ' : 'The person opted in to '}
          <strong>{asked?.name}</strong>
          {isOn
            ? '. Unwanted mail is reported as spam, and in many countries it is illegal. Continue only if they asked you to.'
            : ' and will no longer get it, without knowing why.'}
        </p>
      }
      confirmLabel={isOn ? 'Subscribe again' : 'Unsubscribe'}
      onConfirm={() => {
        asked?.take();
        onClose();
      }}
    />
  );
}

function NoTopics() {
  return (
    <EmptyState title="No topics yet" level={3}>
      With <Link href="/topics">topics</Link> people can opt out of one kind of mail and keep the rest.
    </EmptyState>
  );
}
