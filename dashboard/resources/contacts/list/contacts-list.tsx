// The contacts of an audience: find a person, mark several for an act, add one.
import Plus from 'lucide-react/icons/plus';
import { useLocation, useSearch } from 'wouter';
import type { ContactItem } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { ContactsTabs } from '../../../audience/contacts-tabs.tsx';
import { Button } from '../../../design/controls/button.tsx';
import { useLoadWhenIdle } from '../../../design/lazy/idle.ts';
import { loadedDialog } from '../../../design/lazy/loaded-dialog.tsx';
import { loadedLater } from '../../../design/lazy/loaded-later.tsx';
import { Status } from '../../../design/text/status.tsx';
import { Time } from '../../../design/text/time.tsx';
import { ListPage } from '../../../lists/list-page.tsx';
import type { Column } from '../../../lists/rows.tsx';
import { useDialogParameter } from '../../../records/use-dialog-parameter.ts';
import { CONTACTS, CONTACTS_PATH } from '../list.ts';
import { contactName } from './contact-name.ts';
import { NoContacts } from './no-contacts.tsx';
import { SearchNote } from './search-note.tsx';
import { useContactActs } from './use-contact-acts.tsx';
import { useContactFilters } from './use-contact-filters.tsx';

const ContactRecord = loadedLater(() =>
  import('../record/contact-record.tsx').then((it) => it.ContactRecord),
);
const CreateContact = loadedDialog(() => import('../new/create-contact.tsx').then((it) => it.CreateContact));
const AudiencesDialog = loadedDialog(() =>
  import('../audiences/audiences-dialog.tsx').then((it) => it.AudiencesDialog),
);

const COLUMNS: readonly Column<ContactItem>[] = [
  { id: 'email', header: 'Address', render: ({ email }) => email },
  { id: 'name', header: 'Name', width: '28%', render: contactName },
  {
    id: 'state',
    header: 'State',
    width: '150px',
    render: ({ unsubscribed }) => <Status status={unsubscribed ? 'unsubscribed' : 'subscribed'} />,
  },
  {
    id: 'time',
    header: 'Added',
    width: '104px',
    render: ({ created_at }) => <Time at={created_at} isInRow />,
  },
];

interface ContactsListProps {
  /** The id of the open contact, and its tab. */
  id: string | undefined;
  tab: string | undefined;
}

/** The list, with the open contact next to it. */
export function ContactsList({ id, tab }: ContactsListProps) {
  useLoadWhenIdle(ContactRecord.load);
  const [, navigate] = useLocation();
  const [create, setCreate] = useDialogParameter('create');
  const [audiences, setAudiences] = useDialogParameter('audiences');
  const audienceId = new URLSearchParams(useSearch()).get('audience_id') ?? undefined;
  const refusal = useRefusal('createContact');
  const acts = useContactActs(audienceId);
  const filters = useContactFilters();
  return (
    <>
      <ListPage
        title="Contacts"
        description={
          <>
            The people you write to. Each address appears once per audience.{' '}
            <Button variant="quiet" size="small" onPress={() => setAudiences('yes')}>
              Audiences
            </Button>
          </>
        }
        list={CONTACTS}
        path={CONTACTS_PATH}
        columns={COLUMNS}
        filters={filters}
        note={<SearchNote />}
        tabs={<ContactsTabs selected={CONTACTS_PATH} />}
        hrefOf={(contact) => `${CONTACTS_PATH}/${contact.id}`}
        actions={
          <Button variant="filled" icon={Plus} refusal={refusal} onPress={() => setCreate('yes')}>
            New contact
          </Button>
        }
        empty={<NoContacts onCreate={() => setCreate('yes')} />}
        acts={acts}
        record={id === undefined ? undefined : <ContactRecord.Component key={id} id={id} tab={tab} />}
      />
      <CreateContact
        isOpen={create !== undefined}
        audienceId={audienceId}
        onClose={() => setCreate(undefined)}
      />
      <AudiencesDialog
        isOpen={audiences !== undefined}
        onClose={() => setAudiences(undefined)}
        onDeleted={(deleted) => {
          if (deleted === audienceId) navigate(`${CONTACTS_PATH}?audiences=yes`, { replace: true });
        }}
      />
    </>
  );
}
