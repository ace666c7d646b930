// A topic: who gets it, to whom it is offered, how it looks to people, and its change and deletion.
import { Link } from 'wouter';
import type { Topic } from '../../api/generated/types.ts';
import { Facts } from '../../design/layout/facts.tsx';
import { Copyable } from '../../design/text/copyable.tsx';
import { Time } from '../../design/text/time.tsx';
import { SimpleRecord } from '../../records/simple-record.tsx';
import { TOPICS_PATH } from './list.ts';
import { EditTopic } from './topic-dialogs.tsx';
import { draftOfTopic } from './topic-draft.ts';
import { TopicPreview } from './topic-preview.tsx';
import { DEFAULTS, VISIBILITIES } from './words.ts';

/** The record. */
export function TopicRecord({ id }: { id: string }) {
  return (
    <SimpleRecord
      id={id}
      read="getTopic"
      what="topic"
      listPath={TOPICS_PATH}
      title={({ name }) => name}
      edit={{ operation: 'updateTopic', label: 'Edit', Dialog: EditTopic }}
      removal={{
        operation: 'deleteTopic',
        label: 'Delete',
        title: () => 'Delete this topic?',
        lost: ({ name }) => (
          <p>
            The choices of people for <strong>{name}</strong> are lost, and a new topic with this name does
            not bring them back. The unsubscribe link in emails with this topic then unsubscribes from
            everything.
          </p>
        ),
        confirmLabel: 'Delete topic',
        done: () => 'Topic deleted.',
      }}
    >
      {(topic) => (
        <>
          <Facts facts={factsOf(topic)} />
          <TopicPreview draft={draftOfTopic(topic)} id={id} />
        </>
      )}
    </SimpleRecord>
  );
}

function factsOf(topic: Topic) {
  const { id, description, default_subscription, visibility, created_at, updated_at } = topic;
  return [
    ...(description === null ? [] : [['Description', description] as const]),
    ['Who gets it', `${DEFAULTS[default_subscription]}. You cannot change this.`],
    ['Who can choose it', VISIBILITIES[visibility]],
    [
      'People',
      <Link key="people" href={`/contacts?topic_id=${id}`}>
        Contacts who get it
      </Link>,
    ],
    ['Created', <Time key="created" at={created_at} />],
    ['Changed', <Time key="changed" at={updated_at} />],
    ['Id', <Copyable key="id" text={id} label="the id" isMono />],
  ] as const;
}
