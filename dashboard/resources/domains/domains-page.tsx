// The domains of the account: which may send, and what the others lack.
import Globe from 'lucide-react/icons/globe';
import { useParams } from 'wouter';
import type { DomainItem } from '../../api/generated/types.ts';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { useLoadWhenIdle } from '../../design/later/idle.ts';
import { loadedLater } from '../../design/later/loaded-later.tsx';
import { Status } from '../../design/text/status.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import type { Column } from '../../lists/rows.tsx';
import { DOMAINS } from './list.ts';

const DomainRecord = loadedLater(() => import('./domain-record.tsx').then((it) => it.DomainRecord));

const PATH = '/domains';

const COLUMNS: readonly Column<DomainItem>[] = [
  { id: 'name', header: 'Name', render: ({ name }) => name },
  { id: 'status', header: 'State', width: '150px', render: ({ status }) => <Status status={status} /> },
];

/** The page. */
export function DomainsPage() {
  const { id, tab } = useParams();
  useLoadWhenIdle(DomainRecord.load);
  return (
    <ListPage
      title="Domains"
      description="Names from which this account sends, once their DNS records are published."
      list={DOMAINS}
      path={PATH}
      columns={COLUMNS}
      hrefOf={(domain) => `${PATH}/${domain.id}`}
      empty={
        <EmptyState icon={Globe} title="Mail comes from a name that is yours" level={2}>
          Add a domain, publish its records, and send.
        </EmptyState>
      }
      record={id === undefined ? undefined : <DomainRecord.Component key={id} id={id} tab={tab} />}
    />
  );
}
