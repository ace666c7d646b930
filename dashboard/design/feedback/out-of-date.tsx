// What is shown was read before, and cannot be read now: it stays, and this says so above it. One sentence for lists,
// records and numbers.
import RotateCw from 'lucide-react/icons/rotate-cw';
import { Button } from '../controls/button.tsx';
import { Notice } from './notice.tsx';

interface OutOfDateProps {
  /** Who may be: `This list`. */
  what: string;
  failure: { message: string };
  /** Where nothing is read again automatically; without it, everything is, every two seconds. */
  onRetry?: (() => void) | undefined;
}

/** The notice. */
export function OutOfDate({ what, failure, onRetry }: OutOfDateProps) {
  const retry = onRetry && (
    <Button size="small" icon={RotateCw} onPress={onRetry}>
      Try again
    </Button>
  );
  return (
    <Notice kind="warn" role="status" action={retry}>
      {what} may be out of date: {failure.message}
      {!onRetry && ' Trying again every 2 seconds.'}
    </Notice>
  );
}
