// The emails of the account: the list, the open email next to it, and the dialog that sends one (`?compose=yes`,
// `simulator`, or the id of an email to send again).
import Send from 'lucide-react/icons/send';
import { useMemo, useRef } from 'react';
import { Redirect, useLocation, useParams, useSearch } from 'wouter';
import { useRefusal } from '../../api/session.ts';
import { useCall } from '../../api/use-call.ts';
import { Button } from '../../design/controls/button.tsx';
import { useLoadWhenIdle } from '../../design/lazy/idle.ts';
import { loadedDialog } from '../../design/lazy/loaded-dialog.tsx';
import { loadedLater } from '../../design/lazy/loaded-later.tsx';
import { Time } from '../../design/text/time.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import type { FilterControl } from '../../lists/parts/filters.tsx';
import type { Column } from '../../lists/rows.tsx';
import type { RowOf } from '../../lists/state/list-spec.ts';
import { useDialogParameter } from '../../records/use-dialog-parameter.ts';
import { useEmailActs } from './cancel-marked.tsx';
import type { Drafts } from './compose/compose-dialog.tsx';
import { EmailStatus } from './email-status.tsx';
import css from './emails.module.css';
import { EMAILS } from './list.ts';
import { NoEmails } from './no-emails.tsx';
import { FOLDER_OPTIONS, recipientsInShort, SOURCE_OPTIONS, SOURCES, STATUS_OPTIONS } from './words.ts';

const EmailRecord = loadedLater(() => import('./record/email-record.tsx').then((it) => it.EmailRecord));
const ComposeDialog = loadedDialog(() =>
  import('./compose/compose-dialog.tsx').then((it) => it.ComposeDialog),
);

const PATH = '/emails';
/** A tag is `name` or `name:value` (docs/reference/emails.md#headers-and-tags). */
const TAG = /^[\w-]+(:[\w-]+)?$/;

const COLUMNS: readonly Column<RowOf<'listEmails'>>[] = [
  { id: 'subject', header: 'Subject', render: ({ subject }) => subject },
  { id: 'to', header: 'To', render: (email) => <Recipients email={email} />, width: '30%' },
  { id: 'status', header: 'Status', render: ({ status }) => <EmailStatus status={status} />, width: '150px' },
  { id: 'source', header: 'Source', render: ({ source }) => SOURCES[source], kind: 'extra', width: '110px' },
  {
    id: 'time',
    header: 'Time',
    render: ({ created_at }) => <Time at={created_at} isInRow />,
    width: '110px',
  },
];

const FILTERS: readonly FilterControl[] = [
  { kind: 'text', name: 'q', label: 'Search subject, from and to', placeholder: 'Subject, from or to' },
  { kind: 'choice', name: 'status', label: 'Status', options: STATUS_OPTIONS },
  { kind: 'choice', name: 'folder', label: 'Folder', options: FOLDER_OPTIONS },
  { kind: 'choice', name: 'source', label: 'Source', options: SOURCE_OPTIONS },
  {
    kind: 'text',
    name: 'tag',
    label: 'Tag, as name or name:value',
    short: 'Tag',
    placeholder: 'Tag',
    accepts: TAG,
  },
  { kind: 'link', name: 'from', label: 'From' },
  { kind: 'link', name: 'to', label: 'To' },
];

/** The page. */
export function EmailsPage() {
  const { id } = useParams<{ id?: string }>();
  const [compose, setCompose] = useDialogParameter('compose');
  const drafts: Drafts = useRef(new Map());
  const refusal = useRefusal('sendEmail');
  useLoadWhenIdle(EmailRecord.load);
  const acts = useEmailActs();
  const filters = useFilters();
  const open = useOpenSent();
  const write = () => setCompose('yes');
  // The API has received emails below this path.
  if (id === 'receiving') return <Redirect to="/received" replace />;
  return (
    <>
      <ListPage
        title="Emails"
        list={EMAILS}
        path={PATH}
        columns={COLUMNS}
        filters={filters}
        hrefOf={(email) => `${PATH}/${email.id}`}
        actions={
          <Button variant="filled" icon={Send} refusal={refusal} onPress={write}>
            Send an email
          </Button>
        }
        empty={<NoEmails onCompose={write} />}
        acts={acts}
        record={
          id === undefined ? undefined : (
            <EmailRecord.Component key={id} id={id} listPath={PATH} onSendAgain={() => setCompose(id)} />
          )
        }
      />
      <ComposeDialog
        isOpen={compose !== undefined}
        compose={compose}
        drafts={drafts}
        onSwitch={setCompose}
        onClose={() => setCompose(undefined)}
        onSent={open}
      />
    </>
  );
}

/** A campaign is set by links, and is shown by its name. */
function useFilters(): readonly FilterControl[] {
  const id = new URLSearchParams(useSearch()).get('campaign_id');
  const { data } = useCall('getCampaign', { id: id ?? '' }, { isEnabled: id !== null });
  const words = data?.name;
  return useMemo(
    () => [...FILTERS, { kind: 'link', name: 'campaign_id', label: 'Campaign', words }],
    [words],
  );
}

function Recipients({ email }: { email: RowOf<'listEmails'> }) {
  const { first, more } = recipientsInShort(email);
  return (
    <span className={css['recipients']}>
      <span className={css['first']}>{first}</span>
      {more > 0 && <span className={css['more']}>+{more}</span>}
    </span>
  );
}

/** Opens the record of an email that was just sent, and closes the dialog. */
function useOpenSent(): (id: string) => void {
  const [, navigate] = useLocation();
  const search = useSearch();
  return (id) => {
    const parameters = new URLSearchParams(search);
    parameters.delete('compose');
    parameters.delete('tab');
    const rest = parameters.toString();
    navigate(rest ? `${PATH}/${id}?${rest}` : `${PATH}/${id}`);
  };
}
