// Shows HTML as a document of its own, which runs nothing: an email, the preview of a template, a page for people. Files
// of other servers would show them who reads when, so they are loaded only after a click.
import ExternalLink from 'lucide-react/icons/external-link';
import { type ReactNode, useState } from 'react';
import { Button, ButtonLink } from '../controls/button.tsx';
import { Segmented } from '../controls/segmented.tsx';
import { Notice } from '../feedback/notice.tsx';
import css from './document-frame.module.css';
import { type Posted, PostedDocument } from './posted-document.tsx';

const WIDTHS = [
  { id: 'desktop', label: 'Desktop' },
  { id: 'phone', label: 'Phone' },
];
const SOURCE = 'source';

/** The address of the document at the server, or its sources if it is not stored. */
type Content = { address: string; posted?: never } | { address?: never; posted: Posted };

interface DocumentFrameOptions {
  /** The name of the document for screen readers. */
  label: string;
  /** Whether it loads files of other servers. */
  isRemote: boolean;
  /** The HTML as text, for those who ask for it; or another look at the same. */
  source?: ReactNode;
  /** The label of the source; by default "Source". */
  sourceLabel?: string;
  /** Next to the width: what else one can choose of it. */
  choices?: ReactNode;
  /** The desktop has half as much more room than the frame takes, for a frame next to a form. */
  isReduced?: boolean;
}

export function DocumentFrame(props: DocumentFrameOptions & Content) {
  const { label, isRemote, source, sourceLabel = 'Source', choices, isReduced = false } = props;
  const { address, posted } = props;
  const [view, setView] = useState('desktop');
  const [hasImages, setImages] = useState(false);
  const stored = address && `${address}${hasImages ? '?images=1' : ''}`;
  const isSource = view === SOURCE;
  return (
    <div className={css['view']}>
      <div className={css['bar']}>
        {choices}
        <Segmented
          label="Width"
          options={source === undefined ? WIDTHS : [...WIDTHS, { id: SOURCE, label: sourceLabel }]}
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
          Remote images are blocked, because loading them would show their servers that you opened this email.
        </Notice>
      )}
      {isSource ? (
        source
      ) : (
        <div className={css['desk']} data-view={view} data-reduced={isReduced}>
          {stored && (
            <iframe
              className={css['frame']}
              title={label}
              src={stored}
              sandbox="allow-popups allow-popups-to-escape-sandbox"
              referrerPolicy="no-referrer"
            />
          )}
          {posted && <PostedDocument label={label} posted={posted} hasImages={hasImages} />}
        </div>
      )}
    </div>
  );
}
