// The dialog with a text for the person who runs the DNS: to copy, or to send from one's own mail program.
import Mail from 'lucide-react/icons/mail';
import type { Domain } from '../../../api/generated/types.ts';
import { ButtonLink } from '../../../design/controls/button.tsx';
import { Dialog } from '../../../design/layout/dialog.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { CodeBlock } from '../../../design/text/code-block.tsx';
import { mailtoOf, requestText } from './request-text.ts';

interface SendRecordsProps {
  domain: Domain;
  isOpen: boolean;
  onClose(): void;
}

/** The dialog. */
export function SendRecords({ domain, isOpen, onClose }: SendRecordsProps) {
  const request = requestText(domain);
  return (
    <Dialog
      title="Send DNS records"
      isOpen={isOpen}
      onClose={onClose}
      width="wide"
      actions={
        <ButtonLink icon={Mail} href={mailtoOf(request)} isExternal>
          Write an email
        </ButtonLink>
      }
    >
      <Stack gap={3}>
        <p>For the person who manages the DNS of {domain.name}. Text contains no secrets.</p>
        <CodeBlock code={request.text} label="Text" />
      </Stack>
    </Dialog>
  );
}
