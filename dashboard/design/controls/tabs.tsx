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
  /** The content of its own panel, which stays, unseen, while another tab is selected. */
  content?: ReactNode;
}

interface TabsProps {
  label: string;
  tabs: readonly TabOption[];
  selected: string;
  onSelect: (id: string) => void;
  /** The content of the selected tab, if tabs have no content of their own. */
  children?: ReactNode;
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
      {children === undefined ? (
        tabs.map(({ id, content }) => (
          <TabPanel key={id} id={id} className={styles.panel ?? ''} shouldForceMount>
            {content}
          </TabPanel>
        ))
      ) : (
        // A panel keeps the id that it had first, and a tab names the one of its own.
        <TabPanel key={selected} id={selected} className={styles.panel ?? ''}>
          {children}
        </TabPanel>
      )}
    </AriaTabs>
  );
}
