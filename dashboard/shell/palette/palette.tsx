// `Ctrl K`: goes to a page, begins an action, or opens the record of a pasted id. Arrows choose, Enter goes.
import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { useLocation } from 'wouter';
import { Kbd } from '../../design/text/kbd.tsx';
import { PAGES } from '../pages.ts';
import { type Entry, findEntries } from './find-entries.ts';
import css from './palette.module.css';
import { useRecordOfId } from './use-record-of-id.ts';

const ACTIONS: readonly Entry[] = [
  { id: 'send', label: 'Send an email', group: 'Actions', path: '/emails?compose=yes' },
  { id: 'new-key', label: 'Create an API key', group: 'Actions', path: '/api-keys?create=yes' },
  { id: 'new-webhook', label: 'Add a webhook', group: 'Actions', path: '/webhooks?create=yes' },
  { id: 'invite', label: 'Invite a person', group: 'Actions', path: '/settings/members?invite=yes' },
  { id: 'second-factor', label: 'Set up a second factor', group: 'Actions', path: '/settings/security' },
  { id: 'suppress', label: 'Suppress an address', group: 'Actions', path: '/suppressions?create=yes' },
];
const ENTRIES: readonly Entry[] = [
  ...PAGES.map(({ id, label, path, keys }) => ({ id, label, path, keys, group: 'Pages' as const })),
  ...ACTIONS,
];

/** The palette. */
export function Palette({ onClose }: { onClose(): void }) {
  return (
    <ModalOverlay className={css['overlay'] ?? ''} isOpen isDismissable onOpenChange={onClose}>
      <Modal className={css['modal'] ?? ''}>
        <Dialog className={css['dialog'] ?? ''} aria-label="Search pages, actions and ids">
          <Finder onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Finder({ onClose }: { onClose(): void }) {
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const listId = useId();
  const record = useRecordOfId(typed);
  const found = [...record.entries, ...findEntries(ENTRIES, typed)];
  const chosen = found[Math.min(at, found.length - 1)];
  const go = (entry: Entry | undefined) => {
    if (!entry) return;
    onClose();
    navigate(entry.path);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') go(chosen);
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (step !== undefined)
      setAt((Math.min(at, found.length - 1) + step + found.length) % Math.max(1, found.length));
  };
  return (
    <>
      <div className={css['field']}>
        <Search size={16} aria-hidden />
        <input
          // biome-ignore lint/a11y/noAutofocus: the palette is opened to type.
          autoFocus
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={chosen && `${listId}-${chosen.id}`}
          aria-label="Search pages, actions and ids"
          placeholder="A page, an action, an id or an address"
          maxLength={400}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <Results id={listId} found={found} chosen={chosen} isSearching={record.isSearching} onChoose={go} />
    </>
  );
}

interface ResultsProps {
  id: string;
  found: readonly Entry[];
  chosen: Entry | undefined;
  isSearching: boolean;
  onChoose(entry: Entry): void;
}

function Results({ id, found, chosen, isSearching, onChoose }: ResultsProps) {
  if (found.length === 0) {
    return (
      <p className={css['nothing']} role="status">
        {isSearching
          ? 'Looking for the record of this id…'
          : 'Nothing has this name, this id or this address.'}
      </p>
    );
  }
  return (
    <div id={id} role="listbox" aria-label="Results" className={css['results']}>
      {found.map((entry) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the chosen one.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field.
        <div
          key={entry.id}
          id={`${id}-${entry.id}`}
          role="option"
          aria-selected={entry === chosen}
          className={css['entry']}
          onClick={() => onChoose(entry)}
          ref={(element) => {
            if (entry === chosen) element?.scrollIntoView({ block: 'nearest' });
          }}
        >
          <span className={css['label']}>{entry.label}</span>
          {entry.keys === undefined ? (
            <span className={css['group']}>{entry.group}</span>
          ) : (
            <Kbd keys={entry.keys} />
          )}
        </div>
      ))}
    </div>
  );
}
