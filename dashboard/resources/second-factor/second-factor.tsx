// The second factor of the person: whether signing in needs a code, and turning that on and off.
import { useRef, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { Button } from '../../design/controls/button.tsx';
import { Notice } from '../../design/feedback/notice.tsx';
import { Card } from '../../design/layout/card.tsx';
import { Section } from '../../design/layout/section.tsx';
import { Status } from '../../design/text/status.tsx';
import rows from '../account/setting-rows.module.css';
import { SetUpDialog } from './set-up-dialog.tsx';
import { TurnOffDialog } from './turn-off-dialog.tsx';

/** The number of recovery codes at which a person should get new ones. */
const FEW_CODES = 3;

/** The state, with its act. */
export function SecondFactor() {
  const { person } = useSession();
  const [open, setOpen] = useState<'set-up' | 'turn-off'>();
  const act = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(undefined);
    // The button that opened the dialog may have been replaced: the focus moves to the new one.
    setTimeout(() => act.current?.focus());
  };
  const left = person.recovery_codes_left;
  return (
    <Section
      title="Two-factor authentication"
      description="When you sign in, you also enter a code from an authenticator app. A stolen password alone is then not enough. This applies to all of your accounts."
    >
      <Card padding="none">
        <div className={rows['row']}>
          <div className={rows['words']}>
            <span className={rows['title']}>Authenticator app</span>
            {person.second_factor ? (
              <>
                <Status status="enabled" label="on" />
                <span className={rows['soft']}>Recovery codes left: {left} of 10</span>
              </>
            ) : (
              <Status status="disabled" label="off" />
            )}
          </div>
          {person.second_factor ? (
            <Button ref={act} variant="danger" onPress={() => setOpen('turn-off')}>
              Turn off
            </Button>
          ) : (
            <Button ref={act} variant="filled" onPress={() => setOpen('set-up')}>
              Set up
            </Button>
          )}
        </div>
        {person.second_factor && left <= FEW_CODES && (
          <div className={rows['foot']}>
            <Notice kind="warn" title="You are running out of recovery codes">
              If you lose the app and have no codes, only an operator of this server can let you in. To get 10
              new codes, turn two-factor authentication off and set it up again.
            </Notice>
          </div>
        )}
      </Card>
      {open === 'set-up' && <SetUpDialog onEnabled={() => setOpen(undefined)} onClose={close} />}
      {open === 'turn-off' && <TurnOffDialog onClose={close} />}
    </Section>
  );
}
