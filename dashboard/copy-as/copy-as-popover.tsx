// The menu of CopyAs, with the texts that it copies.
import { API_URL } from '../api/base.ts';
import type { OperationId } from '../api/request.ts';
import { notify } from '../design/feedback/toaster.tsx';
import { MenuPopover } from '../design/floating/menu-popover.tsx';
import type { OpenedPopover } from '../design/lazy/use-opener.ts';
import { copyText } from '../design/text/clipboard.ts';
import { copiedCall } from './copied-call.ts';

interface CopyAsPopoverProps extends OpenedPopover {
  label: string;
  operation: OperationId;
  /** The input of the operation; CopyAs has checked it. */
  input: unknown;
}

/** The menu. */
export function CopyAsPopover({ operation, input, ...menu }: CopyAsPopoverProps) {
  const texts = copiedCall(API_URL, operation, input as never);
  const noCli = 'API keys cannot call this, so the command line cannot either.';
  return (
    <MenuPopover
      {...menu}
      items={[
        { id: 'curl', label: 'Copy as curl', onAction: () => void copy(texts.curl) },
        {
          id: 'cli',
          label: 'Copy as CLI',
          ...(texts.cli === undefined && { refusal: noCli }),
          onAction: () => void copy(texts.cli ?? ''),
        },
        { id: 'node', label: 'Copy as Node', onAction: () => void copy(texts.node) },
      ]}
    />
  );
}

async function copy(text: string): Promise<void> {
  if (await copyText(text)) notify('Copied.');
  else notify('Your browser does not allow this page to copy.', { kind: 'bad' });
}
