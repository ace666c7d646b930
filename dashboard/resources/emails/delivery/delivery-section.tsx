// What happened to an email, for each of its recipients. One recipient is a timeline; several are a list of which each
// opens its timeline, those that need attention first.
import { useState } from 'react';
import type { Email } from '../../../api/generated/types.ts';
import { Button } from '../../../design/controls/button.tsx';
import { SearchField } from '../../../design/fields/search-field.tsx';
import { Section } from '../../../design/layout/section.tsx';
import { Status } from '../../../design/text/status.tsx';
import { statusWords } from '../../../design/text/statuses.ts';
import { deliveriesOf, findDeliveries, summaryOf } from './deliveries.ts';
import css from './delivery.module.css';
import { RecipientRow } from './recipient-row.tsx';
import { RecipientTimeline } from './recipient-timeline.tsx';

/** More than this are searched, or shown on request. */
const SHOWN = 10;

/** The section. */
export function DeliverySection({ email }: { email: Email }) {
  const deliveries = deliveriesOf(email);
  const [only] = deliveries;
  return (
    <Section title="Delivery" level={3}>
      {deliveries.length === 1 && only ? (
        <RecipientTimeline email={email} delivery={only} isOnly />
      ) : (
        <Recipients email={email} />
      )}
    </Section>
  );
}

function Recipients({ email }: { email: Email }) {
  const [typed, setTyped] = useState('');
  const [isWhole, setWhole] = useState(false);
  const deliveries = deliveriesOf(email);
  const found = findDeliveries(deliveries, typed);
  const shown = isWhole ? found : found.slice(0, SHOWN);
  return (
    <div className={css['recipients']}>
      <p className={css['summary']}>
        {summaryOf(deliveries).map(({ status, count }) => {
          const known = status === 'pending' ? 'scheduled' : status;
          return <Status key={status} status={known} label={`${count} ${statusWords(known)}`} />;
        })}
      </p>
      {deliveries.length > SHOWN && (
        <SearchField
          label="Find a recipient"
          value={typed}
          onChange={setTyped}
          placeholder="Address, status or reply"
        />
      )}
      {found.length === 0 ? (
        <p className={css['none']}>No recipient matches.</p>
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
