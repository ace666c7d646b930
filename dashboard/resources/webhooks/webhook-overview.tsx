// A webhook at a glance: what fails and how to bring it back, its acts, its facts, its last day, and a test of its endpoint.
import Play from 'lucide-react/icons/play';
import type { Webhook } from '../../api/generated/types.ts';
import { useRefusal } from '../../api/session.ts';
import { Button } from '../../design/controls/button.tsx';
import { BarChart } from '../../design/data/bar-chart.tsx';
import { Notice } from '../../design/feedback/notice.tsx';
import { Skeleton } from '../../design/feedback/skeleton.tsx';
import { zoneOfBrowser } from '../../design/fields/moment/moment-words.ts';
import { Facts } from '../../design/layout/facts.tsx';
import { Section } from '../../design/layout/section.tsx';
import { Stack } from '../../design/layout/stack.tsx';
import { Code } from '../../design/text/code.tsx';
import { Copyable } from '../../design/text/copyable.tsx';
import { Time } from '../../design/text/time.tsx';
import { useClock } from '../../format/clock.ts';
import { useDialogParameter } from '../../records/use-dialog-parameter.ts';
import { TestWebhook } from './acts/test-webhook.tsx';
import { WebhookActs } from './acts/webhook-acts.tsx';
import { useLastFailure, WhyItFails } from './failure/why-it-fails.tsx';
import { dayWords, disabledWords } from './health-words.ts';
import { hourPoints } from './hours.ts';
import { EVENTS_WHILE_DISABLED } from './record-words.ts';
import { RecoverSection } from './recover/recover-section.tsx';
import { useRecovery } from './recover/use-recovery.ts';
import css from './webhooks.module.css';

/** The tab: the failure first, then the recovery. It waits for both, so that nothing moves when they appear. */
export function WebhookOverview({ webhook }: { webhook: Webhook }) {
  const [open, setOpen] = useDialogParameter('act');
  const failure = useLastFailure(webhook);
  const recovery = useRecovery(webhook);
  if (!failure.isRead || !recovery.isRead) return <Skeleton height={320} />;
  const isDisabled = webhook.status === 'disabled';
  return (
    <Stack gap={5}>
      {isDisabled && <Disabled webhook={webhook} onEnable={() => setOpen('enable')} />}
      <WhyItFails webhook={webhook} attempt={failure.attempt} />
      <RecoverSection webhook={webhook} recovery={recovery} />
      <WebhookActs webhook={webhook} open={open} setOpen={setOpen} />
      <Facts
        facts={[
          ['Endpoint', <Copyable key="url" text={webhook.endpoint_url} label="the endpoint" isMono />],
          ['Events', <Subscriptions key="events" events={webhook.events} />],
          ['Attempts', dayWords(webhook.health)],
          ['Last delivery', <Time key="last" at={webhook.health.last_success_at} empty="None yet" />],
          ['Created', <Time key="created" at={webhook.created_at} />],
          ['Changed', <Time key="changed" at={webhook.updated_at} />],
          ['Id', <Copyable key="id" text={webhook.id} label="the id" isMono />],
        ]}
      />
      <DaySection webhook={webhook} />
      <TestWebhook webhook={webhook} />
    </Stack>
  );
}

function Disabled({ webhook, onEnable }: { webhook: Webhook; onEnable(): void }) {
  const isByService = webhook.disabled_reason !== null;
  return (
    <Notice
      kind={isByService ? 'bad' : 'warn'}
      title={isByService ? 'Posthorn disabled this webhook' : 'This webhook is disabled'}
      action={
        <Button icon={Play} refusal={useRefusal('updateWebhook')} onPress={onEnable}>
          Enable webhook
        </Button>
      }
    >
      {disabledWords(webhook)} {EVENTS_WHILE_DISABLED}
    </Notice>
  );
}

const SERIES = [
  { id: 'delivered', label: 'delivered', tone: 'good' },
  { id: 'failed', label: 'failed', tone: 'bad' },
] as const;

/** A webhook to which nothing was posted has no chart. */
function DaySection({ webhook: { health } }: { webhook: Webhook }) {
  useClock();
  if (health.hours.length === 0) return null;
  return (
    <Section title="The last 24 hours" level={3}>
      <BarChart
        label="Attempts by hour"
        series={SERIES}
        points={hourPoints(health.hours, new Date(), zoneOfBrowser())}
      />
    </Section>
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
