// The field for a segment, for pages whose first drawing has no React Aria: its code is loaded when it is shown.
import { loadedLater } from '../design/lazy/loaded-later.tsx';

export const SegmentFieldLater = loadedLater(() =>
  import('./segment-field.tsx').then((it) => it.SegmentField),
);
