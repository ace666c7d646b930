// Sends what is saved to up to five addresses, oneself first, with the values of the sample, and leads to the emails.
import { useState } from 'react';
import { TEMPLATE_TEST_MAX } from '../../../../../shared/contract/limits.ts';
import { fieldError } from '../../../../api/form-failure.ts';
import { useRefusal, useSession } from '../../../../api/session.ts';
import { useChange } from '../../../../api/use-call.ts';
import { ButtonLink } from '../../../../design/controls/button.tsx';
import { Notice } from '../../../../design/feedback/notice.tsx';
import { TextField } from '../../../../design/fields/text-field.tsx';
import { Dialog } from '../../../../design/layout/dialog.tsx';
import { Stack } from '../../../../design/layout/stack.tsx';
import { splitAddresses } from '../../../../format/addresses.ts';
import { ChangeForm } from '../../../../records/change-form.tsx';
import type { WorkDialogProps } from './work-act.ts';

/** The dialog. */
export function SendTest({ isOpen, onClose, ...of }: WorkDialogProps) {
  return (
    <Dialog title="Send a test" isOpen={isOpen} onClose={onClose}>
      <TestForm {...of} />
    </Dialog>
  );
}

function TestForm({
  template: { id },
  sample: { variables },
  isSaved,
}: Omit<WorkDialogProps, 'isOpen' | 'onClose'>) {
  const { person } = useSession();
  const [to, setTo] = useState(person.email);
  const send = useChange('testTemplate');
  const refused = useRefusal('testTemplate');
  const addresses = splitAddresses(to);
  const sentTo = splitAddresses(String(send.variables?.body.to ?? ''));
  return (
    <Stack gap={4}>
      <ChangeForm
        change={send}
        refusal={refused ?? (isSaved ? undefined : 'It must be saved first.')}
        fields={['to']}
        onSubmit={() => send.mutate({ id, body: { to: addresses, variables } })}
        submitLabel="Send"
      >
        <TextField
          label="To"
          value={to}
          onChange={setTo}
          error={fieldError(send.error, 'to')}
          hint={`Up to ${TEMPLATE_TEST_MAX} addresses, with commas between them; each gets an email of its own.`}
          autoFocus
        />
        <p>
          It has the values of the sample. Its contact is the one with the address, if the audience has one.
        </p>
      </ChangeForm>
      {send.data && (
        <Notice kind="good" role="status" title="Sent">
          <Stack gap={2}>
            {send.data.ids.map((email, at) => (
              <ButtonLink key={email} size="small" href={`/emails/${email}`}>
                The email to {sentTo[at] ?? `address ${at + 1}`}
              </ButtonLink>
            ))}
          </Stack>
        </Notice>
      )}
    </Stack>
  );
}
