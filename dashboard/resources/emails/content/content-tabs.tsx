// What an email contains, and where it appears in the rest of the service. The selected tab is in the URL.
import type { Email } from '../../../api/generated/types.ts';
import { useCall } from '../../../api/use-call.ts';
import { Tabs } from '../../../design/controls/tabs.tsx';
import { useRecordParameter } from '../../../records/use-record-parameter.ts';
import { AttachmentsView } from './attachments-view.tsx';
import { HeadersView } from './headers-view.tsx';
import { HtmlView } from './html-view.tsx';
import { TextView } from './text-view.tsx';
import { TraceView } from './trace-view.tsx';

/** The tabs. */
export function ContentTabs({ email }: { email: Email }) {
  const [tab, setTab] = useRecordParameter('tab');
  const attachments = useCall('listEmailAttachments', { id: email.id });
  const headers = Object.keys(email.headers).length;
  const files = attachments.data?.data.length ?? 0;
  const tabs = [
    { id: 'html', label: 'HTML' },
    { id: 'text', label: 'Text' },
    { id: 'headers', label: 'Headers', count: headers || undefined },
    { id: 'attachments', label: 'Attachments', count: files || undefined },
    { id: 'trace', label: 'Trace' },
  ];
  const selected = tabs.find(({ id }) => id === tab)?.id ?? (email.html ? 'html' : 'text');
  return (
    <Tabs label="Content of the email" tabs={tabs} selected={selected} onSelect={setTab}>
      {selected === 'html' && <HtmlView email={email} />}
      {selected === 'text' && <TextView email={email} />}
      {selected === 'headers' && <HeadersView email={email} />}
      {selected === 'attachments' && <AttachmentsView emailId={email.id} read={attachments} />}
      {selected === 'trace' && <TraceView emailId={email.id} />}
    </Tabs>
  );
}
