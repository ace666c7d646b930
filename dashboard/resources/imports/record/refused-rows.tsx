// The rows of an import that were refused: how many for which reason, each of them with its cells, and all as a file.
import Download from 'lucide-react/icons/download';
import type { ContactImport, ContactImportFailureItem } from '../../../api/generated/types.ts';
import { CopyAs } from '../../../copy-as/copy-as.tsx';
import { Button } from '../../../design/controls/button.tsx';
import { Reasons } from '../../../design/data/reasons.tsx';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Section } from '../../../design/layout/section.tsx';
import { TextWithCode } from '../../../design/text/text-with-code.tsx';
import { amountText } from '../../../format/amount-text.ts';
import { ListParts, ListTop } from '../../../lists/list-parts.tsx';
import type { Column } from '../../../lists/rows.tsx';
import { usePlacedList } from '../../../lists/state/use-placed-list.ts';
import { REFUSED_ROWS } from '../list.ts';
import { useSaveRefused } from './use-save-refused.ts';

const COLUMNS: readonly Column<ContactImportFailureItem>[] = [
  { id: 'cells', header: 'Cells', render: ({ cells }) => cells.join(' · ') || 'Erased with the person' },
  { id: 'reason', header: 'Why', width: '44%', render: ({ reason }) => <TextWithCode text={reason} /> },
  { id: 'time', header: 'Row', width: '96px', render: ({ row }) => `Row ${amountText(row)}` },
];

/** The section. */
export function RefusedRows({ record }: { record: ContactImport }) {
  const { id, reasons } = record;
  const { list, top } = usePlacedList(REFUSED_ROWS, { id });
  const { isSaving, failure, save } = useSaveRefused(id);
  return (
    <Section
      title="Refused rows"
      level={3}
      description="Correct these rows in the file and import it again. Existing contacts are not added twice."
      actions={
        <>
          <CopyAs operation="listContactImportFailures" input={list.input} label="Copy refused rows as" />
          <Button icon={Download} isBusy={isSaving} onPress={save}>
            Save as CSV
          </Button>
        </>
      }
    >
      {failure && <FailureNote title="The file was not saved" failure={failure} onRetry={save} />}
      <Reasons label="Why rows were refused" of="Rows" rows={reasons} />
      <div>
        <ListTop place={top} />
        <ListParts
          label="Refused rows"
          columns={COLUMNS}
          filters={[]}
          list={list}
          empty={
            <EmptyState title="No refused rows">
              Refused rows are removed 30 days after the import ends.
            </EmptyState>
          }
        />
      </div>
    </Section>
  );
}
