// The facts of a record: names and values in two columns, one on a phone; and the same in short, a line that opens them,
// for records that have something to show first.
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import { Fragment, type ReactNode, useId, useState } from 'react';
import { Button } from '../controls/button.tsx';
import styles from './facts.module.css';

export type Fact = readonly [label: string, value: ReactNode];

interface FactsProps {
  facts: readonly Fact[];
}

export function Facts({ facts }: FactsProps) {
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <Fragment key={label}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

interface FactsInShortProps extends FactsProps {
  /**
   * What matters most first: what finds no room is left out. An empty label has none. Only the first two may take
   * focus, because what is left out must not.
   */
  line: readonly Fact[];
}

/** A line of the facts that matter most, and all of them on request. */
export function FactsInShort({ line, facts }: FactsInShortProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.short}>
      <div className={styles.line}>
        <div className={styles.items}>
          {line.map(([label, value]) => (
            <span key={label} className={styles.item}>
              {label !== '' && <span className={styles.label}>{label} </span>}
              {value}
            </span>
          ))}
        </div>
        <Button
          variant="quiet"
          size="small"
          icon={isOpen ? ChevronUp : ChevronDown}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          aria-label={isOpen ? 'Fewer details' : 'More details'}
          onPress={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Fewer' : 'More'}
        </Button>
      </div>
      {isOpen && (
        <div id={id} className={styles.opened}>
          <Facts facts={facts} />
        </div>
      )}
    </div>
  );
}
