// Fields and parts of pages that edit: options that are asked for, files, moments, panes and lines over time.
import { useState } from 'react';
import { LineChart } from '../design/data/line-chart.tsx';
import { ComboBox, type ComboValue } from '../design/fields/combo/combo-box.tsx';
import { DateTimeField, NO_MOMENT } from '../design/fields/moment/date-time-field.tsx';
import { Card } from '../design/layout/card.tsx';
import { Section } from '../design/layout/section.tsx';
import { Stack } from '../design/layout/stack.tsx';
import { FileDrop } from '../design/work/file-drop.tsx';
import { SplitPane } from '../design/work/split-pane.tsx';
import { DraftParts } from './drafts.tsx';
import styles from './gallery.module.css';

const NOW = new Date('2026-10-20T12:00:00.000Z');
const SEGMENTS = ['Customers', 'Customers on trial', 'Left in autumn', 'Newsletter', 'Team'].map(
  (label, index) => ({ id: String(index), label, hint: `${(index + 1) * 120} contacts` }),
);
const RATES = [
  { id: 'opened', label: 'opened', tone: 'accent' },
  { id: 'clicked', label: 'clicked', tone: 'info' },
  { id: 'bounced', label: 'bounced', tone: 'bad' },
] as const;
const DAYS = Array.from({ length: 30 }, (_, day) => ({
  label: `${day + 1} November 2026`,
  axis: `${day + 1} Nov`,
  values: {
    // On two days no mail was measured.
    ...(day === 11 || day === 12 ? {} : { opened: 0.31 + ((day * 37) % 19) / 100 }),
    clicked: 0.08 + ((day * 53) % 7) / 100,
    bounced: ((day * 31) % 5) / 200,
  },
}));

export function Parts() {
  return (
    <Section title="Parts of pages that edit" description="* Required">
      <div className={styles.columns}>
        <Card>
          <Asked />
        </Card>
        <Card>
          <Moments />
        </Card>
      </div>
      <Card>
        <Files />
      </Card>
      <Card>
        <LineChart label="Rates a day" series={RATES} points={DAYS} isWhole={false} />
      </Card>
      <Card>
        <SplitPane
          name="gallery"
          label="Width of the source"
          first={<p>The source. The line moves by dragging and with the arrows.</p>}
          second={<p>What is made of it. A double press on the line brings back the middle.</p>}
        />
      </Card>
      <DraftParts />
    </Section>
  );
}

/** Options that are asked for: found, none, failed, free. */
function Asked() {
  const [segment, setSegment] = useState<ComboValue | undefined>({ id: '9', label: 'Early birds' });
  const [tag, setTag] = useState<ComboValue>();
  const [broken, setBroken] = useState<ComboValue>();
  return (
    <Stack gap={4}>
      <ComboBox
        label="Segment"
        value={segment}
        onChange={setSegment}
        read={find}
        hint="The chosen one keeps its words, also when it is not among those that are found."
        isRequired
      />
      <ComboBox label="Tag" value={tag} onChange={setTag} read={find} isFreeText hint="Any text will do." />
      <ComboBox
        label="Audience"
        value={broken}
        onChange={setBroken}
        read={() => Promise.reject(new Error('The API does not answer.'))}
        error="Choose an audience."
      />
    </Stack>
  );
}

/** As an operation would, after a moment. */
async function find(text: string, signal: AbortSignal) {
  await new Promise((resolve) => setTimeout(resolve, 100));
  signal.throwIfAborted();
  return SEGMENTS.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));
}

function Moments() {
  const [soon, setSoon] = useState(NO_MOMENT);
  const [twice, setTwice] = useState({
    text: '2026-10-25 02:30',
    at: new Date('2026-10-25T00:30:00.000Z') as Date | undefined,
  });
  const [skipped, setSkipped] = useState({
    text: '28 March 2027 at 2:15',
    at: new Date('2027-03-28T01:15:00.000Z') as Date | undefined,
  });
  const [unknown, setUnknown] = useState({ text: 'every Friday', at: undefined as Date | undefined });
  const berlin = { zone: 'Europe/Berlin', now: NOW };
  return (
    <Stack gap={4}>
      <DateTimeField
        {...berlin}
        label="Send at"
        value={soon}
        onChange={setSoon}
        hint="Up to 30 days ahead."
      />
      <DateTimeField {...berlin} label="Shown twice" value={twice} onChange={setTwice} isRequired />
      <DateTimeField {...berlin} label="Skipped" value={skipped} onChange={setSkipped} />
      <DateTimeField {...berlin} label="No time" value={unknown} onChange={setUnknown} />
    </Stack>
  );
}

function Files() {
  const [one, setOne] = useState<File[]>([]);
  const [many, setMany] = useState<File[]>([]);
  return (
    <Stack gap={4}>
      <FileDrop
        label="Contacts"
        files={one}
        onChange={setOne}
        accept={['.csv', '.txt']}
        maxBytes={200 * 1024 * 1024}
        hint="CSV, up to 200 MB."
        isRequired
      />
      <FileDrop label="Attachments" files={many} onChange={setMany} isMultiple error="Add a file." />
      <FileDrop label="Logo" files={[]} onChange={setMany} refusal="Only an admin may do this." />
    </Stack>
  );
}
