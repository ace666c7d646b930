// Every component of the dashboard in every state, on one page: for those who build pages, and for the tests that
// look at colours, sizes and access (test/dashboard).
import { useSearch } from 'wouter';
import { Brand } from '../design/brand.tsx';
import { PageHeader } from '../design/layout/page-header.tsx';
import { loadedLater } from '../design/lazy/loaded-later.tsx';
import { SessionGate } from '../resources/auth/session-gate.tsx';
import { Colours } from './colours.tsx';
import { Controls } from './controls.tsx';
import { Data } from './data.tsx';
import { Documents } from './documents.tsx';
import { TemplateWork } from './drafts.tsx';
import { Feedback } from './feedback.tsx';
import { Fields } from './fields.tsx';
import { FilterWork } from './filter.tsx';
import styles from './gallery.module.css';
import { Layout } from './layout.tsx';
import { Parts } from './parts.tsx';
import { Rules } from './rules.tsx';
import { Texts } from './texts.tsx';

const WriteWork = loadedLater(() => import('./written.tsx').then((it) => it.WriteWork)).Component;

/** With `?template=<id>`, `?filter=<JSON>` or `?write` a page that edits it, for who is signed in. */
export function Gallery() {
  const search = new URLSearchParams(useSearch());
  const template = search.get('template');
  const filter = search.get('filter');
  if (template === null && filter === null && !search.has('write')) return <Components />;
  return (
    <SessionGate>
      <main>
        {template !== null && <TemplateWork id={template} />}
        {filter !== null && <FilterWork filter={filter} />}
        {search.has('write') && <WriteWork />}
      </main>
    </SessionGate>
  );
}

function Components() {
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
      <Parts />
      <Rules />
    </main>
  );
}
