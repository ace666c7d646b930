// The page on which people choose topics, as one sees it who has not chosen yet, next to the list of topics.
import { Link } from 'wouter';
import { useTopics } from '../../audience/use-topics.ts';
import { Section } from '../../design/layout/section.tsx';
import { PagePreview } from '../unsubscribe-page/page-preview.tsx';

/** The page, drawn again when a topic changes. */
export function PreferencePage() {
  const { data } = useTopics({ isLive: true });
  const revision = data?.map(({ id, updated_at }) => `${id} ${updated_at}`).join();
  return (
    <Section
      title="Preview"
      description={
        <>
          Change its text and colours in the settings of the{' '}
          <Link href="/settings/unsubscribe-page">unsubscribe page</Link>.
        </>
      }
    >
      <PagePreview label="The preference page" page="preferences" revision={revision} />
    </Section>
  );
}
