// Tabs that are pages of their own: links in a line, with one of them open. Unlike `Tabs` they need no React Aria, so a
// list that has them is whole in its first drawing.
import { Link } from 'wouter';
import styles from './link-tabs.module.css';

interface LinkTabsProps {
  /** The name of the links, for screen readers. */
  label: string;
  tabs: readonly { href: string; label: string }[];
  /** Its `href`. */
  selected: string;
}

export function LinkTabs({ label, tabs, selected }: LinkTabsProps) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          className={styles.tab}
          aria-current={tab.href === selected ? 'page' : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
