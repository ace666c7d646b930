// Sets up the second factor: the password, then the QR code and a first code of the app, then the recovery codes, which
// are shown this once.
import { useState } from 'react';
import { fieldError, formFailure } from '../../api/form-failure.ts';
import type { TotpSetup } from '../../api/generated/types.ts';
import { useSession } from '../../api/session.ts';
import { useChange } from '../../api/use-call.ts';
import { Button } from '../../design/controls/button.tsx';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { CodeField } from '../../design/fields/code-field.tsx';
import { PasswordField } from '../../design/fields/password-field.tsx';
import { Dialog } from '../../design/layout/dialog.tsx';
import { Form, FormActions } from '../../design/layout/form.tsx';
import { Copyable } from '../../design/text/copyable.tsx';
import { showOnce } from '../../records/shown-once.tsx';
import { OwnAddress } from '../account/own-address.tsx';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import css from './second-factor.module.css';

interface SetUpDialogProps {
  onEnabled(): void;
  /** After the recovery codes as well. */
  onClose(): void;
}

/** The dialog. */
export function SetUpDialog({ onEnabled, onClose }: SetUpDialogProps) {
  const { person } = useSession();
  const [setup, setSetup] = useState<TotpSetup>();
  const show = (codes: readonly string[]) => {
    onEnabled();
    showOnce((close) => (
      <Dialog title="Save your recovery codes" isOpen onClose={close} isDismissable={false}>
        <RecoveryCodes
          codes={codes}
          email={person.email}
          onSaved={() => {
            close();
            onClose();
          }}
        />
      </Dialog>
    ));
  };
  return (
    <Dialog title="Set up two-factor authentication" isOpen onClose={onClose}>
      {setup ? <ScanStep setup={setup} onEnabled={show} /> : <PasswordStep onSetUp={setSetup} />}
    </Dialog>
  );
}

function PasswordStep({ onSetUp }: { onSetUp(setup: TotpSetup): void }) {
  const [password, setPassword] = useState('');
  const setUp = useChange('setUpTotp', { onSuccess: onSetUp });
  const top = formFailure(setUp.error, ['password']);
  return (
    <Form
      onSubmit={() => setUp.mutate({ body: { password } })}
      isBusy={setUp.isPending}
      error={top && <FailureNote failure={top} />}
    >
      <p>
        You need an authenticator app. Turning on two-factor authentication signs you out everywhere else.
      </p>
      <OwnAddress />
      <PasswordField
        label="Your password"
        name="password"
        value={password}
        onChange={setPassword}
        error={fieldError(setUp.error, 'password')}
        autoFocus
      />
      <FormActions>
        <Button type="submit" variant="filled" isBusy={setUp.isPending}>
          Continue
        </Button>
      </FormActions>
    </Form>
  );
}

interface ScanStepProps {
  setup: TotpSetup;
  onEnabled(codes: readonly string[]): void;
}

function ScanStep({ setup, onEnabled }: ScanStepProps) {
  const [code, setCode] = useState('');
  const enable = useChange('enableTotp', { onSuccess: (answer) => onEnabled(answer.codes) });
  const top = formFailure(enable.error, ['code']);
  return (
    <Form
      onSubmit={() => enable.mutate({ body: { code } })}
      isBusy={enable.isPending}
      error={top && <FailureNote failure={top} />}
    >
      <p>Scan this code with your authenticator app, or enter the secret.</p>
      <div className={css['scan']}>
        <QrCode text={setup.uri} label="QR code of the secret for an authenticator app" />
        <div className={css['secret']}>
          <span className={css['label']}>Secret</span>
          <Copyable text={setup.secret} shown={inFours(setup.secret)} label="the secret" isMono />
        </div>
      </div>
      <CodeField
        label="Code"
        hint="The 6-digit code that the app shows now."
        value={code}
        onChange={setCode}
        error={fieldError(enable.error, 'code')}
        autoFocus
      />
      <FormActions>
        <Button type="submit" variant="filled" isBusy={enable.isPending}>
          Turn on
        </Button>
      </FormActions>
    </Form>
  );
}

/** Easier to type. */
function inFours(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret;
}
