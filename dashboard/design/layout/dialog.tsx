// A dialog over the page (React Aria: focus inside and back again, Esc, the page below it is inert). A press outside
// closes it only when it has no field: what was typed is never lost by a slip. While a form in it waits for its answer
// nothing closes it but the acts of the form. On a phone it is a sheet.
import X from 'lucide-react/icons/x';
import { type ReactNode, useState } from 'react';
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { classNames } from '../class-names.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { useReachableScroll } from '../use-reachable-scroll.ts';
import { BusyDialogContext, useBusyDialog } from './busy-dialogs.ts';
import styles from './dialog.module.css';
import { useReturnedFocus } from './returned-focus.ts';

/** A field of an open dialog. */
const FIELDS = ':is([role="dialog"], [role="alertdialog"]) :is(input, textarea, select)';

interface DialogProps {
  title: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  /** At the foot, always in sight. */
  actions?: ReactNode;
  width?: 'narrow' | 'wide' | undefined;
  /** False while something must be decided or read first: Esc and the cross do not work. */
  isDismissable?: boolean | undefined;
  role?: 'dialog' | 'alertdialog' | undefined;
}

export function Dialog(props: DialogProps) {
  const {
    title,
    isOpen,
    onClose,
    children,
    actions,
    width = 'narrow',
    isDismissable = true,
    role = 'dialog',
  } = props;
  const [isWaiting, setWaiting] = useState(false);
  const closes = isDismissable && !isWaiting;
  const close = () => {
    if (closes) onClose();
  };
  return (
    <ModalOverlay
      className={styles.scrim ?? ''}
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) close();
      }}
      isDismissable={closes}
      isKeyboardDismissDisabled={!closes}
      shouldCloseOnInteractOutside={() => document.querySelector(FIELDS) === null}
    >
      <Modal className={classNames(styles.modal, styles[width])}>
        <AriaDialog className={styles.dialog ?? ''} role={role}>
          <header className={styles.head}>
            <Heading slot="title" level={2} className={styles.title ?? ''}>
              {title}
            </Heading>
            {/* It stays while a form waits: the head would jump for a moment. */}
            {isDismissable ? <IconButton label="Close" icon={X} onPress={close} /> : null}
          </header>
          <BusyDialogContext value={setWaiting}>
            <DialogBody isHeld={!closes}>{children}</DialogBody>
          </BusyDialogContext>
          {actions === undefined ? null : <footer className={styles.actions}>{actions}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The parts that exist only while the dialog does. */
function DialogBody({ isHeld, children }: { isHeld: boolean; children: ReactNode }) {
  const ref = useReachableScroll<HTMLDivElement>();
  useBusyDialog(isHeld);
  useReturnedFocus();
  return (
    <div ref={ref} className={styles.body}>
      {children}
    </div>
  );
}
