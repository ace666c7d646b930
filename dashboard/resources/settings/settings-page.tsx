// The settings: of the account and of the person who looks. Each section has a URL and code of its own.
import { useEffect, useRef } from 'react';
import { Link, useParams } from 'wouter';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { Section } from '../../design/layout/section.tsx';
import { findSection, GROUPS, type SettingsSection } from './sections.ts';
import css from './settings-page.module.css';

/** The page. */
export function SettingsPage() {
  const { section: name } = useParams<{ section?: string }>();
  const section = findSection(name);
  return (
    <div className={css['page']}>
      <PageHeader title="Settings" documentTitle={section ? `${section.label} · Settings` : 'Settings'} />
      <div className={css['columns']}>
        <Sections open={section} />
        <div className={css['section']}>
          {section ? (
            <section.Component key={section.id} />
          ) : (
            <Section title="This setting does not exist" description="Choose a setting from the list." />
          )}
        </div>
      </div>
    </div>
  );
}

function Sections({ open }: { open: SettingsSection | undefined }) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the sections are in one row that scrolls: the open one is in sight.
    const link = open && nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (link) nav.current?.scrollTo({ left: link.offsetLeft - link.offsetWidth });
  }, [open]);
  return (
    <nav ref={nav} className={css['nav']} aria-label="Settings">
      {GROUPS.map(({ heading, sections }) => (
        <div key={heading} className={css['group']}>
          <p className={css['heading']}>{heading}</p>
          <ul>
            {sections.map((section) => (
              <li key={section.id}>
                <SectionLink section={section} isOpen={section === open} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function SectionLink({ section, isOpen }: { section: SettingsSection; isOpen: boolean }) {
  const { path, label, load } = section;
  return (
    <Link
      href={path}
      className={css['link']}
      aria-current={isOpen ? 'page' : undefined}
      onPointerEnter={() => void load().catch(() => {})}
    >
      {label}
    </Link>
  );
}
