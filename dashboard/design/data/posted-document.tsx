// A document that is not stored, in a frame: what it is made of is posted as a form
// (api/public/dashboard-page/posted-form.ts), again when it has changed. Each version has a frame of its own, so that the
// Back button does not lead through them; the one before stays until the next has loaded, so that nothing flashes while
// one types.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { APP_BASE } from '../../api/base.ts';
import type { Session } from '../../api/generated/types.ts';
import { SESSION_READ } from '../../api/session.ts';
import { Notice } from '../feedback/notice.tsx';
import css from './document-frame.module.css';

/** The pause in typing before the text is shown. */
const SETTLED_AFTER_MS = 300;

/** The sources of a document. */
export interface Posted {
  /** Below /app: `/frames/document`. */
  address: string;
  fields: Readonly<Record<string, string>>;
  /** The revision of what the server adds to it: with another one the document is requested again. */
  revision?: string | undefined;
  /** Whether it changes only after a pause: then there is no further wait. */
  isSettled?: boolean | undefined;
}

interface Content extends Posted {
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

interface PostedDocumentProps {
  label: string;
  posted: Posted;
  hasImages: boolean;
}

export function PostedDocument({ label, posted, hasImages }: PostedDocumentProps) {
  // If there is a session, it was read when the page was opened.
  const { data: session } = useQuery<Session>({ ...SESSION_READ, enabled: false });
  const latest = useLatestVersion({ ...posted, hasImages });
  const [shown, setShown] = useState<Version>();
  if (!session) return <Notice kind="info">Sign in to see this document.</Notice>;
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

function useLatestVersion(content: Content): Version {
  const [latest, setLatest] = useState(() => newVersion(content));
  // The same object until something in it is another.
  const [wanted, setWanted] = useState(content);
  if (!isSame(wanted, content)) setWanted(content);
  useEffect(() => {
    if (isSame(latest, wanted)) return;
    const pauseMs = wanted.isSettled ? 0 : SETTLED_AFTER_MS;
    const timer = setTimeout(() => setLatest(newVersion(wanted)), pauseMs);
    return () => clearTimeout(timer);
  }, [latest, wanted]);
  return latest;
}

function isSame(one: Content, other: Content): boolean {
  const names = Object.keys({ ...one.fields, ...other.fields });
  return (
    one.address === other.address &&
    one.revision === other.revision &&
    one.hasImages === other.hasImages &&
    names.every((name) => one.fields[name] === other.fields[name])
  );
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

function post({ name, address, fields, hasImages }: Version, token: string): void {
  const form = document.createElement('form');
  const action = `${APP_BASE}${address}${hasImages ? '?images=1' : ''}`;
  Object.assign(form, { method: 'post', action, target: name });
  for (const [field, value] of Object.entries({ csrf_token: token, ...fields })) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name: field, value });
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}
