// A page on which people unsubscribe, as the server draws it with what is not saved yet
// (api/public/dashboard-page/unsubscribe-page-frame.ts).

import type { ReactNode } from 'react';
import type { PreviewedPage } from '../../../shared/contract/unsubscribe-page/values.ts';
import type { CreateTopicBody, UpdateUnsubscribePageBody } from '../../api/generated/types.ts';
import { DocumentFrame } from '../../design/data/document-frame.tsx';

interface PagePreviewProps {
  /** Its content, for screen readers. */
  label: string;
  page: PreviewedPage;
  /** The settings that replace the stored ones. */
  settings?: UpdateUnsubscribePageBody;
  /** An unsaved topic, or the stored one with this id after the change. */
  topic?: CreateTopicBody & { id?: string };
  /** The revision of the topics that the account has: when they change, the page is drawn again. */
  revision?: string | undefined;
  /** Above it: what else one can choose of it. */
  choices?: ReactNode;
}

/** The page. */
export function PagePreview({ label, page, settings, topic, revision, choices }: PagePreviewProps) {
  const fields = {
    page,
    ...(settings && { settings: JSON.stringify(settings) }),
    ...(topic && { topic: JSON.stringify(topic) }),
  };
  return (
    <DocumentFrame
      label={label}
      isRemote={Boolean(settings?.logo_url)}
      posted={{ address: '/frames/unsubscribe-page', fields, revision }}
      choices={choices}
      isReduced
    />
  );
}
