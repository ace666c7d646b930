// Automations: the list, with the open one next to it.
import { useParams } from 'wouter';
import { AutomationsList } from './list/automations-list.tsx';

/** The page. After the id comes a part of the automation, and after `runs` the id of a run. */
export function AutomationsPage() {
  const { id, part, runId } = useParams();
  return <AutomationsList id={id} part={part} runId={runId} />;
}
