// "Copy as curl, CLI, Node": the call that this list or record is made of, to run elsewhere.
import { Copy } from 'lucide-react';
import { API_URL } from '../api/base.ts';
import { copiedCall } from '../api/copy-as.ts';
import type { InputOf, OperationId } from '../api/request.ts';
import { MenuButton } from '../design/controls/menu.tsx';
import { notify } from '../design/feedback/toaster.tsx';
import { copyText } from '../design/text/clipboard.ts';
import css from './copy-as.module.css';

interface CopyAsProps<Id extends OperationId> {
  operation: Id;
  input: InputOf<Id>;
  /** Of the menu, for screen readers. */
  label?: string;
}

/** The menu. */
export function CopyAs<Id extends OperationId>({ operation, input, label = 'Copy as' }: CopyAsProps<Id>) {
  const texts = copiedCall(API_URL, operation, input);
  const noCli = 'API keys may not call this, and the command line has nothing else.';
  return (
    <span className={css['copy']}>
      <MenuButton
        label={label}
        icon={Copy}
        variant="quiet"
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
    </span>
  );
}

async function copy(text: string): Promise<void> {
  if (await copyText(text)) notify('Copied.');
  else notify('The browser does not let this page copy.', { kind: 'bad' });
}
