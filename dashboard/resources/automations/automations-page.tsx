// Automations: the list, with the open one next to it; its steps are edited on a page of its own.
import { useParams } from 'wouter';
import { loadedLater } from '../../design/lazy/loaded-later.tsx';
import { AutomationsList } from './list/automations-list.tsx';

const AutomationEditor = loadedLater(() =>
  import('./edit/automation-editor.tsx').then((it) => it.AutomationEditor),
);

/** The page. The path has the id, then a part of the automation, then the open record: a run, or a batch. */
export function AutomationsPage() {
  const { id, part, below } = useParams();
  if (id !== undefined && part === 'edit') return <AutomationEditor.Component key={id} id={id} />;
  return <AutomationsList id={id} part={part} below={below} />;
}
