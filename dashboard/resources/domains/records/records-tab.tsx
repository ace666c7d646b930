// The tab Records of a domain: the values to publish, and what DNS has of them. Each value copies alone, and what was copied
// is marked for as long as the tab is open.
import ListChecks from 'lucide-react/icons/list-checks';
import { useState } from 'react';
import type { Domain } from '../../../api/generated/types.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Segmented } from '../../../design/controls/segmented.tsx';
import { announce } from '../../../design/feedback/notices.ts';
import { useKeys } from '../../../design/keys/use-keys.ts';
import { Section } from '../../../design/layout/section.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { copyText } from '../../../design/text/clipboard.ts';
import { RecordFiles } from '../files/record-files.tsx';
import { useHostForm } from '../providers/host-form.ts';
import type { HostForm } from '../providers/provider-guides.ts';
import { ProviderSteps } from '../providers/provider-steps.tsx';
import { DevelopmentDns } from './development-dns.tsx';
import { recordId, recordName } from './purpose.ts';
import { RecordRow } from './record-row.tsx';
import css from './records.module.css';

const HOST_FORMS = [
  { id: 'relative', label: 'Host' },
  { id: 'full', label: 'Full name' },
];

/** The tab. */
export function RecordsTab({ domain }: { domain: Domain }) {
  const [hostForm, chooseHostForm] = useHostForm();
  const [copied, setCopied] = useState<ReadonlySet<string>>(new Set());
  const [hasSteps, setSteps] = useState(false);
  // The first that is still to do. It stays open when it is done: what one reads or copies must not close.
  const [openId, setOpen] = useState(() => firstToDo(domain));
  const mark = (what: string) => setCopied((before) => new Set([...before, what]));
  useCopyKey(domain, mark);
  return (
    <Stack gap={5}>
      <DevelopmentDns domain={domain} />
      <Section
        title="DNS records"
        level={3}
        description="Add these records at your DNS provider. Keep the records of other services."
        actions={
          <Segmented
            label="Host format"
            options={HOST_FORMS}
            selected={hostForm}
            onSelect={(form) => chooseHostForm(form as HostForm)}
          />
        }
      >
        <ol className={css['records']}>
          {domain.records.map((record) => (
            <RecordRow
              key={recordId(record)}
              record={record}
              domain={domain}
              hostForm={hostForm}
              copied={copied}
              onCopied={mark}
              isOpen={openId === recordId(record)}
              onToggle={() => setOpen(openId === recordId(record) ? undefined : recordId(record))}
            />
          ))}
        </ol>
      </Section>
      <RecordFiles domain={domain} />
      <Stack gap={3}>
        <div>
          <Button icon={ListChecks} aria-expanded={hasSteps} onPress={() => setSteps(!hasSteps)}>
            Steps at your DNS provider
          </Button>
        </div>
        {hasSteps && <ProviderSteps domain={domain} />}
      </Stack>
    </Stack>
  );
}

function firstToDo({ records }: Domain): string | undefined {
  const record = records.find(({ status }) => status !== 'verified');
  return record && recordId(record);
}

/** `c` copies the value of the record that has the focus. */
function useCopyKey({ records }: Domain, mark: (what: string) => void): void {
  useKeys({
    c: () => {
      const id = document.activeElement?.closest<HTMLElement>('[data-record]')?.dataset['record'];
      const record = records.find((each) => recordId(each) === id);
      if (!record) return false;
      void copyText(record.value).then((isCopied) => {
        announce(isCopied ? `Value of ${recordName(record)} copied` : 'Your browser did not allow copying');
        if (isCopied) mark(`${recordId(record)} value`);
      });
      return true;
    },
  });
}
