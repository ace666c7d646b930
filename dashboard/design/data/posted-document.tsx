// A document that is not stored, in a frame: its HTML is posted as a form (api/public/dashboard-page/document-frame.ts),
// again when it has changed. Each version has a frame of its own, so that the Back button does not lead through them; the
// one before stays until the next has loaded, so that nothing flashes while one types.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { APP_BASE } from '../../api/base.ts';
import type { Session } from '../../api/generated/types.ts';
import { SESSION_READ } from '../../api/session.ts';
import { Notice } from '../feedback/notice.tsx';
import css from './document-frame.module.css';

/** Without a change, before what was typed is shown. */
const SETTLED_AFTER_MS = 300;

interface Content {
  html: string;
  hasImages: boolean;
}

interface Version extends Content {
  /** The name of its frame. */
  name: string;
}

let versions = 0;
const newVersion = (content: Content): Version => {
  versions += 1;
  return { ...content, name: `document-${versions}` };
};

interface PostedDocumentProps extends Content {
  label: string;
}

export function PostedDocument({ label, html, hasImages }: PostedDocumentProps) {
  // Where there is a session, it was asked for when the page was opened.
  const { data: session } = useQuery<Session>({ ...SESSION_READ, enabled: false });
  const latest = useLatestVersion({ html, hasImages });
  const [shown, setShown] = useState<Version>();
  if (!session) return <Notice kind="info">Sign in to see the document.</Notice>;
  const frames = shown && shown !== latest ? [shown, latest] : [latest];
  return frames.map((version) => (
    <VersionFrame
      key={version.name}
      label={label}
      version={version}
      token={session.csrf_token}
      isWaiting={frames.length > 1 && version === latest}
      onLoad={() => setShown(version)}
    />
  ));
}

function useLatestVersion({ html, hasImages }: Content): Version {
  const [latest, setLatest] = useState(() => newVersion({ html, hasImages }));
  const isSame = latest.html === html && latest.hasImages === hasImages;
  useEffect(() => {
    if (isSame) return;
    const timer = setTimeout(() => setLatest(newVersion({ html, hasImages })), SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [html, hasImages, isSame]);
  return latest;
}

interface VersionFrameProps {
  label: string;
  version: Version;
  token: string;
  /** Another one is shown until this one has loaded. */
  isWaiting: boolean;
  onLoad: () => void;
}

function VersionFrame({ label, version, token, isWaiting, onLoad }: VersionFrameProps) {
  const isPosted = useRef(false);
  useEffect(() => {
    if (isPosted.current) return;
    isPosted.current = true;
    post(version, token);
  }, [version, token]);
  return (
    <iframe
      className={css['frame']}
      name={version.name}
      title={label}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      data-waiting={isWaiting}
      aria-hidden={isWaiting}
      tabIndex={isWaiting ? -1 : undefined}
      // The empty document that a frame begins with loads too.
      onLoad={() => isPosted.current && onLoad()}
    />
  );
}

function post({ name, html, hasImages }: Version, token: string): void {
  const form = document.createElement('form');
  const action = `${APP_BASE}/frames/document${hasImages ? '?images=1' : ''}`;
  Object.assign(form, { method: 'post', action, target: name });
  for (const [field, value] of Object.entries({ csrf_token: token, html })) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name: field, value });
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}
