// The account: its name, whether it may send to everybody, the addresses that it may send to until then, and its end.
import type { Account } from '../../api/generated/types.ts';
import { useRefusal } from '../../api/session.ts';
import { useCall, useChange } from '../../api/use-call.ts';
import { CopyAs } from '../../copy-as/copy-as.tsx';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { SkeletonRows } from '../../design/feedback/skeleton.tsx';
import { notify } from '../../design/feedback/toaster.tsx';
import { Card } from '../../design/layout/card.tsx';
import { Facts } from '../../design/layout/facts.tsx';
import { Section } from '../../design/layout/section.tsx';
import { Stack } from '../../design/layout/stack.tsx';
import { Copyable } from '../../design/text/copyable.tsx';
import { Time } from '../../design/text/time.tsx';
import { ConfirmedAddresses } from './confirmed-addresses.tsx';
import { CreatedProperties } from './created-properties.tsx';
import { DeleteSection } from './delete-section.tsx';
import { NameForm } from './name-form.tsx';
import { ProductionAccess } from './production-access.tsx';

/** The section. */
export function AccountSection() {
  const { data: account, error, refetch } = useCall('getAccount', {});
  if (!account) {
    if (error) return <FailureNote failure={error} onRetry={() => void refetch()} />;
    return <SkeletonRows rows={8} columns={2} label="Loading the account" />;
  }
  return (
    <>
      <AboutAccount account={account} />
      <ProductionAccess account={account} />
      {!account.production_access && <ConfirmedAddresses />}
      <DeleteSection />
    </>
  );
}

function AboutAccount({ account }: { account: Account }) {
  const { id, name, plan, created_at } = account;
  const refusal = useRefusal('updateAccount');
  const update = useChange('updateAccount', { onSuccess: () => notify('Account name saved.') });
  return (
    <Section title="General" actions={<CopyAs operation="getAccount" input={{}} />}>
      <Card>
        <Stack gap={5}>
          <NameForm
            label="Account name"
            hint="Shown in invitations and in emails that ask people to confirm an address."
            name={name}
            autoComplete="organization"
            refusal={refusal}
            failure={update.error}
            isBusy={update.isPending}
            onSave={(changed, onSaved) => update.mutate({ body: { name: changed } }, { onSuccess: onSaved })}
          />
          <CreatedProperties account={account} />
          <Facts
            facts={[
              ['Id', <Copyable key="id" text={id} label="the id of the account" isMono />],
              ['Plan', plan],
              ['Created', <Time key="created" at={created_at} />],
            ]}
          />
        </Stack>
      </Card>
    </Section>
  );
}
