// Says above shown data that it was read earlier, and cannot be read now. One sentence for lists,
// records and numbers.
import RotateCw from 'lucide-react/icons/rotate-cw';
import { Button } from '../controls/button.tsx';
import { Notice } from './notice.tsx';

interface OutOfDateProps {
  /** The subject of the sentence: `This list`. */
  what: string;
  failure: { message: string };
  /** For data that is not read again automatically; without it, data is read every two seconds. */
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
