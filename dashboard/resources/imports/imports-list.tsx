// The imports of contacts: how far each is, and what became of its rows; and the way to begin one.

import FileUp from 'lucide-react/icons/file-up';
import { useLocation } from 'wouter';
import type { ContactImport } from '../../api/generated/types.ts';
import { useRefusal } from '../../api/session.ts';
import { ContactsTabs } from '../../audience/contacts-tabs.tsx';
import { withInstall } from '../../copy-as/with-install.ts';
import { Button } from '../../design/controls/button.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { useLoadWhenIdle } from '../../design/lazy/idle.ts';
import { loadedLater } from '../../design/lazy/loaded-later.tsx';
import { Status } from '../../design/text/status.tsx';
import { Time } from '../../design/text/time.tsx';
import { amountText } from '../../format/amount-text.ts';
import { ListPage } from '../../lists/list-page.tsx';
import type { FilterControl } from '../../lists/parts/filters.tsx';
import type { Column } from '../../lists/rows.tsx';
import { IMPORTS, IMPORTS_PATH, NEW_IMPORT } from './list.ts';
import { addedWords } from './row-words.ts';
import { IMPORT_STATUS_WORDS, isUnderWay } from './words.ts';

const NewImport = loadedLater(() => import('./new/new-import.tsx').then((it) => it.NewImport));
const ImportRecord = loadedLater(() => import('./record/import-record.tsx').then((it) => it.ImportRecord));

const COLUMNS: readonly Column<ContactImport>[] = [
  {
    id: 'status',
    header: 'Import',
    render: (each) => (
      <Status
        status={each.status}
        label={`${IMPORT_STATUS_WORDS[each.status]}${isUnderWay(each) ? `, ${each.progress}%` : ''}`}
      />
    ),
  },
  { id: 'file', header: 'File', width: '26%', render: ({ filename }) => filename },
  { id: 'added', header: 'Contacts', width: '26%', render: addedWords },
  {
    id: 'refused',
    header: 'Refused',
    width: '16%',
    render: ({ counts }) => (counts.failed === 0 ? null : `${amountText(counts.failed)} refused`),
  },
  {
    id: 'time',
    header: 'Started',
    width: '104px',
    render: ({ created_at }) => <Time at={created_at} isInRow />,
  },
];

const FILTERS: readonly FilterControl[] = [
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: Object.entries(IMPORT_STATUS_WORDS).map(([id, label]) => ({ id, label })),
  },
];

/** The tab. @param id of the open import, or NEW_IMPORT */
export function ImportsList({ id }: { id: string | undefined }) {
  useLoadWhenIdle(NewImport.load);
  useLoadWhenIdle(ImportRecord.load);
  const [, navigate] = useLocation();
  const refusal = useRefusal('createContactImport');
  const begin = () => navigate(`${IMPORTS_PATH}/${NEW_IMPORT}`);
  if (id === NEW_IMPORT) return <NewImport.Component />;
  return (
    <ListPage
      title="Contacts"
      description="CSV files that you imported as contacts. Imports and their refused rows are stored for 30 days."
      list={IMPORTS}
      path={IMPORTS_PATH}
      columns={COLUMNS}
      filters={FILTERS}
      tabs={<ContactsTabs selected={IMPORTS_PATH} />}
      hrefOf={(each) => `${IMPORTS_PATH}/${each.id}`}
      actions={
        <Button variant="filled" icon={FileUp} refusal={refusal} onPress={begin}>
          Import a CSV
        </Button>
      }
      empty={<NoImports onBegin={begin} />}
      record={id === undefined ? undefined : <ImportRecord.Component key={id} id={id} />}
    />
  );
}

function NoImports({ onBegin }: { onBegin(): void }) {
  return (
    <EmptyState
      icon={FileUp}
      title="No imports yet"
      level={2}
      action={
        <Button refusal={useRefusal('createContactImport')} onPress={onBegin}>
          Import a CSV
        </Button>
      }
      snippet={{
        code: withInstall('posthorn contacts import --file contacts.csv --wait'),
        label: 'Import a file from the command line',
      }}
    >
      Choose a CSV file from any spreadsheet. You see its first rows and choose what each column becomes
      before you upload it.
    </EmptyState>
  );
}
