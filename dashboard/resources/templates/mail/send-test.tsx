// Sends a test of what is saved of a template or a campaign to up to five addresses, oneself first, with the values that the
// preview has, and leads to the emails.
import { useState } from 'react';
import { TEMPLATE_TEST_MAX } from '../../../../shared/contract/limits.ts';
import { fieldError } from '../../../api/form-failure.ts';
import type { InputOf } from '../../../api/request.ts';
import { useRefusal, useSession } from '../../../api/session.ts';
import { useChange } from '../../../api/use-call.ts';
import { ButtonLink } from '../../../design/controls/button.tsx';
import { Notice } from '../../../design/feedback/notice.tsx';
import { TextField } from '../../../design/fields/text-field.tsx';
import { Dialog } from '../../../design/layout/dialog.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { splitAddresses } from '../../../format/addresses.ts';
import { ChangeForm } from '../../../records/change-form.tsx';

/** The operation that sends a test. */
type Test = 'testTemplate' | 'testCampaign';

interface TestFormProps<Id extends Test> {
  operation: Id;
  id: string;
  /** The values with which it is made. */
  values: Omit<InputOf<Id>['body'], 'to'>;
  /** The values as a sentence. */
  valuesInWords: string;
  isSaved: boolean;
}

interface SendTestProps<Id extends Test> extends TestFormProps<Id> {
  isOpen: boolean;
  onClose(): void;
}

/** The dialog. */
export function SendTest<Id extends Test>({ isOpen, onClose, ...of }: SendTestProps<Id>) {
  return (
    <Dialog title="Send a test" isOpen={isOpen} onClose={onClose}>
      <TestForm {...of} />
    </Dialog>
  );
}

function TestForm<Id extends Test>({ operation, id, values, valuesInWords, isSaved }: TestFormProps<Id>) {
  const { person } = useSession();
  const [to, setTo] = useState(person.email);
  const [sentTo, setSentTo] = useState<readonly string[]>([]);
  const send = useChange<Test>(operation);
  const refused = useRefusal(operation);
  const submit = () => {
    const addresses = splitAddresses(to);
    setSentTo(addresses);
    send.mutate({ id, body: { ...values, to: addresses } });
  };
  return (
    <Stack gap={4}>
      <ChangeForm
        change={send}
        refusal={refused ?? (isSaved ? undefined : 'Save your changes first.')}
        fields={['to']}
        onSubmit={submit}
        submitLabel="Send"
      >
        <TextField
          label="To"
          value={to}
          onChange={setTo}
          error={fieldError(send.error, 'to')}
          hint={`Up to ${TEMPLATE_TEST_MAX} addresses, separated by commas. Each address gets its own email.`}
          autoFocus
        />
        <p>{valuesInWords}</p>
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
