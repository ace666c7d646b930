// Cancels those of the marked emails that wait for their time.
import Ban from 'lucide-react/icons/ban';
import { call } from '../../api/call.ts';
import { useRefusal } from '../../api/session.ts';
import type { RowActs } from '../../lists/marks/row-act.ts';
import type { RowOf } from '../../lists/state/list-spec.ts';

/** The acts of the list. */
export function useEmailActs(): RowActs<RowOf<'listEmails'>> {
  const refusal = useRefusal('cancelEmail');
  return {
    nameOf: ({ subject }) => subject,
    acts: [
      {
        id: 'cancel',
        icon: Ban,
        label: (count) => `Cancel ${count} scheduled`,
        refusal,
        fits: ({ status }) => status === 'pending',
        noneFits: 'None of the selected emails is scheduled.',
        ask: ({ length }, others) => ({
          title: `Cancel ${scheduled(length)}?`,
          lost: (
            <p>
              {length === 1 ? 'It is' : 'They are'} not sent, and a canceled email cannot be scheduled again.
              The quota is refunded. {othersWords(others)}
            </p>
          ),
          confirmLabel: `Cancel ${scheduled(length)}`,
        }),
        running: 'Canceling emails',
        done: (count) => `${count} ${count === 1 ? 'email was' : 'emails were'} canceled.`,
        run: ({ id }) => call('cancelEmail', { id }),
      },
    ],
  };
}

function scheduled(count: number): string {
  return count === 1 ? '1 scheduled email' : `${count} scheduled emails`;
}

function othersWords(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? 'The other selected email is not scheduled and does not change.'
    : `The ${count} other selected emails are not scheduled and do not change.`;
}
