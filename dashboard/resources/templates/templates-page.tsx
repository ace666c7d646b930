// The templates of the account: the source of mail that is sent again and again.
import { useParams } from 'wouter';
import { loadedLater } from '../../design/lazy/loaded-later.tsx';
import { TemplatesList } from './templates-list.tsx';

const TemplateEditor = loadedLater(() =>
  import('./editor/template-editor.tsx').then((it) => it.TemplateEditor),
);

/** The page. */
export function TemplatesPage() {
  const { id, tab } = useParams();
  if (id !== undefined && tab === 'edit') return <TemplateEditor.Component key={id} id={id} />;
  return <TemplatesList id={id} tab={tab === 'versions' ? 'versions' : 'preview'} />;
}
