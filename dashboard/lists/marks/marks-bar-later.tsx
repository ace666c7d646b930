// The bar of marked rows, whose code is loaded in idle time, or with the first mark. If loading fails, the marks are
// removed: no act is possible.
import { loadedLater } from '../../design/later/loaded-later.tsx';
import { notifyNotLoaded } from '../../design/later/not-loaded.ts';
import { useArrived } from '../../design/later/use-arrived.ts';
import type { MarksBarProps } from './marks-bar.tsx';

const Bar = loadedLater(() => import('./marks-bar.tsx').then((it) => it.MarksBar));

/** Nothing, until a row is marked. */
export function MarksBarLater(props: MarksBarProps) {
  const { marks } = props;
  const isThere = useArrived(Bar, marks.rows.length > 0, () => {
    marks.clear();
    notifyNotLoaded();
  });
  return isThere ? <Bar.Component {...props} /> : null;
}
