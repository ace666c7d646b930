// A field for the topic of mail: contacts that have opted out of it are left out.
import { Link } from 'wouter';
import { Select } from '../design/fields/select.tsx';
import { useTopics } from './use-topics.ts';

const NO_TOPIC = '';

interface TopicFieldProps {
  /** Null: none. */
  topicId: string | null;
  onChange(id: string | null): void;
  error: string | undefined;
}

export function TopicField({ topicId, onChange, error }: TopicFieldProps) {
  const { data: topics } = useTopics();
  const known = (topics ?? []).map(({ id, name }) => ({ id, label: name }));
  const isGone = topicId !== null && topics !== undefined && !topics.some(({ id }) => id === topicId);
  return (
    <Select
      label="Topic"
      hint={
        topics?.length === 0 ? (
          <>
            With a <Link href="/topics">topic</Link> people can opt out of this kind of mail only.
          </>
        ) : (
          'People who opted out of the topic are left out.'
        )
      }
      value={topicId ?? NO_TOPIC}
      onChange={(id) => onChange(id === NO_TOPIC ? null : id)}
      options={[
        { id: NO_TOPIC, label: 'No topic' },
        ...known,
        ...(isGone ? [{ id: topicId, label: `Deleted topic ${topicId}` }] : []),
      ]}
      error={error}
    />
  );
}
