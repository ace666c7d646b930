// Shows HTML that others have written as a document of its own, which runs nothing: an email, or the preview of a template.
// Files of other servers would show them who looks when, so they are loaded only after a click.
import ExternalLink from 'lucide-react/icons/external-link';
import { type ReactNode, useMemo, useState } from 'react';
import { asksForRemoteContent } from '../../../shared/contract/emails/remote-content.ts';
import { Button, ButtonLink } from '../controls/button.tsx';
import { Segmented } from '../controls/segmented.tsx';
import { Notice } from '../feedback/notice.tsx';
import css from './document-frame.module.css';
import { PostedDocument } from './posted-document.tsx';

const WIDTHS = [
  { id: 'desktop', label: 'Desktop' },
  { id: 'phone', label: 'Phone' },
];
const SOURCE = { id: 'source', label: 'Source' };

interface DocumentFrameProps {
  /** What it is: its name for screen readers. */
  label: string;
  html: string;
  /** Where the server has the document; absent: it is not stored, and is posted. */
  address?: string;
  /** The HTML as text, for those who ask for it. */
  source?: ReactNode;
}

export function DocumentFrame({ label, html, address, source }: DocumentFrameProps) {
  const [view, setView] = useState('desktop');
  const [hasImages, setImages] = useState(false);
  const isRemote = useMemo(() => asksForRemoteContent(html), [html]);
  const stored = address && `${address}${hasImages ? '?images=1' : ''}`;
  const isSource = view === SOURCE.id;
  return (
    <div className={css['view']}>
      <div className={css['bar']}>
        <Segmented
          label="Width"
          options={source === undefined ? WIDTHS : [...WIDTHS, SOURCE]}
          selected={view}
          onSelect={setView}
        />
        {stored && (
          <ButtonLink href={stored} variant="quiet" size="small" icon={ExternalLink} isExternal>
            Open in a tab
          </ButtonLink>
        )}
      </div>
      {isRemote && !hasImages && !isSource && (
        <Notice
          kind="info"
          action={
            <Button size="small" onPress={() => setImages(true)}>
              Load remote images
            </Button>
          }
        >
          Images of other servers are not loaded, because they would see that you look.
        </Notice>
      )}
      {isSource ? (
        source
      ) : (
        <div className={css['desk']} data-view={view}>
          {stored ? (
            <iframe
              className={css['frame']}
              title={label}
              src={stored}
              sandbox="allow-popups allow-popups-to-escape-sandbox"
              referrerPolicy="no-referrer"
            />
          ) : (
            <PostedDocument label={label} html={html} hasImages={hasImages} />
          )}
        </div>
      )}
    </div>
  );
}
