// The name of the edited thing, as the h1 of the page: a press on it, or on the pen next to it, makes it a field. Enter
// and leaving the field keep what was typed, Esc restores the previous name; an empty name is ignored.
import Pencil from 'lucide-react/icons/pencil';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from '../design/controls/icon-button.tsx';
import fieldCss from '../design/fields/field.module.css';
import css from './work-page.module.css';

interface NameInPlaceProps {
  name: string;
  /** Undefined: it has no name of its own. */
  onRename?: ((name: string) => void) | undefined;
  refusal?: string | undefined;
  maxLength?: number | undefined;
  /** Why the API refused it. */
  error?: string | undefined;
}

/** The name. */
export function NameInPlace({ name, onRename, refusal, maxLength, error }: NameInPlaceProps) {
  const [typed, setTyped] = useState<string>();
  const pen = useRef<HTMLButtonElement>(null);
  const returns = useRef(false);
  const isEdited = typed !== undefined;
  useEffect(() => {
    if (isEdited || !returns.current) return;
    returns.current = false;
    pen.current?.focus();
  }, [isEdited]);
  const close = (isKept: boolean) => {
    const next = typed?.trim() ?? '';
    if (isKept && next !== '' && next !== name) onRename?.(next);
    setTyped(undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    returns.current = true;
    close(event.key === 'Enter');
  };
  const edit = () => setTyped(name);
  return (
    <div className={css['name']}>
      {/* The heading stays while the name is a field: it is how screen readers find the page. */}
      <h1 className={isEdited ? 'visually-hidden' : css['title']}>{name}</h1>
      {typed === undefined ? (
        onRename && <IconButton ref={pen} label="Rename" icon={Pencil} refusal={refusal} onPress={edit} />
      ) : (
        <input
          ref={selectAll}
          className={`${fieldCss['control']} ${css['nameField']}`}
          aria-label="Name"
          value={typed}
          maxLength={maxLength}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={() => close(true)}
        />
      )}
      {error === undefined ? null : (
        <p role="alert" className={css['error']}>
          {error}
        </p>
      )}
    </div>
  );
}

/** Once, when it appears: typing the first letter replaces the name. */
function selectAll(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}
