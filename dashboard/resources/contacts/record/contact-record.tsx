// A contact: why mail comes to this person or does not, in a sentence, and a tab for who they are, what they get, and what
// has happened.
import { useLocation, useSearch } from 'wouter';
import type { Contact } from '../../../api/generated/types.ts';
import { useCall, useChange } from '../../../api/use-call.ts';
import { CopyAs } from '../../../copy-as/copy-as.tsx';
import { Tabs } from '../../../design/controls/tabs.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { OutOfDate } from '../../../design/feedback/out-of-date.tsx';
import { Skeleton } from '../../../design/feedback/skeleton.tsx';
import { notify } from '../../../design/feedback/toaster.tsx';
import { useToday } from '../../../format/clock.ts';
import { RecordPane, RecordState } from '../../../records/record-pane.tsx';
import { contactName } from '../list/contact-name.ts';
import { CONTACTS_PATH } from '../list.ts';
import css from './contact-record.module.css';
import type { ContactTabProps } from './contact-tab.ts';
import { ProfileTab } from './profile-tab.tsx';
import { RemoveContact } from './remove-contact.tsx';
import { mailSentence } from './sentence.ts';
import { TimelineTab } from './timeline-tab.tsx';
import { TopicsTab } from './topics-tab.tsx';

const TABS = [
  { id: 'profile', label: 'Profile', Tab: ProfileTab },
  { id: 'topics', label: 'Topics', Tab: TopicsTab },
  { id: 'timeline', label: 'Timeline', Tab: TimelineTab },
] as const;

/** The record. @param id of the contact, or its address; @param tab of the path; without one the profile */
export function ContactRecord({ id, tab }: { id: string; tab: string | undefined }) {
  const [, navigate] = useLocation();
  const search = useSearch();
  const remove = useChange('deleteContact', {
    onSuccess: (_answer, { query }) => {
      notify(query?.erase === true ? 'The person is being erased.' : 'Contact deleted.');
      navigate(search ? `${CONTACTS_PATH}?${search}` : CONTACTS_PATH);
    },
  });
  // A deleted record must not be read again.
  const isGoing = remove.isPending || remove.isSuccess;
  const read = useCall('getContact', { id }, { isLive: true, isEnabled: !isGoing });
  return (
    <RecordState read={read} listPath={CONTACTS_PATH} what="contact">
      {(contact) => (
        <RecordPane
          title={<span className={css['title']}>{contact.email}</span>}
          listPath={CONTACTS_PATH}
          actions={
            <>
              <CopyAs operation="getContact" input={{ id }} />
              <RemoveContact contact={contact} remove={remove} />
            </>
          }
        >
          <OpenContact contact={contact} tab={tab} isGoing={isGoing} />
        </RecordPane>
      )}
    </RecordState>
  );
}

interface OpenContactProps {
  contact: Contact;
  tab: string | undefined;
  isGoing: boolean;
}

function OpenContact({ contact, tab, isGoing }: OpenContactProps) {
  useToday();
  const { email } = contact;
  const person = useCall('getPerson', { address: email }, { isLive: true, isEnabled: !isGoing });
  const name = contactName(contact);
  // All at once, so that nothing moves when the sentence is known.
  if (!person.data && person.error)
    return <FailureNote failure={person.error} onRetry={() => void person.refetch()} />;
  if (!person.data) return <Skeleton height={480} />;
  return (
    <>
      {person.error && <OutOfDate what="Choices of this person" failure={person.error} onRetry={undefined} />}
      <p className={css['sentence']} role="status">
        {mailSentence(contact, person.data, new Date())}
      </p>
      {name !== '' && <p className={css['who']}>{name}</p>}
      <ContactTabs contact={contact} person={person.data} tab={tab} />
    </>
  );
}

function ContactTabs({ contact, person, tab }: ContactTabProps & { tab: string | undefined }) {
  const [, navigate] = useLocation();
  const search = useSearch();
  const { id, Tab } = TABS.find((each) => each.id === tab) ?? TABS[0];
  const select = (chosen: string) => {
    const path = `${CONTACTS_PATH}/${contact.id}${chosen === 'profile' ? '' : `/${chosen}`}`;
    navigate(search ? `${path}?${search}` : path);
  };
  return (
    <Tabs label="Contact" tabs={TABS} selected={id} onSelect={select}>
      <Tab contact={contact} person={person} />
    </Tabs>
  );
}
