// The templates of the account: the source of mail that is sent again and again.
import { useParams } from 'wouter';
import { TemplatesList } from './templates-list.tsx';

/** The page. */
export function TemplatesPage() {
  const { id, tab } = useParams();
  return <TemplatesList id={id} tab={tab === 'versions' ? 'versions' : 'preview'} />;
}
