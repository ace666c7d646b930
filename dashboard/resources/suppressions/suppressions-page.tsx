// The suppression list: addresses to which nothing is sent, why, and the way to add and to remove some.
import Plus from 'lucide-react/icons/plus';
import ShieldOff from 'lucide-react/icons/shield-off';
import { useParams } from 'wouter';
import { API_URL } from '../../api/base.ts';
import { copiedCurl } from '../../api/copy-as.ts';
import { useRefusal } from '../../api/session.ts';
import { Button } from '../../design/controls/button.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { useLoadWhenIdle } from '../../design/lazy/idle.ts';
import { loadedDialog } from '../../design/lazy/loaded-dialog.tsx';
import { loadedLater } from '../../design/lazy/loaded-later.tsx';
import { Status } from '../../design/text/status.tsx';
import { Time } from '../../design/text/time.tsx';
import { WHOLE_ADDRESS } from '../../format/whole-address.ts';
import { ListPage } from '../../lists/list-page.tsx';
import type { FilterControl } from '../../lists/parts/filters.tsx';
import type { Column } from '../../lists/rows.tsx';
import type { RowOf } from '../../lists/state/list-spec.ts';
import { useDialogParameter } from '../../records/use-dialog-parameter.ts';
import { SUPPRESSIONS } from './list.ts';
import { useSuppressionActs } from './remove-marked.tsx';
import { ORIGIN_OPTIONS, ORIGINS } from './words.ts';

const SuppressionRecord = loadedLater(() =>
  import('./suppression-record.tsx').then((it) => it.SuppressionRecord),
);
const AddDialog = loadedDialog(() => import('./add-dialog.tsx').then((it) => it.AddDialog));

const PATH = '/suppressions';

const COLUMNS: readonly Column<RowOf<'listSuppressions'>>[] = [
  { id: 'address', header: 'Address', render: ({ email }) => email },
  {
    id: 'origin',
    header: 'Why',
    render: ({ origin }) => <Status status={origin} label={ORIGINS[origin]} />,
    width: '150px',
  },
  {
    id: 'reply',
    header: 'Mail server reply',
    render: ({ smtp_reply }) => (smtp_reply === null ? null : <code>{smtp_reply}</code>),
    kind: 'extra',
    width: '36%',
  },
  {
    id: 'time',
    header: 'Added',
    render: ({ created_at }) => <Time at={created_at} isInRow />,
    width: '110px',
  },
];

const FILTERS: readonly FilterControl[] = [
  {
    kind: 'text',
    name: 'email',
    label: 'Find an address',
    placeholder: 'Full address',
    accepts: WHOLE_ADDRESS,
  },
  { kind: 'choice', name: 'origin', label: 'Why', options: ORIGIN_OPTIONS },
];

/** The page. */
export function SuppressionsPage() {
  const { id } = useParams<{ id?: string }>();
  useLoadWhenIdle(SuppressionRecord.load);
  const [create, setCreate] = useDialogParameter('create');
  const refusal = useRefusal('addSuppressions');
  const acts = useSuppressionActs();
  const add = () => setCreate('yes');
  return (
    <>
      <ListPage
        title="Suppressions"
        description="Addresses that this account does not send to, because they bounced, complained or were added by hand."
        list={SUPPRESSIONS}
        path={PATH}
        columns={COLUMNS}
        filters={FILTERS}
        hrefOf={(entry) => `${PATH}/${entry.id}`}
        actions={
          <Button variant="filled" icon={Plus} refusal={refusal} onPress={add}>
            Add addresses
          </Button>
        }
        empty={<NoSuppressions onAdd={add} />}
        acts={acts}
        record={
          id === undefined ? undefined : <SuppressionRecord.Component key={id} id={id} listPath={PATH} />
        }
      />
      <AddDialog isOpen={create !== undefined} onClose={() => setCreate(undefined)} listPath={PATH} />
    </>
  );
}

function NoSuppressions({ onAdd }: { onAdd(): void }) {
  const curl = copiedCurl(API_URL, 'createSuppression', { body: { email: 'bo@customer.com' } });
  return (
    <EmptyState
      icon={ShieldOff}
      title="No suppressed addresses"
      level={2}
      action={
        <Button refusal={useRefusal('addSuppressions')} onPress={onAdd}>
          Add addresses
        </Button>
      }
      snippet={{ code: curl, label: 'Suppress an address with curl' }}
    >
      An address is suppressed when an email to it bounces, when it reports an email as spam, or when you add
      it. Posthorn sends it nothing until you remove it.
    </EmptyState>
  );
}
