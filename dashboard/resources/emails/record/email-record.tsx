// An open email: what became of it, for whom, with the words of each mail server, and what it contains. It is read again
// every two seconds; one of megabytes only while something can still happen to it.
import { useState } from 'react';
import type { Email } from '../../../api/generated/types.ts';
import { useCall } from '../../../api/use-call.ts';
import { Notice } from '../../../design/feedback/notice.tsx';
import { Section } from '../../../design/layout/section.tsx';
import { Time } from '../../../design/text/time.tsx';
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
    <div className={css['place']}>
      {email.status === 'pending' && (
        <Notice kind="info">
          This email is sent <Time at={email.scheduled_at} />. Until then it can be moved or canceled.
        </Notice>
      )}
      <div className={css['top']}>
        <DeliverySection email={email} />
        <Section title="Details" level={3}>
          <EmailFacts email={email} />
        </Section>
      </div>
      <Section title="Content" level={3}>
        <ContentTabs email={email} />
      </Section>
    </div>
  );
}

function isLarge({ html, text }: Email): boolean {
  return (html?.length ?? 0) + (text?.length ?? 0) > LARGE;
}
