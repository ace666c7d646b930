// The API keys of the account: what each may do, when it was last used and when it expires.
import KeyRound from 'lucide-react/icons/key-round';
import Plus from 'lucide-react/icons/plus';
import { useParams } from 'wouter';
import type { ApiKeyItem } from '../../api/generated/types.ts';
import { useRefusal } from '../../api/session.ts';
import { Button } from '../../design/controls/button.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { useLoadWhenIdle } from '../../design/lazy/idle.ts';
import { loadedDialog } from '../../design/lazy/loaded-dialog.tsx';
import { loadedLater } from '../../design/lazy/loaded-later.tsx';
import { Time } from '../../design/text/time.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import type { Column } from '../../lists/rows.tsx';
import { useDialogParameter } from '../../records/use-dialog-parameter.ts';
import { permissionWords } from './key-words.ts';
import { API_KEYS } from './list.ts';
import { useDomainNames } from './use-domains.ts';

const KeyRecord = loadedLater(() => import('./key-record.tsx').then((it) => it.KeyRecord));
const CreateKey = loadedDialog(() => import('./key-dialogs.tsx').then((it) => it.CreateKey));

type DomainName = (id: string | null) => string;

const columnsOf = (domainName: DomainName): readonly Column<ApiKeyItem>[] => [
  { id: 'name', header: 'Name', render: ({ name }) => name },
  { id: 'prefix', header: 'Key', width: '108px', render: ({ prefix }) => <code>{prefix}…</code> },
  {
    id: 'permission',
    header: 'Permission',
    width: '124px',
    render: ({ permission }) => permissionWords(permission),
  },
  {
    id: 'domain',
    header: 'Domain',
    kind: 'extra',
    width: '18%',
    render: ({ domain_id }) => domainName(domain_id),
  },
  {
    id: 'last-used',
    header: 'Last used',
    width: '104px',
    render: ({ last_used_at }) => <Time at={last_used_at} empty="Never used" isInRow />,
    kind: 'time',
  },
  {
    id: 'expires',
    header: 'Expires',
    kind: 'extra',
    width: '104px',
    render: ({ expires_at }) => <Time at={expires_at} empty="Never" isInRow />,
  },
  {
    id: 'created',
    header: 'Created',
    kind: 'extra',
    width: '104px',
    render: ({ created_at }) => <Time at={created_at} isInRow />,
  },
];

/** The page. */
export function ApiKeysPage() {
  const { id } = useParams();
  useLoadWhenIdle(KeyRecord.load);
  const [create, setCreate] = useDialogParameter('create');
  const domainName = useDomainNames();
  const refusal = useRefusal('createApiKey');
  const open = () => setCreate('yes');
  const button = (
    <Button variant="filled" icon={Plus} refusal={refusal} onPress={open}>
      Create API key
    </Button>
  );
  return (
    <>
      <ListPage
        title="API keys"
        description="Your programs use API keys to send mail and call the API for this account."
        list={API_KEYS}
        path="/api-keys"
        columns={columnsOf(domainName)}
        hrefOf={(key) => `/api-keys/${key.id}`}
        actions={button}
        empty={
          <EmptyState icon={KeyRound} title="No API keys yet">
            Your programs need a key to send mail. Create one with the button above, then send a test email
            with it. The key is shown once.
          </EmptyState>
        }
        record={id === undefined ? undefined : <KeyRecord.Component key={id} id={id} />}
      />
      <CreateKey isOpen={create === 'yes'} onClose={() => setCreate(undefined)} />
    </>
  );
}
