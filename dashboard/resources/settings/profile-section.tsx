// The person who looks: name, address, and the accounts in which they are.
import { useQueryClient } from '@tanstack/react-query';
import type { Session } from '../../api/generated/types.ts';
import { adoptSession, useSession } from '../../api/session.ts';
import { useChange } from '../../api/use-call.ts';
import { CopyAs } from '../../copy-as/copy-as.tsx';
import { Button } from '../../design/controls/button.tsx';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { notify } from '../../design/feedback/toaster.tsx';
import { Card } from '../../design/layout/card.tsx';
import { Facts } from '../../design/layout/facts.tsx';
import { Section } from '../../design/layout/section.tsx';
import { Stack } from '../../design/layout/stack.tsx';
import { Copyable } from '../../design/text/copyable.tsx';
import { Status } from '../../design/text/status.tsx';
import { NameForm } from '../account/name-form.tsx';
import css from '../account/setting-rows.module.css';
import { useSwitchAccount } from '../account/use-switch-account.ts';

/** The section. */
export function ProfileSection() {
  const session = useSession();
  return (
    <>
      <Person session={session} />
      <Accounts session={session} />
    </>
  );
}

function Person({ session: { person } }: { session: Session }) {
  const client = useQueryClient();
  const update = useChange('updateProfile', {
    onSuccess: (session) => {
      adoptSession(client, session);
      notify('Name saved.');
    },
  });
  return (
    <Section
      title="Profile"
      description="You use the same sign-in for all of your accounts."
      actions={<CopyAs operation="getSession" input={{}} />}
    >
      <Card>
        <Stack gap={5}>
          <NameForm
            label="Your name"
            hint="Other members of your accounts see this name."
            name={person.name}
            autoComplete="name"
            failure={update.error}
            isBusy={update.isPending}
            onSave={(name, onSaved) => update.mutate({ body: { name } }, { onSuccess: onSaved })}
          />
          <Facts
            facts={[
              ['Email address', <Copyable key="email" text={person.email} label="the address" />],
              [
                'Email verified',
                person.confirmed ? (
                  <Status key="proof" status="confirmed" />
                ) : (
                  <span key="proof">
                    <Status status="pending" label="not yet" />
                    <span className={css['hint']}>
                      To verify your address, request a link with “Forgot your password?”.
                    </span>
                  </span>
                ),
              ],
            ]}
          />
        </Stack>
      </Card>
    </Section>
  );
}

function Accounts({ session: { account, accounts } }: { session: Session }) {
  const change = useSwitchAccount();
  return (
    <Section title="Your accounts" description="Each account has its own emails, keys, domains and members.">
      {change.error && <FailureNote failure={change.error} />}
      <Card padding="none">
        <ul className={css['rows']}>
          {accounts.map(({ id, name, role }) => (
            <li key={id} className={css['row']}>
              <div className={css['words']}>
                <span className={css['title']}>{name}</span>
                <span className={css['soft']}>
                  You are {role === 'owner' || role === 'admin' ? 'an' : 'a'} {role}.
                </span>
              </div>
              {id === account.id ? (
                <Status status="active" label="current" />
              ) : (
                <Button
                  size="small"
                  aria-label={`Switch to ${name}`}
                  isBusy={change.isPending && change.variables.body?.account_id === id}
                  onPress={() => change.mutate({ body: { account_id: id } })}
                >
                  Switch
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  );
}
