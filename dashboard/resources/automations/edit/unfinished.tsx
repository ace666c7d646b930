// Says that steps are not finished, with the way to the first of them. It is in a row that is there anyway, so that nothing moves
// while one types.
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Button } from '../../../design/controls/button.tsx';
import type { StepFault } from './step-faults.ts';

interface UnfinishedProps {
  faults: readonly StepFault[];
  onGo(key: string): void;
}

/** Why an automation cannot be turned on. @returns undefined: all steps are finished */
export function unfinishedWords(faults: readonly StepFault[]): string | undefined {
  const count = new Set(faults.map(({ key }) => key)).size;
  if (count === 0) return undefined;
  return count === 1 ? '1 step is not complete.' : `${count} steps are not complete.`;
}

/** The words, as a button. */
export function Unfinished({ faults, onGo }: UnfinishedProps) {
  const [first] = faults;
  if (!first) return null;
  return (
    <Button variant="quiet" size="small" icon={TriangleAlert} onPress={() => onGo(first.key)}>
      {unfinishedWords(faults)}
    </Button>
  );
}
