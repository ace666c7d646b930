// The bar of marked rows, whose code is loaded in idle time, or with the first mark. If loading fails, the marks are
// removed: no act is possible.
import { loadedLater } from '../../design/lazy/loaded-later.tsx';
import { notifyNotLoaded } from '../../design/lazy/not-loaded.ts';
import { useLoaded } from '../../design/lazy/use-loaded.ts';
import type { MarksBarProps } from './marks-bar.tsx';

const Bar = loadedLater(() => import('./marks-bar.tsx').then((it) => it.MarksBar));

/** Nothing, until a row is marked. */
export function MarksBarLater(props: MarksBarProps) {
  const { marks } = props;
  const isThere = useLoaded(Bar, marks.rows.length > 0, () => {
    marks.clear();
    notifyNotLoaded();
  });
  return isThere ? <Bar.Component {...props} /> : null;
}
