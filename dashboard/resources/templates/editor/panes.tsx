// The source and the preview next to each other; below 1,100 px one of the two, by tabs. The other one stays, unseen, so that
// the place of the cursor and the steps back are not lost.
import { type ReactNode, useSyncExternalStore } from 'react';
import { Tabs } from '../../../design/controls/tabs.tsx';
import { SplitPane } from '../../../design/work/split-pane.tsx';
import css from './editor.module.css';

const NARROW = '(width < 1100px)';
const TABS = [
  { id: 'source', label: 'Source' },
  { id: 'preview', label: 'Preview' },
];

interface PanesProps {
  /** Which one a narrow window shows. */
  shown: string;
  onShow(pane: string): void;
  source: ReactNode;
  preview: ReactNode;
}

/** Both. */
export function Panes({ shown, onShow, source, preview }: PanesProps) {
  const isNarrow = useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches);
  if (isNarrow)
    return (
      <Tabs label="Parts of the editor" tabs={TABS} selected={shown} onSelect={onShow}>
        <div className={css['panes']}>
          <div hidden={shown === 'preview'}>{source}</div>
          <div hidden={shown !== 'preview'}>{preview}</div>
        </div>
      </Tabs>
    );
  return (
    <SplitPane name="template-editor" label="Width of the source" first={source} second={preview} min={30} />
  );
}

function subscribe(listener: () => void): () => void {
  const media = matchMedia(NARROW);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}
