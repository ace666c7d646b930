// A page that edits one thing, with no list next to it: the way back, the name in its place, whether it is saved, and its
// acts. What it shows is saved as one types (use-draft.ts), so it has no button for that. Another person's change that
// waits for a choice stands above the page.
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { DraftConflict } from './draft-conflict.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { NameInPlace } from './name-in-place.tsx';
import { type SavedState, SavedWords } from './saved-words.tsx';
import type { DraftInUse } from './use-draft.ts';
import css from './work-page.module.css';

/** The parts of a draft that a page shows. */
export type ShownDraft = Omit<DraftInUse<Record<string, unknown>>, 'values' | 'change'> &
  Pick<SavedState, 'notSavedWords'>;

interface WorkPageProps {
  name: string;
  onRename?: ((name: string) => void) | undefined;
  nameError?: string | undefined;
  nameMaxLength?: number | undefined;
  /** The result of `useRefusal`: why the person may not edit it. */
  refusal?: string | undefined;
  /** The list of the record, below /app. */
  back: { href: string; label: string };
  /** Next to the name, as the status. */
  mark?: ReactNode;
  /** One filled button at most: publish, send. */
  actions?: ReactNode;
  /** The draft of `useDraft`; undefined while there is nothing to save. */
  draft?: ShownDraft | undefined;
  children: ReactNode;
}

/** The page. */
export function WorkPage(props: WorkPageProps) {
  const { name, onRename, nameError, nameMaxLength, refusal, back, mark, actions, draft, children } = props;
  const saved = useRef<HTMLDivElement>(null);
  useEffect(() => {
    document.title = `${name} · Posthorn`;
  }, [name]);
  return (
    <div className={css['page']}>
      <header className={css['head']}>
        <Link href={back.href} className={css['back']}>
          <ArrowLeft size={14} strokeWidth={2} aria-hidden="true" />
          {back.label}
        </Link>
        <div className={css['line']}>
          <NameInPlace
            name={name}
            onRename={onRename}
            error={nameError}
            maxLength={nameMaxLength}
            refusal={refusal}
          />
          {mark}
          {draft && <SavedWords ref={saved} saved={draft} />}
          {actions !== undefined && <div className={css['actions']}>{actions}</div>}
        </div>
      </header>
      {draft && draft.conflicts.length > 0 && (
        <DraftConflict
          conflicts={draft.conflicts}
          onResolve={(choices) => {
            // The choice disappears, with the button that has the focus.
            saved.current?.focus();
            draft.resolve(choices);
          }}
        />
      )}
      {draft && <LeaveGuard isAtRisk={draft.isAtRisk} />}
      {children}
    </div>
  );
}
