// The ten recovery codes, shown once: to copy, or to keep as a file.
import { Download } from 'lucide-react';
import { Button } from '../../design/controls/button.tsx';
import { Stack } from '../../design/layout/stack.tsx';
import { CopyButton } from '../../design/text/copy-button.tsx';
import { saveText } from '../../records/save-text.ts';
import css from './second-factor.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  /** The address of the person, for the file. */
  email: string;
  onSaved(): void;
}

/** The codes. */
export function RecoveryCodes({ codes, email, onSaved }: RecoveryCodesProps) {
  const save = () =>
    saveText(recoveryFile(codes, { email, host: location.host }), 'posthorn-recovery-codes.txt');
  return (
    <Stack gap={4}>
      <p>
        Two-factor authentication is on. If you lose your app, each of these codes signs you in once. They are
        shown only now.
      </p>
      <ul className={css['codes']} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Stack direction="row" gap={2} wrap>
        <CopyButton text={codes.join('\n')} label="the recovery codes" />
        {/* Not the button that closes: Enter twice would lose the codes. */}
        <Button variant="quiet" size="small" icon={Download} autoFocus onPress={save}>
          Download as text
        </Button>
      </Stack>
      <Stack direction="row" justify="flex-end">
        <Button variant="filled" onPress={onSaved}>
          I have saved them
        </Button>
      </Stack>
    </Stack>
  );
}

function recoveryFile(codes: readonly string[], { email, host }: { email: string; host: string }): string {
  return [`Posthorn recovery codes of ${email} at ${host}`, 'Each code works once.', '', ...codes, ''].join(
    '\n',
  );
}
