// The tree of rules for pages, whose first drawing has no React Aria: its code comes when it is shown.
import { loadedLater } from '../design/later/loaded-later.tsx';
import type { RuleTreeProps } from './rule-tree.tsx';

/** `RuleTreeLater.Component` is RuleTree; `RuleTreeLater.load()` asks for its code ahead. */
export const RuleTreeLater = loadedLater<RuleTreeProps>(() =>
  import('./rule-tree.tsx').then((it) => it.RuleTree),
);
