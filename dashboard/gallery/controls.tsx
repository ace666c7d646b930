// Buttons, menus, tabs and segmented choices in every state.
import Archive from 'lucide-react/icons/archive';
import Copy from 'lucide-react/icons/copy';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Plus from 'lucide-react/icons/plus';
import RotateCw from 'lucide-react/icons/rotate-cw';
import Send from 'lucide-react/icons/send';
import Trash from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { Button, ButtonLink } from '../design/controls/button.tsx';
import { Chips } from '../design/controls/chips.tsx';
import { IconButton } from '../design/controls/icon-button.tsx';
import { LinkTabs } from '../design/controls/link-tabs.tsx';
import { MenuButton } from '../design/controls/menu.tsx';
import { Segmented } from '../design/controls/segmented.tsx';
import { Tabs } from '../design/controls/tabs.tsx';
import { Tooltip } from '../design/controls/tooltip.tsx';
import { notify } from '../design/feedback/toaster.tsx';
import { Card } from '../design/layout/card.tsx';
import { Section } from '../design/layout/section.tsx';
import { Stack } from '../design/layout/stack.tsx';

const REFUSAL = 'Only an admin may do this.';

const PERIODS = [
  { id: 'day', label: '24 h' },
  { id: 'week', label: '7 days' },
  { id: 'month', label: '30 days' },
];

const TABS = [
  { id: 'html', label: 'HTML' },
  { id: 'text', label: 'Text' },
  { id: 'headers', label: 'Headers', count: 24 },
  { id: 'attachments', label: 'Attachments', count: 0 },
  { id: 'trace', label: 'Trace' },
];

export function Controls() {
  return (
    <Section title="Controls">
      <Card>
        <Stack gap={5}>
          <Buttons />
          <IconButtons />
          <Choices />
        </Stack>
      </Card>
    </Section>
  );
}

function Buttons() {
  return (
    <Stack gap={3}>
      <Stack direction="row" gap={2} wrap>
        <Button variant="filled" icon={Plus}>
          Create key
        </Button>
        <Button icon={Send}>Send a test</Button>
        <Button>Plain</Button>
        <Button variant="quiet" icon={Copy}>
          Quiet
        </Button>
        <Button variant="danger" icon={Trash}>
          Delete
        </Button>
        <ButtonLink href="/">A link</ButtonLink>
        <ButtonLink href="https://example.com/" isExternal variant="quiet">
          Elsewhere
        </ButtonLink>
      </Stack>
      <Stack direction="row" gap={2} wrap>
        <Button size="small">Small</Button>
        <Button size="small" variant="quiet" icon={RotateCw}>
          Replay
        </Button>
        <Button size="small" variant="danger">
          Remove
        </Button>
        <Button isBusy>Working</Button>
        <Button variant="filled" isBusy>
          Saving
        </Button>
        <Button refusal={REFUSAL} icon={Plus}>
          Refused
        </Button>
        <Button refusal={REFUSAL} variant="filled">
          Refused
        </Button>
        <Button refusal={REFUSAL} variant="danger">
          Refused
        </Button>
      </Stack>
    </Stack>
  );
}

function IconButtons() {
  const [isActive, setActive] = useState(true);
  return (
    <Stack direction="row" gap={2} wrap>
      <IconButton label="Refresh" icon={RotateCw} shortcut="g r" onPress={() => notify('Refreshed')} />
      <IconButton
        label="Show archived"
        icon={Archive}
        isActive={isActive}
        onPress={() => setActive(!isActive)}
      />
      <IconButton label="Delete" icon={Trash} refusal={REFUSAL} />
      <Tooltip text="A few more words">
        <Button>With a tooltip</Button>
      </Tooltip>
      <MenuButton
        label="Copy as"
        icon={Copy}
        items={[
          { id: 'curl', label: 'curl', hint: 'c', onAction: () => notify('Copied as curl') },
          { id: 'cli', label: 'Command line', onAction: () => notify('Copied as a command') },
          { id: 'node', label: 'Node', onAction: () => notify('Copied as Node') },
        ]}
      />
      <MenuButton
        label="More"
        icon={Ellipsis}
        isIconOnly
        items={[
          { id: 'replay', label: 'Replay', icon: RotateCw, onAction: () => notify('Replayed') },
          {
            id: 'pause',
            label: 'Disable',
            icon: Archive,
            refusal: REFUSAL,
            onAction: () => notify('Disabled'),
          },
          { id: 'delete', label: 'Delete', icon: Trash, isDanger: true, onAction: () => notify('Deleted') },
        ]}
      />
    </Stack>
  );
}

const FILTERS = [
  { id: 'status', text: 'Status: Bounced' },
  { id: 'tag', text: `Tag: ${'a-long-one-'.repeat(12)}` },
  { id: 'source', text: 'Source: API' },
];

function Choices() {
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const [period, setPeriod] = useState('week');
  const [tab, setTab] = useState('html');
  return (
    <Stack gap={4}>
      <Chips
        label="Filters that are set"
        chips={FILTERS.filter(({ id }) => !removed.includes(id))}
        removes="Remove the filter"
        onRemove={(id) => setRemoved([...removed, id])}
      />
      <Segmented label="Period" options={PERIODS} selected={period} onSelect={setPeriod} />
      <Tabs label="Parts of the mail" tabs={TABS} selected={tab} onSelect={setTab}>
        The panel of {tab}.
      </Tabs>
      <LinkTabs
        label="Pages of the gallery"
        tabs={[
          { href: '/gallery', label: 'Gallery' },
          { href: '/', label: 'Overview' },
        ]}
        selected="/gallery"
      />
    </Stack>
  );
}
