// Leads to a place in the template: the cursor of the code, or the field; in a narrow window also to the source.
import { useCallback, useState } from 'react';
import type { SourcePlace } from './source-editor.ts';

/** The pane that a narrow window shows, and the last jump into the code. */
export function usePane() {
  const [pane, showPane] = useState('source');
  const [jump, setJump] = useState<SourcePlace>();
  const jumpTo = useCallback((place: SourcePlace) => {
    const [field] = document.getElementsByName(place.field);
    if (field) return field.focus();
    showPane('source');
    setJump({ ...place });
  }, []);
  return { pane, showPane, jump, jumpTo };
}
