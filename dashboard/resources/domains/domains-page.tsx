// The domains of the account: which may send, and what is wrong with the others.

import Globe from 'lucide-react/icons/globe';
import Plus from 'lucide-react/icons/plus';
import { useParams } from 'wouter';
import type { DomainItem } from '../../api/generated/types.ts';
import { useRefusal } from '../../api/session.ts';
import { withInstall } from '../../copy-as/with-install.ts';
import { Button } from '../../design/controls/button.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { useLoadWhenIdle } from '../../design/lazy/idle.ts';
import { loadedDialog } from '../../design/lazy/loaded-dialog.tsx';
import { loadedLater } from '../../design/lazy/loaded-later.tsx';
import { Status } from '../../design/text/status.tsx';
import { Time } from '../../design/text/time.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import type { FilterControl } from '../../lists/parts/filters.tsx';
import type { Column } from '../../lists/rows.tsx';
import { useDialogParameter } from '../../records/use-dialog-parameter.ts';
import css from './domains.module.css';
import { DOMAINS } from './list.ts';
import { missingWords } from './missing-words.ts';

const DomainRecord = loadedLater(() => import('./domain-record.tsx').then((it) => it.DomainRecord));
const AddDomain = loadedDialog(() => import('./add/add-domain.tsx').then((it) => it.AddDomain));

const PATH = '/domains';

const STATUSES: Readonly<Record<DomainItem['status'], string>> = {
  verified: 'Verified',
  partially_verified: 'Partially verified',
  partially_failed: 'Partially failed',
  pending: 'Pending',
  not_started: 'Not started',
  failed: 'Failed',
};

const COLUMNS: readonly Column<DomainItem>[] = [
  { id: 'name', header: 'Name', render: ({ name }) => name },
  { id: 'status', header: 'State', width: '160px', render: ({ status }) => <Status status={status} /> },
  {
    id: 'missing',
    header: 'Missing',
    width: '38%',
    render: (domain) => <span className={css['missing']}>{missingWords(domain)}</span>,
  },
  {
    id: 'time',
    header: 'Last checked',
    width: '112px',
    // Posthorn does not ask the DNS of a domain that an operator vouches for.
    render: ({ checked_at, vouched }) => (
      <Time at={checked_at} empty={vouched ? 'Not needed' : 'Never'} isInRow />
    ),
  },
];

const FILTERS: readonly FilterControl[] = [
  { kind: 'text', name: 'q', label: 'Find a domain', placeholder: 'Part of the name' },
  {
    kind: 'choice',
    name: 'status',
    label: 'State',
    options: Object.entries(STATUSES).map(([id, label]) => ({ id, label })),
  },
];

/** The page. */
export function DomainsPage() {
  const { id, tab } = useParams();
  useLoadWhenIdle(DomainRecord.load);
  const [create, setCreate] = useDialogParameter('create');
  const refusal = useRefusal('createDomain');
  const add = () => setCreate('yes');
  return (
    <>
      <ListPage
        title="Domains"
        description="The domains that you send from. Publish their DNS records to verify them."
        list={DOMAINS}
        path={PATH}
        columns={COLUMNS}
        filters={FILTERS}
        hrefOf={(domain) => `${PATH}/${domain.id}`}
        actions={
          <Button variant="filled" icon={Plus} refusal={refusal} onPress={add}>
            Add a domain
          </Button>
        }
        empty={<NoDomains refusal={refusal} onAdd={add} />}
        record={id === undefined ? undefined : <DomainRecord.Component key={id} id={id} tab={tab} />}
      />
      <AddDomain isOpen={create === 'yes'} onClose={() => setCreate(undefined)} />
    </>
  );
}

function NoDomains({ refusal, onAdd }: { refusal: string | undefined; onAdd(): void }) {
  return (
    <EmptyState
      icon={Globe}
      title="Add your first domain"
      level={2}
      action={
        <Button refusal={refusal} onPress={onAdd}>
          Add a domain
        </Button>
      }
      snippet={{
        code: withInstall('posthorn domains create --name acme.dev'),
        label: 'Add a domain from a shell',
      }}
    >
      Add a domain that you own, then publish the DNS records that its page shows. About a minute after they
      are found, the domain can send.
    </EmptyState>
  );
}
