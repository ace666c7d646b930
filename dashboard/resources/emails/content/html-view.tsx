// The HTML of an email, in a document of its own that runs nothing (api/public/dashboard-page/email-frame.ts). Files of
// other servers would show them who reads when, so they are loaded only after a click.
import ExternalLink from 'lucide-react/icons/external-link';
import { useMemo, useState } from 'react';
import { asksForRemoteContent } from '../../../../shared/contract/emails/remote-content.ts';
import { APP_BASE } from '../../../api/base.ts';
import type { Email } from '../../../api/generated/types.ts';
import { Button, ButtonLink } from '../../../design/controls/button.tsx';
import { Segmented } from '../../../design/controls/segmented.tsx';
import { Notice } from '../../../design/feedback/notice.tsx';
import css from './content.module.css';
import { LongText } from './long-text.tsx';
import { isMissing, MissingContent } from './missing-content.tsx';

const VIEWS = [
  { id: 'desktop', label: 'Desktop' },
  { id: 'phone', label: 'Phone' },
  { id: 'source', label: 'Source' },
];

/** The view. */
export function HtmlView({ email }: { email: Email }) {
  const [view, setView] = useState('desktop');
  const [hasImages, setImages] = useState(false);
  const { html } = email;
  const isRemote = useMemo(() => asksForRemoteContent(html), [html]);
  if (isMissing(email)) return <MissingContent email={email} />;
  if (!html) return <p className={css['none']}>This email has no HTML.</p>;
  const address = `${APP_BASE}/frames/emails/${email.id}${hasImages ? '?images=1' : ''}`;
  return (
    <div className={css['view']}>
      <div className={css['bar']}>
        <Segmented label="Width" options={VIEWS} selected={view} onSelect={setView} />
        <ButtonLink href={address} variant="quiet" size="small" icon={ExternalLink} isExternal>
          Open in a tab
        </ButtonLink>
      </div>
      {isRemote && !hasImages && view !== 'source' && (
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
      {view === 'source' ? (
        <LongText text={html} label="HTML" />
      ) : (
        <div className={css['desk']}>
          <iframe
            className={css['frame']}
            data-view={view}
            title="HTML of the email"
            src={address}
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            referrerPolicy="no-referrer"
          />
        </div>
      )}
    </div>
  );
}
