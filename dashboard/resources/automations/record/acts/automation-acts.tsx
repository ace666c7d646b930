// What can be done with an automation: it is turned on or off, contacts are enrolled, and it is copied.

import Copy from 'lucide-react/icons/copy';
import Pencil from 'lucide-react/icons/pencil';
import Play from 'lucide-react/icons/play';
import Square from 'lucide-react/icons/square';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Automation } from '../../../../api/generated/types.ts';
import { useRefusal } from '../../../../api/session.ts';
import { useChange } from '../../../../api/use-call.ts';
import { Button, ButtonLink } from '../../../../design/controls/button.tsx';
import { FailureNote } from '../../../../design/feedback/failure-note.tsx';
import { notify } from '../../../../design/feedback/toaster.tsx';
import { loadedDialog } from '../../../../design/lazy/loaded-dialog.tsx';
import { AskedButton } from '../../../../records/asked-button.tsx';
import { AUTOMATIONS_PATH, editPath } from '../../list.ts';
import { turnOnWords } from '../../words.ts';
import { EnrolButton } from '../enrol/enrol-button.tsx';

const StopAutomation = loadedDialog(() => import('./stop-automation.tsx').then((it) => it.StopAutomation));

/** The buttons, with what they ask. */
export function AutomationActs({ automation }: { automation: Automation }) {
  const isReadOnly = useRefusal('updateAutomation') !== undefined;
  return (
    <>
      <ButtonLink href={editPath(automation.id)} icon={Pencil}>
        {isReadOnly ? 'View steps' : 'Edit'}
      </ButtonLink>
      {automation.status === 'enabled' ? (
        <TurnOff automation={automation} />
      ) : (
        <TurnOn automation={automation} />
      )}
      <EnrolButton automation={automation} />
      <Duplicate id={automation.id} />
    </>
  );
}

function TurnOn({ automation: { id, trigger, steps } }: { automation: Automation }) {
  return (
    <AskedButton
      operation="updateAutomation"
      input={{ id, body: { status: 'enabled' } }}
      icon={Play}
      label="Turn on"
      refusal={steps.some(({ type }) => type !== 'trigger') ? undefined : 'Add a step first.'}
      title="Turn on this automation?"
      lost={turnOnWords(trigger)}
      confirmLabel="Turn on automation"
      done="Automation turned on."
      isHarmless
    />
  );
}

function TurnOff({ automation }: { automation: Automation }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={Square} refusal={useRefusal('stopAutomation')} onPress={() => setOpen(true)}>
        Turn off
      </Button>
      <StopAutomation of={automation} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

function Duplicate({ id }: { id: string }) {
  const [, navigate] = useLocation();
  const duplicate = useChange('duplicateAutomation', {
    onSuccess: (copy) => {
      notify('Automation copied. The copy is off.');
      navigate(`${AUTOMATIONS_PATH}/${copy.id}`);
    },
  });
  const refusal = useRefusal('duplicateAutomation');
  return (
    <>
      <Button
        icon={Copy}
        isBusy={duplicate.isPending}
        refusal={refusal}
        onPress={() => duplicate.mutate({ id })}
      >
        Duplicate
      </Button>
      {duplicate.error && <FailureNote failure={duplicate.error} />}
    </>
  );
}
