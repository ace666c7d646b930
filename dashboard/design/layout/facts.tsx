// The facts of a record: names and values in two columns, one on a phone.
import { Fragment, type ReactNode } from 'react';
import styles from './facts.module.css';

interface FactsProps {
  facts: readonly (readonly [label: string, value: ReactNode])[];
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
