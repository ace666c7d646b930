// A recipient in the list of an email's recipients: address, status and the last reply, and its timeline when it is open.
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useId, useState } from 'react';
import type { Email } from '../../../api/generated/types.ts';
import { EmailStatus } from '../email-status.tsx';
import type { Delivery } from './deliveries.ts';
import css from './delivery.module.css';
import { RecipientTimeline } from './recipient-timeline.tsx';

/** The row. */
export function RecipientRow({ email, delivery }: { email: Email; delivery: Delivery }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { address, kind, status, smtp_reply } = delivery;
  // That a server has accepted a message is what one expects; its words are in the timeline.
  const reply = status === 'delivered' || status === 'sent' ? null : smtp_reply;
  return (
    <li className={css['recipient']}>
      <button
        type="button"
        className={css['toggle']}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronRight className={css['chevron']} size={14} aria-hidden />
        <span className={css['address']}>
          {address}
          {kind !== 'to' && <span className={css['kind']}> {kind}</span>}
        </span>
        <EmailStatus status={status} />
        {!isOpen && reply !== null && <code className={css['short']}>{reply}</code>}
      </button>
      {isOpen && (
        <div id={id} className={css['opened']}>
          <RecipientTimeline email={email} delivery={delivery} />
        </div>
      )}
    </li>
  );
}
