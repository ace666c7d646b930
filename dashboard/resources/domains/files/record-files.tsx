// The ways to take the records elsewhere: as a table, as lines of a zone, as a text for the person who runs the DNS.
import Download from 'lucide-react/icons/download';
import Send from 'lucide-react/icons/send';
import { useState } from 'react';
import type { Domain } from '../../../api/generated/types.ts';
import { useAsk } from '../../../api/use-call.ts';
import { Button } from '../../../design/controls/button.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { saveText } from '../../../records/save-text.ts';
import css from './files.module.css';
import { SendRecords } from './send-records.tsx';

/** The buttons. */
export function RecordFiles({ domain }: { domain: Domain }) {
  const { id } = domain;
  const [isSending, setSending] = useState(false);
  const csv = useAsk('getDomainRecordsCsv', { id });
  const zone = useAsk('getDomainZoneFile', { id });
  const failure = csv.error ?? zone.error;
  const saveCsv = async () => {
    const file = await csv.ask();
    if (file) saveText(file.csv, file.filename, 'text/csv');
  };
  const saveZone = async () => {
    const file = await zone.ask();
    if (file) saveText(file.zone_file, file.filename);
  };
  return (
    <Stack gap={3}>
      <Stack direction="row" gap={2} wrap>
        <Button icon={Send} onPress={() => setSending(true)}>
          Send to your DNS administrator
        </Button>
        <Button icon={Download} isBusy={csv.isAsking} onPress={() => void saveCsv()}>
          CSV
        </Button>
        <Button icon={Download} isBusy={zone.isAsking} onPress={() => void saveZone()}>
          Zone file
        </Button>
      </Stack>
      <p className={css['note']}>
        Use these files for import. They put TXT values in quotation marks, split into parts of up to 255
        characters. The “record” column of the CSV says what each record is for, so the MX for bounces belongs
        to SPF.
      </p>
      {failure && <FailureNote failure={failure} />}
      <SendRecords domain={domain} isOpen={isSending} onClose={() => setSending(false)} />
    </Stack>
  );
}
