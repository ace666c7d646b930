// `Ctrl K`: goes to a page, begins an action, or finds a record by its name, address or id. Arrows choose, Enter goes.
import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useLocation } from 'wouter';
import { refusalFor, useSession } from '../../api/session.ts';
import { useLogout } from '../account/use-logout.ts';
import { useShownPages } from '../shown-pages.ts';
import { ACTIONS, type Action } from './actions.ts';
import { type Entry, findEntries } from './find-entries.ts';
import css from './palette.module.css';
import { Results } from './results.tsx';
import { useFoundRecords } from './use-found-records.ts';

/** The palette. */
export function Palette({ onClose }: { onClose(): void }) {
  return (
    <ModalOverlay className={css['overlay'] ?? ''} isOpen isDismissable onOpenChange={onClose}>
      <Modal className={css['modal'] ?? ''}>
        <Dialog className={css['dialog'] ?? ''} aria-label="Search pages, actions and records">
          <Finder onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Finder({ onClose }: { onClose(): void }) {
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState('');
  const listId = useId();
  const entries = useEntries();
  const records = useFoundRecords(typed);
  const found = [...findEntries(entries, typed), ...records.entries];
  const { chosen, choose, step } = useChoice(found);
  const go = (entry: Entry | undefined) => {
    if (!entry) return;
    if (entry.refusal !== undefined) {
      choose(entry.id);
      return;
    }
    onClose();
    if (entry.path !== undefined) navigate(entry.path);
    entry.act?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (by === undefined) go(chosen);
    else step(by);
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
          aria-label="Search pages, actions and records"
          placeholder="Page, action, name, address or id"
          maxLength={200}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            choose(undefined);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {found.length > 0 && (
        <Results id={listId} found={found} chosen={chosen} isInColumns={typed.trim() === ''} onChoose={go} />
      )}
      <Outcome chosen={chosen} {...records} />
    </>
  );
}

/** Which entry is chosen. It stays so when more is found: Enter does what one has seen. */
function useChoice(found: readonly Entry[]) {
  const [chosenId, choose] = useState<string>();
  const at = Math.max(
    0,
    found.findIndex(({ id }) => id === chosenId),
  );
  const chosen = found[at];
  if (chosen && chosen.id !== chosenId) choose(chosen.id);
  const step = (by: number) => choose(found[(at + by + found.length) % Math.max(1, found.length)]?.id);
  return { chosen, choose, step };
}

/** Pages and actions. */
function useEntries(): readonly Entry[] {
  const { role } = useSession();
  const pages = useShownPages();
  const signOut: Action = { id: 'sign-out', label: 'Sign out', act: useLogout() };
  return [
    ...pages.map(({ id, label, path, keys, group = '' }) => ({ id, label, path, keys, group })),
    ...[...ACTIONS, signOut].map(({ operation, ...action }) => ({
      ...action,
      group: 'Actions',
      refusal: operation && refusalFor(operation, role),
    })),
  ];
}

interface OutcomeProps {
  /** None: nothing was found. */
  chosen: Entry | undefined;
  isSearching: boolean;
  failed: readonly string[];
}

/** Why what is chosen may not be done, that nothing was found, or what could not be asked. */
function Outcome({ chosen, isSearching, failed }: OutcomeProps) {
  const nothing = isSearching ? 'Searching…' : 'No results.';
  const unasked = failed.length > 0 && `Could not search ${failed.join(', ')}.`;
  return (
    <p className={css['outcome']} role="status">
      {[chosen ? chosen.refusal : nothing, unasked].filter(Boolean).join(' ')}
    </p>
  );
}
