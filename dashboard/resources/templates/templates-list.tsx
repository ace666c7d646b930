// The list of templates, with the open one next to it.

import LayoutTemplate from 'lucide-react/icons/layout-template';
import Plus from 'lucide-react/icons/plus';
import type { TemplateItem } from '../../api/generated/types.ts';
import { useRefusal } from '../../api/session.ts';
import { withInstall } from '../../copy-as/with-install.ts';
import { Button } from '../../design/controls/button.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { Stack } from '../../design/layout/stack.tsx';
import { useLoadWhenIdle } from '../../design/lazy/idle.ts';
import { loadedDialog } from '../../design/lazy/loaded-dialog.tsx';
import { loadedLater } from '../../design/lazy/loaded-later.tsx';
import { Status } from '../../design/text/status.tsx';
import { Time } from '../../design/text/time.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import type { FilterControl } from '../../lists/parts/filters.tsx';
import type { Column } from '../../lists/rows.tsx';
import { useDialogParameter } from '../../records/use-dialog-parameter.ts';
import { TEMPLATES, TEMPLATES_PATH } from './list.ts';
import { BLANK, STARTER_CHOICES } from './new/starters/starter-choices.ts';
import { templateBadge } from './words.ts';

const TemplateRecord = loadedLater(() =>
  import('./record/template-record.tsx').then((it) => it.TemplateRecord),
);
const CreateTemplate = loadedDialog(() =>
  import('./new/create-template.tsx').then((it) => it.CreateTemplate),
);

const COLUMNS: readonly Column<TemplateItem>[] = [
  { id: 'name', header: 'Name', render: ({ name }) => name },
  { id: 'alias', header: 'Alias', width: '24%', render: ({ alias }) => alias },
  {
    id: 'state',
    header: 'State',
    width: '150px',
    render: (template) => <Status {...templateBadge(template)} />,
  },
  {
    id: 'time',
    header: 'Edited',
    width: '112px',
    render: ({ updated_at }) => <Time at={updated_at} isInRow />,
  },
];

const FILTERS: readonly FilterControl[] = [
  { kind: 'text', name: 'q', label: 'Find a template', placeholder: 'Part of the name or alias' },
  {
    kind: 'choice',
    name: 'status',
    label: 'State',
    options: [
      { id: 'draft', label: 'Never published' },
      { id: 'published', label: 'Published' },
    ],
  },
];

interface TemplatesListProps {
  /** The id of the open template. */
  id: string | undefined;
  tab: 'preview' | 'versions';
}

/** The list. */
export function TemplatesList({ id, tab }: TemplatesListProps) {
  useLoadWhenIdle(TemplateRecord.load);
  const [create, setCreate] = useDialogParameter('create');
  const refusal = useRefusal('createTemplate');
  return (
    <>
      <ListPage
        title="Templates"
        description="Emails that you write once and send to each recipient with their own values, from your program, a campaign or an automation."
        list={TEMPLATES}
        path={TEMPLATES_PATH}
        columns={COLUMNS}
        filters={FILTERS}
        hrefOf={(template) => `${TEMPLATES_PATH}/${template.id}`}
        actions={
          <Button variant="filled" icon={Plus} refusal={refusal} onPress={() => setCreate(BLANK)}>
            New template
          </Button>
        }
        empty={<NoTemplates refusal={refusal} onCreate={setCreate} />}
        record={id === undefined ? undefined : <TemplateRecord.Component key={id} id={id} tab={tab} />}
      />
      <CreateTemplate
        of={create ?? BLANK}
        isOpen={create !== undefined}
        onClose={() => setCreate(undefined)}
      />
    </>
  );
}

interface NoTemplatesProps {
  refusal: string | undefined;
  onCreate(beginning: string): void;
}

function NoTemplates({ refusal, onCreate }: NoTemplatesProps) {
  return (
    <EmptyState
      icon={LayoutTemplate}
      title="Create your first template"
      level={2}
      action={
        <Stack direction="row" gap={2} justify="center" wrap>
          {STARTER_CHOICES.map(({ id, label }) => (
            <Button key={id} refusal={refusal} onPress={() => onCreate(id)}>
              {label}
            </Button>
          ))}
          <Button variant="quiet" refusal={refusal} onPress={() => onCreate(BLANK)}>
            Blank
          </Button>
        </Stack>
      }
      snippet={{ code: SNIPPET, label: 'Create a template from a shell' }}
    >
      A template is an email with variables that each send fills in. Start from a complete example and change
      the text, or start from scratch.
    </EmptyState>
  );
}

const SNIPPET = withInstall(
  `posthorn templates create --name Welcome --alias welcome --subject 'Welcome, {{{NAME|friend}}}' --html '<p>Hello {{{NAME|friend}}}.</p>' --variables '[{"key": "NAME", "type": "string"}]'`,
);
