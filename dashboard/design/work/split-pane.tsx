// Two panes with a line between them that one moves, as an editor and its preview: by dragging, with the arrows (Shift:
// further), Home and End. A double press, or Enter, brings back the width that the page gave. The browser keeps the width
// by the name of the pane. Below 760 px the panes stand on top of each other, and there is nothing to move.
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import styles from './split-pane.module.css';
import { clampShare, shareAfterKey, storedShare } from './split-share.ts';

const PREFIX = 'posthorn.split.';

interface SplitPaneProps {
  /** Under which the browser keeps the width: `template-editor`. */
  name: string;
  /** The resized part: "Width of the editor". */
  label: string;
  first: ReactNode;
  second: ReactNode;
  /** Per cent of the first pane, before one has moved it. */
  share?: number | undefined;
  /** Least per cent of each pane. */
  min?: number | undefined;
}

export function SplitPane({ name, label, first, second, share: initial = 50, min = 20 }: SplitPaneProps) {
  const id = useId();
  const bounds = { min, max: 100 - min };
  const [share, setShare] = useState(() => storedShare(readStored(name), bounds) ?? initial);
  const [isDragged, setDragged] = useState(false);
  const panes = useRef<HTMLDivElement>(null);
  const move = (next: number) => {
    setShare(next);
    keep(name, next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = event.key === 'Enter' ? initial : shareAfterKey(share, event, bounds);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move(next);
  };
  const drag = (event: PointerEvent) => {
    const box = panes.current?.getBoundingClientRect();
    if (isDragged && box) setShare(clampShare(((event.clientX - box.left) / box.width) * 100, bounds));
  };
  const drop = () => {
    setDragged(false);
    keep(name, share);
  };
  return (
    <div
      ref={panes}
      className={styles.panes}
      data-dragged={isDragged || undefined}
      style={{ ['--share' as string]: share }}
    >
      <div id={id} className={styles.pane}>
        {first}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a rule of <hr> takes no focus and has no value. */}
      <div
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={label}
        aria-controls={id}
        aria-valuenow={share}
        aria-valuemin={bounds.min}
        aria-valuemax={bounds.max}
        aria-valuetext={`${share} %`}
        className={styles.separator}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragged(true);
        }}
        onPointerMove={drag}
        onPointerUp={drop}
        onPointerCancel={drop}
        onDoubleClick={() => move(initial)}
      />
      <div className={styles.pane}>{second}</div>
    </div>
  );
}

/** The storage of the browser may be closed to us: then the width is remembered only by the page. */
function readStored(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

function keep(name: string, share: number): void {
  try {
    localStorage.setItem(PREFIX + name, String(share));
  } catch {
    // See above.
  }
}
