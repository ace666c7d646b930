// Empty states, failures, skeletons, notices and toasts.
import Mail from 'lucide-react/icons/mail';
import { Button } from '../design/controls/button.tsx';
import { EmptyState } from '../design/feedback/empty-state.tsx';
import { FailureNote } from '../design/feedback/failure-note.tsx';
import { Notice } from '../design/feedback/notice.tsx';
import { Skeleton, SkeletonRows } from '../design/feedback/skeleton.tsx';
import { Spinner } from '../design/feedback/spinner.tsx';
import { notify } from '../design/feedback/toaster.tsx';
import { Card } from '../design/layout/card.tsx';
import { Section } from '../design/layout/section.tsx';
import { Stack } from '../design/layout/stack.tsx';
import styles from './gallery.module.css';

export function Feedback() {
  return (
    <Section title="Feedback">
      <div className={styles.columns}>
        <Notices />
        <Stack gap={3}>
          <FailureNote
            failure={{
              message: 'The domain is not verified. Add its DNS records and check again.',
              name: 'domain_not_verified',
              requestId: '6f1b3a50-3c1f-4b8e-9d27-9f6a2c0f7b11',
            }}
            onRetry={() => notify('Tried again')}
          />
          <FailureNote failure={{ message: 'The API does not answer.' }} title="Emails could not be read" />
          <Spinner label="Checking the DNS records" />
          <Skeleton width="60%" height={16} />
          <Toasts />
        </Stack>
      </div>
      <Card padding="none">
        <SkeletonRows rows={3} columns={4} label="Loading emails" />
      </Card>
      <Card>
        <EmptyState
          icon={Mail}
          title="No emails yet"
          action={<Button>Create an API key</Button>}
          snippet={{
            code: 'posthorn emails send --to delivered@simulator.posthorn.dev',
            label: 'Send an email',
          }}
        >
          Every email that you send is here, with each answer of the server that received it.
        </EmptyState>
      </Card>
    </Section>
  );
}

function Notices() {
  return (
    <Stack gap={3}>
      <Notice
        kind="info"
        title="You are in the sandbox"
        action={<Button size="small">Ask for access</Button>}
      >
        Mail goes to confirmed addresses only.
      </Notice>
      <Notice kind="warn" title="80 % of this month is used">
        1,940 emails are left until 1 December.
      </Notice>
      <Notice kind="bad" title="The endpoint was disabled">
        It failed for five days.
      </Notice>
      <Notice kind="good">All records were found.</Notice>
    </Stack>
  );
}

function Toasts() {
  return (
    <Stack direction="row" gap={2} wrap>
      <Button size="small" onPress={() => notify('The key was created')}>
        Notify
      </Button>
      <Button
        size="small"
        onPress={() =>
          notify('The link was copied', { kind: 'info', action: { label: 'Show', onPress: () => undefined } })
        }
      >
        With an action
      </Button>
      <Button
        size="small"
        onPress={() => notify('The rule was deleted', { undo: () => notify('It is back') })}
      >
        That can be undone
      </Button>
      <Button size="small" onPress={() => notify('3 emails could not be canceled', { kind: 'bad' })}>
        Of a failure
      </Button>
    </Stack>
  );
}
