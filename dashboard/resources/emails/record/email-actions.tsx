// What can be done with an email: move or cancel it while it waits for its time, send it again, share a link to it.
import Ban from 'lucide-react/icons/ban';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Link2 from 'lucide-react/icons/link-2';
import Repeat from 'lucide-react/icons/repeat';
import { useState } from 'react';
import type { Email } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { CopyAs } from '../../../copy-as/copy-as.tsx';
import { Button } from '../../../design/controls/button.tsx';
import { MenuButton } from '../../../design/controls/menu.tsx';
import type { MenuItem } from '../../../design/floating/menu-popover.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { RescheduleDialog } from './reschedule-dialog.tsx';
import { ShareDialog } from './share-dialog.tsx';

const OF_SERVICE = 'Posthorn itself sent this email. Only its recipients can read it.';

/** The actions. */
export function EmailActions({ email, onSendAgain }: { email: Email; onSendAgain(): void }) {
  const [open, setOpen] = useState<'reschedule' | 'cancel' | 'share' | undefined>();
  const close = () => setOpen(undefined);
  const mayUpdate = useRefusal('updateEmail');
  const mayCancel = useRefusal('cancelEmail');
  const maySend = useRefusal('sendEmail');
  const mayShare = useRefusal('shareEmail');
  const ofService = email.source === 'notice' ? OF_SERVICE : undefined;
  const sendAgain: MenuItem = {
    id: 'again',
    label: 'Send again',
    icon: Repeat,
    refusal: maySend ?? ofService,
    onAction: onSendAgain,
  };
  const share: MenuItem = {
    id: 'share',
    label: 'Share',
    icon: Link2,
    refusal: mayShare ?? ofService,
    onAction: () => setOpen('share'),
  };
  return (
    <>
      {email.status === 'pending' ? (
        <>
          <Button icon={CalendarClock} refusal={mayUpdate} onPress={() => setOpen('reschedule')}>
            Reschedule
          </Button>
          <Button icon={Ban} refusal={mayCancel} onPress={() => setOpen('cancel')}>
            Cancel
          </Button>
          <MenuButton label="More actions" icon={Ellipsis} isIconOnly items={[sendAgain, share]} />
        </>
      ) : (
        [sendAgain, share].map(({ id, label, icon, refusal, onAction }) => (
          <Button key={id} icon={icon} refusal={refusal} onPress={onAction}>
            {label}
          </Button>
        ))
      )}
      <CopyAs operation="getEmail" input={{ id: email.id }} />
      <RescheduleDialog email={email} isOpen={open === 'reschedule'} onClose={close} />
      <CancelDialog email={email} isOpen={open === 'cancel'} onClose={close} />
      <ShareDialog email={email} isOpen={open === 'share'} onClose={close} />
    </>
  );
}
