// The segments of the account: who is meant, by hand or by rules, and how many that are. A segment by rules is edited on a
// page of its own.
import { useParams } from 'wouter';
import { loadedLater } from '../../design/lazy/loaded-later.tsx';
import { NEW_SEGMENT } from './list.ts';
import { SegmentsList } from './segments-list.tsx';

const NewSegment = loadedLater(() => import('./editor/new-segment.tsx').then((it) => it.NewSegment));
const SegmentEditor = loadedLater(() => import('./editor/segment-editor.tsx').then((it) => it.SegmentEditor));

/** The page. */
export function SegmentsPage() {
  const { id, tab } = useParams();
  if (id === NEW_SEGMENT) return <NewSegment.Component />;
  if (id !== undefined && tab === 'edit') return <SegmentEditor.Component key={id} id={id} />;
  return <SegmentsList id={id} />;
}
