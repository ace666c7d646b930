// Says how far a search by text looks, which is not over the whole list, and leads to the one that is: by the whole address.
import { useLocation, useSearch } from 'wouter';
import { Button } from '../../../design/controls/button.tsx';
import { WHOLE_ADDRESS } from '../../../format/whole-address.ts';
import { CONTACTS_PATH } from '../list.ts';
import css from './contacts.module.css';

/** The sentence; nothing while no text is searched. */
export function SearchNote() {
  const [, navigate] = useLocation();
  const parameters = new URLSearchParams(useSearch());
  const text = parameters.get('q')?.trim() ?? '';
  if (text === '') return null;
  const findWhole = () => {
    parameters.delete('q');
    for (const cursor of ['after', 'before']) parameters.delete(cursor);
    parameters.set('email', text);
    navigate(`${CONTACTS_PATH}?${parameters}`);
  };
  return (
    <p className={css['note']}>
      Search looks at the newest 50,000 contacts.{' '}
      {WHOLE_ADDRESS.test(text) ? (
        <Button variant="quiet" size="small" onPress={findWhole}>
          Find {text} in all contacts
        </Button>
      ) : (
        'Enter a full address to search all contacts.'
      )}
    </p>
  );
}
