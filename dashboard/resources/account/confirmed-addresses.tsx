// The addresses to which the account may send in the sandbox: those whose owners have confirmed it, and those that were
// asked. An owner confirms by a mailed link.
import { useState } from 'react';
import { fieldError, formFailure } from '../../api/form-failure.ts';
import type { ConfirmedAddressItem } from '../../api/generated/types.ts';
import { useRefusal } from '../../api/session.ts';
import { useCall, useChange } from '../../api/use-call.ts';
import { CopyAs } from '../../copy-as/copy-as.tsx';
import { Button } from '../../design/controls/button.tsx';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { SkeletonRows } from '../../design/feedback/skeleton.tsx';
import { notify } from '../../design/feedback/toaster.tsx';
import { TextField } from '../../design/fields/text-field.tsx';
import { Card } from '../../design/layout/card.tsx';
import { Form, FormActions } from '../../design/layout/form.tsx';
import { Section } from '../../design/layout/section.tsx';
import { Copyable } from '../../design/text/copyable.tsx';
import { Status } from '../../design/text/status.tsx';
import { Time } from '../../design/text/time.tsx';
import rows from './setting-rows.module.css';

/** More are shown when one asks for them. */
const SHOWN = 10;

/** The section. */
export function ConfirmedAddresses() {
  const { data: list, error, refetch } = useCall('listConfirmedAddresses', {});
  return (
    <Section
      title="Confirmed addresses"
      description="In the sandbox, you can send to an address after its owner confirms it with an emailed link."
      actions={<CopyAs operation="listConfirmedAddresses" input={{}} label="Copy this list as" />}
    >
      <Card padding="none">
        {list ? (
          <Addresses addresses={list.data} />
        ) : (
          !error && <SkeletonRows rows={2} columns={2} label="Loading the addresses" />
        )}
        {error && (
          <div className={rows['foot']}>
            <FailureNote failure={error} onRetry={() => void refetch()} />
          </div>
        )}
        <div className={rows['foot']}>
          <ConfirmForm />
        </div>
      </Card>
    </Section>
  );
}

function Addresses({ addresses }: { addresses: readonly ConfirmedAddressItem[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? addresses : addresses.slice(0, SHOWN);
  return (
    <>
      <ul className={rows['rows']}>
        {shown.map(({ email, status, confirmed_at, mail_failure }) => (
          <li key={email} className={rows['row']}>
            <div className={rows['words']}>
              <Copyable text={email} label="the address" />
              {mail_failure !== null && <span className={rows['hint']}>Not sent: {mail_failure}</span>}
            </div>
            <span className={rows['state']}>
              <Status status={status} label={status === 'pending' ? 'awaiting confirmation' : status} />
              {confirmed_at !== null && <Time at={confirmed_at} />}
            </span>
          </li>
        ))}
      </ul>
      {shown.length < addresses.length && (
        <div className={rows['foot']}>
          <Button size="small" onPress={() => setWhole(true)}>
            Show all {addresses.length}
          </Button>
        </div>
      )}
    </>
  );
}

function ConfirmForm() {
  const refusal = useRefusal('confirmAddress');
  const [email, setEmail] = useState('');
  const confirm = useChange('confirmAddress', {
    onSuccess: (answer) => {
      setEmail('');
      notify(
        answer.status === 'confirmed'
          ? `${answer.email} is already confirmed.`
          : `Confirmation link sent to ${answer.email}.`,
      );
    },
  });
  const top = formFailure(confirm.error, ['email']);
  return (
    <Form
      onSubmit={() => confirm.mutate({ body: { email } })}
      isBusy={confirm.isPending}
      refusal={refusal}
      error={top && <FailureNote failure={top} />}
    >
      <TextField
        label="Address to confirm"
        hint="We email the owner a link that expires after 7 days. Submit again to send a new one."
        type="email"
        name="email"
        value={email}
        onChange={setEmail}
        isReadOnly={refusal !== undefined}
        error={fieldError(confirm.error, 'email')}
      />
      <FormActions>
        <Button type="submit" isBusy={confirm.isPending} refusal={refusal}>
          Send link
        </Button>
      </FormActions>
    </Form>
  );
}
