// Every component of the dashboard in every state, on one page: for those who build pages, and for the tests that
// look at colours, sizes and access (test/dashboard).
import { Brand } from '../design/brand.tsx';
import { Toaster } from '../design/feedback/toaster.tsx';
import { PageHeader } from '../design/layout/page-header.tsx';
import { Colours } from './colours.tsx';
import { Controls } from './controls.tsx';
import { Data } from './data.tsx';
import { Documents } from './documents.tsx';
import { Feedback } from './feedback.tsx';
import { Fields } from './fields.tsx';
import styles from './gallery.module.css';
import { Layout } from './layout.tsx';
import { Texts } from './texts.tsx';

export function Gallery() {
  return (
    <main className={styles.gallery}>
      <Brand />
      <PageHeader
        title="The language"
        documentTitle="Gallery"
        description="Every component of the dashboard in every state. docs/dashboard.md says when to use which."
      />
      <Colours />
      <Controls />
      <Fields />
      <Texts />
      <Data />
      <Documents />
      <Feedback />
      <Layout />
      <Toaster />
    </main>
  );
}
