// The preference page with a topic on it, as it is stored or as it is typed.
import { Section } from '../../design/layout/section.tsx';
import { PagePreview } from '../unsubscribe-page/page-preview.tsx';
import { shownTopic, type TopicDraft } from './topic-draft.ts';

interface TopicPreviewProps {
  draft: TopicDraft;
  /** The id of a topic that exists. */
  id?: string;
}

/** The page. */
export function TopicPreview({ draft, id }: TopicPreviewProps) {
  return (
    <Section
      title="On the preference page"
      level={3}
      description={draft.visibility === 'private' ? 'What people who are offered this topic see.' : undefined}
    >
      <PagePreview
        label="The preference page with this topic"
        page="preferences"
        topic={shownTopic(draft, id)}
      />
    </Section>
  );
}
