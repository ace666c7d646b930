// Removes the marked addresses from the suppression list.
import Trash2 from 'lucide-react/icons/trash-2';
import { call } from '../../api/call.ts';
import { useRefusal } from '../../api/session.ts';
import { Stack } from '../../design/layout/stack.tsx';
import type { RowActs } from '../../lists/marks/row-act.ts';
import type { RowOf } from '../../lists/state/list-spec.ts';
import css from './suppressions.module.css';

type Entry = RowOf<'listSuppressions'>;

/** The acts of the list. */
export function useSuppressionActs(): RowActs<Entry> {
  const refusal = useRefusal('deleteSuppression');
  return {
    nameOf: ({ email }) => email,
    acts: [
      {
        id: 'remove',
        icon: Trash2,
        label: (count) => `Remove ${count}`,
        refusal,
        ask: (entries) => ({
          title: `Remove ${addresses(entries.length)}?`,
          lost: <Lost entries={entries} />,
          confirmLabel: `Remove ${addresses(entries.length)}`,
        }),
        running: 'Removing addresses',
        done: (count) => `${addresses(count)} ${count === 1 ? 'was' : 'were'} removed.`,
        run: ({ id }) => call('deleteSuppression', { id }),
      },
    ],
  };
}

function Lost({ entries }: { entries: readonly Entry[] }) {
  const bounced = entries.filter(({ origin }) => origin === 'bounce').length;
  const complained = entries.filter(({ origin }) => origin === 'complaint').length;
  return (
    <Stack gap={2}>
      <p>
        The next emails to {entries.length === 1 ? <strong>{entries[0]?.email}</strong> : 'them'} will be
        sent. The reason for the suppression is deleted.
      </p>
      {bounced > 0 && (
        <p className={css['risk']}>
          {bounced} bounced. If a mailbox still does not exist, email bounces again and harms the reputation
          of your domain.
        </p>
      )}
      {complained > 0 && (
        <p className={css['risk']}>
          {complained} reported spam. Mail to people who reported it harms the reputation of your domain.
        </p>
      )}
    </Stack>
  );
}

function addresses(count: number): string {
  return count === 1 ? '1 address' : `${count} addresses`;
}
