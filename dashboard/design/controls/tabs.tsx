// Tabs: a tablist and the panel of the selected one (React Aria: arrows move, Home and End). The page keeps the
// selection, as a rule in its URL.
import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs';
import { Amount } from '../text/amount.tsx';
import styles from './tabs.module.css';

export interface TabOption {
  id: string;
  label: string;
  count?: number | undefined;
}

interface TabsProps {
  label: string;
  tabs: readonly TabOption[];
  selected: string;
  onSelect: (id: string) => void;
  /** What the selected tab shows. */
  children: ReactNode;
}

export function Tabs({ label, tabs, selected, onSelect, children }: TabsProps) {
  return (
    <AriaTabs
      className={styles.tabs ?? ''}
      selectedKey={selected}
      onSelectionChange={(key) => onSelect(String(key))}
      keyboardActivation="manual"
    >
      <TabList className={styles.list ?? ''} aria-label={label} items={tabs}>
        {(tab) => (
          <Tab id={tab.id} className={styles.tab ?? ''}>
            {tab.label}
            {tab.count === undefined ? null : (
              <span className={styles.count}>
                <Amount value={tab.count} />
              </span>
            )}
          </Tab>
        )}
      </TabList>
      <TabPanel id={selected} className={styles.panel ?? ''}>
        {children}
      </TabPanel>
    </AriaTabs>
  );
}
