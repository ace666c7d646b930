// How many contacts the rules find, and the newest ten of them. While it is asked, what was found before stays, dimmed.
import { Link } from 'wouter';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Skeleton } from '../../../design/feedback/skeleton.tsx';
import { Amount } from '../../../design/text/amount.tsx';
import { contactName } from '../../contacts/list/contact-name.ts';
import { CONTACTS_PATH } from '../../contacts/list.ts';
import css from './editor.module.css';
import type { Preview } from './use-preview.ts';

/** The pane. */
export function PreviewPane({ found, failure, state, retry }: Preview) {
  return (
    <section aria-label="Matching contacts" className={css['preview']}>
      <p className={css['count']} role="status">
        <CountWords found={found} state={state} />
      </p>
      {failure && <FailureNote failure={failure} onRetry={retry} />}
      {!found && state === 'asking' && !failure && <Skeleton height={200} />}
      {found && state !== 'none' && state !== 'failed' && (
        <ul className={css['people']} data-old={state !== 'known' || undefined} aria-label="Newest matches">
          {found.contacts.map((contact) => (
            <li key={contact.id}>
              <Link href={`${CONTACTS_PATH}/${contact.id}`}>{contact.email}</Link>
              <span className={css['soft']}>{contactName(contact)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function CountWords({ found, state }: Pick<Preview, 'found' | 'state'>) {
  if (state === 'none') return 'Complete the rules to see who matches.';
  if (state === 'long') return 'Many, still counting.';
  if (state === 'failed') return 'Not counted.';
  if (state === 'asking' || !found) return 'Counting…';
  return (
    <>
      <Amount value={found.count} /> {found.count === 1 ? 'contact' : 'contacts'}
    </>
  );
}
