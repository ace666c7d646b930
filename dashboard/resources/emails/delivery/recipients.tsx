// The recipients of an email to several: how many have each status, and each of them, found by address, status or reply.
import { useState } from 'react';
import type { Email } from '../../../api/generated/types.ts';
import { Button } from '../../../design/controls/button.tsx';
import { SearchField } from '../../../design/fields/search-field.tsx';
import { Status } from '../../../design/text/status.tsx';
import { statusWords } from '../../../design/text/statuses.ts';
import { type Delivery, findDeliveries, summaryOf } from './deliveries.ts';
import css from './delivery.module.css';
import { RecipientRow } from './recipient-row.tsx';

/** More than this are searched, or shown on request. */
const SHOWN = 10;

/** The statuses. */
export function DeliverySummary({ deliveries }: { deliveries: readonly Delivery[] }) {
  return (
    <p className={css['summary']}>
      {summaryOf(deliveries).map(({ status, count }) => {
        const known = status === 'pending' ? 'scheduled' : status;
        return <Status key={status} status={known} label={`${count} ${statusWords(known)}`} />;
      })}
    </p>
  );
}

/** The recipients. */
export function Recipients({ email, deliveries }: { email: Email; deliveries: readonly Delivery[] }) {
  const [typed, setTyped] = useState('');
  const [isWhole, setWhole] = useState(false);
  const found = findDeliveries(deliveries, typed);
  const shown = isWhole ? found : found.slice(0, SHOWN);
  return (
    <div className={css['recipients']}>
      {deliveries.length > SHOWN && (
        <SearchField
          label="Find a recipient"
          value={typed}
          onChange={setTyped}
          placeholder="Address, status or reply"
        />
      )}
      {found.length === 0 ? (
        <p className={css['none']}>No recipients match.</p>
      ) : (
        <ul className={css['list']} aria-label="Recipients">
          {shown.map((delivery) => (
            <RecipientRow key={`${delivery.kind} ${delivery.address}`} email={email} delivery={delivery} />
          ))}
        </ul>
      )}
      {shown.length < found.length && (
        <div>
          <Button onPress={() => setWhole(true)}>Show all {found.length}</Button>
        </div>
      )}
    </div>
  );
}
