// What happened to an email: a line that says it, and below it on request all of it for each recipient. One recipient has a
// timeline; several are a list of which each opens its timeline, those that need attention first. Whether it is open is
// in the URL, so that one can go through several emails with it.
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import { type ReactNode, useId } from 'react';
import type { Email } from '../../../api/generated/types.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Code } from '../../../design/text/code.tsx';
import { Time } from '../../../design/text/time.tsx';
import { useRecordParameter } from '../../../records/use-record-parameter.ts';
import { type Delivery, deliveriesOf } from './deliveries.ts';
import css from './delivery.module.css';
import { deliveryInShort } from './delivery-in-short.ts';
import { RecipientTimeline } from './recipient-timeline.tsx';
import { DeliverySummary, Recipients } from './recipients.tsx';

/** The section. */
export function DeliverySection({ email }: { email: Email }) {
  const deliveries = deliveriesOf(email);
  const [first, second] = deliveries;
  if (!first) return null;
  if (second) {
    return (
      <Opened label={`${deliveries.length} recipients`} line={<WorstInShort deliveries={deliveries} />}>
        <Recipients email={email} deliveries={deliveries} />
      </Opened>
    );
  }
  return (
    <Opened label="Timeline" line={<InShort email={email} delivery={first} />}>
      <RecipientTimeline email={email} delivery={first} isOnly />
    </Opened>
  );
}

interface OpenedProps {
  /** The name of what is opened. */
  label: string;
  line: ReactNode;
  children: ReactNode;
}

function Opened({ label, line, children }: OpenedProps) {
  const id = useId();
  const [opened, setOpened] = useRecordParameter('delivery');
  const isOpen = opened !== undefined;
  return (
    <section aria-labelledby={`${id}-title`}>
      <div className={css['line']}>
        <h3 id={`${id}-title`} className="visually-hidden">
          Delivery
        </h3>
        <div className={css['words']}>{line}</div>
        <Button
          variant="quiet"
          size="small"
          icon={isOpen ? ChevronUp : ChevronDown}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onPress={() => setOpened(isOpen ? undefined : 'open')}
        >
          {label}
        </Button>
      </div>
      {isOpen && (
        <div id={id} className={css['below']}>
          {children}
        </div>
      )}
    </section>
  );
}

function InShort({ email, delivery }: { email: Email; delivery: Delivery }) {
  const { title, at, message, reply } = deliveryInShort(email, delivery);
  const said = [message, reply].filter((text) => text !== null).join(' ');
  return (
    <p className={css['said']} title={said}>
      {title} {at !== null && <Time at={at} />}
      {message !== null && `. ${message}`} {reply !== null && <Code>{reply}</Code>}
    </p>
  );
}

function WorstInShort({ deliveries }: { deliveries: readonly Delivery[] }) {
  const [worst] = deliveries;
  const isBad = worst && worst.smtp_reply !== null && !['delivered', 'sent'].includes(worst.status);
  return (
    <>
      <DeliverySummary deliveries={deliveries} />
      {isBad && (
        <p className={css['said']} title={`${worst.address} ${worst.smtp_reply}`}>
          {worst.address} <Code>{worst.smtp_reply}</Code>
        </p>
      )}
    </>
  );
}
