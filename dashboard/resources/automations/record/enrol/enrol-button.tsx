// The button that opens the dialog of an enrolment: why there is none comes first.
import UserPlus from 'lucide-react/icons/user-plus';
import { useState } from 'react';
import type { Automation } from '../../../../api/generated/types.ts';
import { useRefusal } from '../../../../api/session.ts';
import { Button } from '../../../../design/controls/button.tsx';
import { loadedDialog } from '../../../../design/lazy/loaded-dialog.tsx';

const Enrol = loadedDialog(() => import('./enrol.tsx').then((it) => it.Enrol));

/** The button. */
export function EnrolButton({ automation }: { automation: Automation }) {
  const [isOpen, setOpen] = useState(false);
  const refusal = useRefusal('enrollContacts');
  const off =
    automation.status === 'disabled' ? 'The automation is off. Turn it on to enrol contacts.' : undefined;
  return (
    <>
      <Button icon={UserPlus} refusal={refusal ?? off} onPress={() => setOpen(true)}>
        Enrol
      </Button>
      <Enrol automation={automation} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
