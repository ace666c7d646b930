// Automations: the list, with the open one next to it.
import { useParams } from 'wouter';
import { AutomationsList } from './list/automations-list.tsx';

/** The page. After the id comes a part of the automation, and after that what of it is open: a run, or a batch. */
export function AutomationsPage() {
  const { id, part, below } = useParams();
  return <AutomationsList id={id} part={part} below={below} />;
}
