// An open email: for whom, what became of it, and what it contains, which begins high enough to be seen at once. It is read
// again every two seconds; one of megabytes only while something can still happen to it.
import { useState } from 'react';
import type { Email } from '../../../api/generated/types.ts';
import { useCall } from '../../../api/use-call.ts';
import { RecordPane, RecordState } from '../../../records/record-pane.tsx';
import { ContentTabs } from '../content/content-tabs.tsx';
import { DeliverySection } from '../delivery/delivery-section.tsx';
import { EmailStatus } from '../email-status.tsx';
import { isUnderWay } from '../words.ts';
import { EmailActions } from './email-actions.tsx';
import { EmailFacts } from './email-facts.tsx';
import css from './email-record.module.css';

/** Characters; more than this every two seconds would be work for nothing. */
const LARGE = 500_000;

interface EmailRecordProps {
  id: string;
  listPath: string;
  onSendAgain(): void;
}

/** The record. */
export function EmailRecord({ id, listPath, onSendAgain }: EmailRecordProps) {
  const [isLive, setLive] = useState(true);
  const read = useCall('getEmail', { id }, { isLive });
  const shouldLive = !read.data || !isLarge(read.data) || isUnderWay(read.data.status);
  if (shouldLive !== isLive) setLive(shouldLive);
  return (
    <RecordState read={read} listPath={listPath} what="email" isLive={isLive}>
      {(email) => (
        <RecordPane
          title={
            <span className={css['subject']} title={email.subject}>
              {email.subject}
            </span>
          }
          mark={<EmailStatus status={email.status} />}
          actions={<EmailActions email={email} onSendAgain={onSendAgain} />}
          listPath={listPath}
        >
          <EmailBody email={email} />
        </RecordPane>
      )}
    </RecordState>
  );
}

function EmailBody({ email }: { email: Email }) {
  return (
    <>
      <div>
        <EmailFacts email={email} />
        <DeliverySection email={email} />
      </div>
      <ContentTabs email={email} />
    </>
  );
}

function isLarge({ html, text }: Email): boolean {
  return (html?.length ?? 0) + (text?.length ?? 0) > LARGE;
}
