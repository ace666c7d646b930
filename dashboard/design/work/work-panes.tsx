// The edited part and its companions next to each other; below 1,100 px one at a time, with tabs. Hidden panes stay in
// the page, so that the place of the cursor and the steps back are not lost.
import type { ReactNode } from 'react';
import { Tabs } from '../controls/tabs.tsx';
import { useMedia } from '../use-media.ts';
import { SplitPane } from './split-pane.tsx';

const NARROW = '(width < 1100px)';

/** One of them. */
export interface WorkPane {
  id: string;
  label: string;
  content: ReactNode;
}

interface WorkPanesProps {
  /** The name under which the browser stores the width. */
  name: string;
  label: string;
  /** The name of the line between both. */
  widthLabel: string;
  first: WorkPane;
  /** The other panes; tabs choose the one that is shown next to the first. */
  others: readonly [WorkPane, ...WorkPane[]];
  /** The id of the one that is seen; of the first, in a wide window, the first of the others is seen as well. */
  shown: string;
  onShow(id: string): void;
  /** The initial share of the first one, in percent; by default a half. */
  share?: number | undefined;
  /** The least that each of both takes. */
  min: number;
}

/** All of them. */
export function WorkPanes(props: WorkPanesProps) {
  const { name, label, widthLabel, first, others, shown, onShow, share, min } = props;
  const isNarrow = useMedia(NARROW);
  if (isNarrow) return <PaneTabs label={label} panes={[first, ...others]} shown={shown} onShow={onShow} />;
  const [next] = others;
  const second =
    others.length === 1 ? (
      next.content
    ) : (
      <PaneTabs label={label} panes={others} shown={shown} onShow={onShow} />
    );
  return (
    <SplitPane name={name} label={widthLabel} first={first.content} second={second} share={share} min={min} />
  );
}

interface PaneTabsProps extends Pick<WorkPanesProps, 'label' | 'shown' | 'onShow'> {
  panes: readonly WorkPane[];
}

function PaneTabs({ label, panes, shown, onShow }: PaneTabsProps) {
  const selected = (panes.find(({ id }) => id === shown) ?? panes[0])?.id ?? '';
  return <Tabs label={label} tabs={panes} selected={selected} onSelect={onShow} />;
}
