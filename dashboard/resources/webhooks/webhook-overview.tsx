// A webhook at a glance: its facts, what fails or why it was disabled, its acts, and a test of its endpoint.
import KeyRound from 'lucide-react/icons/key-round';
import Pause from 'lucide-react/icons/pause';
import Pencil from 'lucide-react/icons/pencil';
import Play from 'lucide-react/icons/play';
import Trash from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import type { Webhook } from '../../api/generated/types.ts';
import { useRefusal } from '../../api/session.ts';
import { useChange } from '../../api/use-call.ts';
import { Button } from '../../design/controls/button.tsx';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { Notice } from '../../design/feedback/notice.tsx';
import { notify } from '../../design/feedback/toaster.tsx';
import { Facts } from '../../design/layout/facts.tsx';
import { Stack } from '../../design/layout/stack.tsx';
import { Code } from '../../design/text/code.tsx';
import { Copyable } from '../../design/text/copyable.tsx';
import { Time } from '../../design/text/time.tsx';
import { useClock } from '../../format/clock.ts';
import { DeleteWebhook } from './acts/delete-webhook.tsx';
import { EditWebhook } from './acts/edit-webhook.tsx';
import { RotateSecret } from './acts/rotate-secret.tsx';
import { TestWebhook } from './acts/test-webhook.tsx';
import { dayWords, disabledWords, failingWords, sinceWords } from './health-words.ts';
import css from './webhooks.module.css';

/** The tab. */
export function WebhookOverview({ webhook }: { webhook: Webhook }) {
  return (
    <Stack gap={5}>
      {webhook.status === 'disabled' && <Disabled webhook={webhook} />}
      <Failing webhook={webhook} />
      <Acts webhook={webhook} />
      <Facts
        facts={[
          ['Endpoint', <Copyable key="url" text={webhook.endpoint_url} label="the endpoint" isMono />],
          ['Events', <Subscriptions key="events" events={webhook.events} />],
          ['Tries', dayWords(webhook.health)],
          ['Last delivery', <Time key="last" at={webhook.health.last_success_at} empty="None yet" />],
          ['Created', <Time key="created" at={webhook.created_at} />],
          ['Changed', <Time key="changed" at={webhook.updated_at} />],
          ['Id', <Copyable key="id" text={webhook.id} label="the id" isMono />],
        ]}
      />
      <TestWebhook webhook={webhook} />
    </Stack>
  );
}

function Disabled({ webhook }: { webhook: Webhook }) {
  const isByService = webhook.disabled_reason !== null;
  return (
    <Notice
      kind={isByService ? 'bad' : 'warn'}
      title={isByService ? 'The service disabled this webhook' : 'This webhook is disabled'}
    >
      {disabledWords(webhook)} Events that occur now are not posted, not even later.
    </Notice>
  );
}

function Failing({ webhook }: { webhook: Webhook }) {
  useClock();
  const now = new Date();
  const words = failingWords(webhook, now);
  const since = webhook.health.failing_since;
  if (words === undefined || since === null) return null;
  return (
    <Notice kind="bad" title={`This endpoint has failed since ${sinceWords(since, now)}`}>
      {words}
    </Notice>
  );
}

function Acts({ webhook }: { webhook: Webhook }) {
  const [open, setOpen] = useState<'edit' | 'rotate' | 'delete'>();
  const close = () => setOpen(undefined);
  const change = useRefusal('updateWebhook');
  const rotate = useRefusal('rotateWebhook');
  const remove = useRefusal('deleteWebhook');
  return (
    <>
      <Stack direction="row" gap={2} wrap>
        <Button icon={Pencil} refusal={change} onPress={() => setOpen('edit')}>
          Edit
        </Button>
        <SwitchStatus webhook={webhook} refusal={change} />
        <Button icon={KeyRound} refusal={rotate} onPress={() => setOpen('rotate')}>
          Rotate secret
        </Button>
        <Button icon={Trash} variant="danger" refusal={remove} onPress={() => setOpen('delete')}>
          Delete
        </Button>
      </Stack>
      <EditWebhook webhook={webhook} isOpen={open === 'edit'} onClose={close} />
      <RotateSecret webhook={webhook} isOpen={open === 'rotate'} onClose={close} />
      <DeleteWebhook webhook={webhook} isOpen={open === 'delete'} onClose={close} />
    </>
  );
}

function SwitchStatus({ webhook, refusal }: { webhook: Webhook; refusal: string | undefined }) {
  const isEnabled = webhook.status === 'enabled';
  const change = useChange('updateWebhook', {
    onSuccess: ({ status }) =>
      notify(status === 'enabled' ? 'The webhook is enabled.' : 'The webhook is disabled.'),
  });
  const status = isEnabled ? 'disabled' : 'enabled';
  return (
    <>
      <Button
        icon={isEnabled ? Pause : Play}
        refusal={refusal}
        isBusy={change.isPending}
        onPress={() => change.mutate({ id: webhook.id, body: { status } })}
      >
        {isEnabled ? 'Disable' : 'Enable'}
      </Button>
      {change.error && <FailureNote failure={change.error} />}
    </>
  );
}

function Subscriptions({ events }: { events: Webhook['events'] }) {
  return (
    <ul className={css['groups']}>
      {events.map((event) => (
        <li key={event}>
          <Code>{event}</Code>
        </li>
      ))}
    </ul>
  );
}
