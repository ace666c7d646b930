// Meters, a timeline, the checklist and the charts.

import { Button } from '../design/controls/button.tsx';
import { BarChart } from '../design/data/bar-chart.tsx';
import { Meter } from '../design/data/meter.tsx';
import { Progress } from '../design/data/progress.tsx';
import { Reasons } from '../design/data/reasons.tsx';
import { Sparkline } from '../design/data/sparkline.tsx';
import { Steps } from '../design/data/steps.tsx';
import { Timeline } from '../design/data/timeline.tsx';
import { Card } from '../design/layout/card.tsx';
import { Facts, FactsInShort } from '../design/layout/facts.tsx';
import { Section } from '../design/layout/section.tsx';
import { Stack } from '../design/layout/stack.tsx';
import { Code } from '../design/text/code.tsx';
import { CodeBlock } from '../design/text/code-block.tsx';
import { Copyable } from '../design/text/copyable.tsx';
import { Status } from '../design/text/status.tsx';
import { Time } from '../design/text/time.tsx';
import { bytesInWords } from '../design/work/check-files.ts';
import { useMarks } from '../lists/marks/use-marks.ts';
import { Rows } from '../lists/rows.tsx';
import styles from './gallery.module.css';

const NOW = new Date('2026-11-20T12:00:00.000Z');

const SERIES = [
  { id: 'delivered', label: 'delivered', tone: 'good' },
  { id: 'bounced', label: 'bounced', tone: 'bad' },
] as const;

const POINTS = Array.from({ length: 30 }, (_, day) => ({
  label: `${day + 1} Nov`,
  values: { delivered: 400 + ((day * 97) % 310), bounced: (day * 31) % 60 },
}));

export function Data() {
  return (
    <Section title="Data">
      <div className={styles.columns}>
        <Card>
          <Stack gap={4}>
            <Meter
              label="Emails this month"
              used={3_120}
              limit={10_000}
              note="Then: monthly_quota_exceeded."
            />
            <Meter label="Emails today" used={86} limit={100} />
            <Meter label="Domains" used={3} limit={3} note="Delete one, or raise the limit." />
            <Meter label="Contacts" used={48_210} limit={null} />
            <Progress label="Removing addresses" done={12} of={40} />
            <Progress label="Sending the file" done={12_582_912} of={209_715_200} inWords={bytesInWords} />
            <Reasons
              label="Why rows were refused"
              of="Rows"
              rows={[{ reason: '`email` is no address.', count: 1_204 }]}
            />
            <Sparkline label="Sent in the last 7 days: between 3 and 19" points={[3, 8, 5, 12, 9, 16, 19]} />
          </Stack>
        </Card>
        <Card>
          <Events />
        </Card>
      </div>
      <Card>
        <BarChart label="Emails a day" series={SERIES} points={POINTS} />
      </Card>
      <Checklist />
      <MarkedRows />
      <Card>
        <Facts
          facts={[
            ['Id', <Copyable key="id" text="em_4f0c2a9d81b7" label="the id" isMono />],
            ['From', 'Posthorn <hello@example.com>'],
            ['Subject', 'A subject that does not end '.repeat(12)],
            ['Key', <Code key="key">re_a1B2c3D4…</Code>],
          ]}
        />
      </Card>
    </Section>
  );
}

const ADDRESSES = ['ana', 'bo', 'cy', 'dee'].map((id) => ({ id, address: `${id}@customer.dev` }));

function MarkedRows() {
  const marks = useMarks(ADDRESSES, 'gallery', false);
  return (
    <Stack gap={4}>
      <Rows
        label="Addresses"
        columns={[
          { id: 'address', header: 'Address', render: ({ address }) => address },
          { id: 'status', header: 'Status', render: ({ id }) => <Status status={STATUS_OF[id] ?? 'sent'} /> },
          { id: 'time', header: 'Time', render: () => <Time at={NOW.toISOString()} now={NOW} isInRow /> },
        ]}
        rows={ADDRESSES}
        hrefOf={() => '/gallery'}
        marking={{ marks, nameOf: ({ address }) => address }}
      />
      <FactsInShort
        line={[
          ['To', 'ana@customer.dev +3'],
          ['', <Time key="time" at={NOW.toISOString()} now={NOW} />],
          ['From', 'Posthorn <hello@example.com>'],
        ]}
        facts={[['Id', 'em_4f0c2a9d81b7']]}
      />
    </Stack>
  );
}

const STATUS_OF: Readonly<Record<string, string>> = { ana: 'delivered', bo: 'bounced', cy: 'queued' };

function Events() {
  return (
    <Timeline
      now={NOW}
      entries={[
        { id: '1', at: '2026-11-20T11:52:00.000Z', title: 'Queued', kind: 'neutral' },
        { id: '2', at: '2026-11-20T11:53:00.000Z', title: 'Sent to mx1.example.com', kind: 'info' },
        {
          id: '3',
          at: '2026-11-20T11:54:00.000Z',
          title: 'Delayed',
          kind: 'warn',
          children: <Code>451 4.7.1 Greylisted, please try again in 300 seconds</Code>,
        },
        {
          id: '4',
          at: '2026-11-20T11:59:00.000Z',
          title: 'Delivered',
          kind: 'good',
          children: <Code>250 2.0.0 OK</Code>,
        },
        { id: '5', at: null, title: 'Waiting for the next recipient', kind: 'neutral', isOpen: true },
      ]}
    />
  );
}

function Checklist() {
  return (
    <Steps
      steps={[
        { id: 'key', title: 'Create an API key', isDone: true, children: 'You have one key.' },
        {
          id: 'send',
          title: 'Send your first email',
          isDone: false,
          children: (
            <Stack gap={3} align="flex-start">
              <p>Run this, or press the button. The simulator takes it and answers like a server.</p>
              <CodeBlock
                code="posthorn emails send --to delivered@simulator.posthorn.dev"
                label="Send an email"
              />
              <Button variant="filled">Send it for me</Button>
            </Stack>
          ),
        },
        { id: 'domain', title: 'Add your domain', isDone: false, children: 'Then mail comes from you.' },
        { id: 'webhook', title: 'Receive events', isDone: false, children: 'Posthorn calls your URL.' },
      ]}
    />
  );
}
