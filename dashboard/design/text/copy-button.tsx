// A small button that copies a text: the one in the bar of a block of code.
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { Button } from '../controls/button.tsx';
import { useCopy } from './clipboard.ts';

interface CopyButtonProps {
  text: string;
  /** The name of the value: "Copy <label>" is the name of the button. */
  label: string;
}

export function CopyButton({ text, label }: CopyButtonProps) {
  const { isCopied, copy } = useCopy(text);
  return (
    <Button
      variant="quiet"
      size="small"
      icon={isCopied ? Check : Copy}
      aria-label={`Copy ${label}`}
      onPress={copy}
    >
      {isCopied ? 'Copied' : 'Copy'}
    </Button>
  );
}
