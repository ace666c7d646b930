// Who did what in the account: changes of people and operators, and sign-ins.
import { OPERATIONS } from '../../api/generated/operations.ts';
import type { AuditEventItem } from '../../api/generated/types.ts';
import { useCall } from '../../api/use-call.ts';
import { CopyAs } from '../../copy-as/copy-as.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { Section } from '../../design/layout/section.tsx';
import { Copyable } from '../../design/text/copyable.tsx';
import { Status } from '../../design/text/status.tsx';
import { Time } from '../../design/text/time.tsx';
import { ListParts, ListTop } from '../../lists/list-parts.tsx';
import type { FilterControl } from '../../lists/parts/filters.tsx';
import type { Column } from '../../lists/rows.tsx';
import type { ListSpec } from '../../lists/state/list-spec.ts';
import { usePlacedList } from '../../lists/state/use-placed-list.ts';
import { describeDevice } from '../sessions/device.ts';
import css from './audit.module.css';
import { auditedOperations, operationWords } from './operation-words.ts';

const AUDIT_EVENTS = {
  operation: 'listAuditEvents',
  filters: ['operation', 'actor_id', 'outcome'],
} as const satisfies ListSpec;

/** The section of the settings. */
export function AuditSection() {
  const { list, top } = usePlacedList(AUDIT_EVENTS);
  const controls = useControls(list.view.filters);
  return (
    <Section
      title="Audit log"
      description="Every sign-in and every change by a person or an operator, for 365 days. Requests with API keys are in the logs."
      actions={<CopyAs operation="listAuditEvents" input={list.input} label="Copy this list as" />}
    >
      <ListTop place={top} />
      <ListParts
        label="Audit log"
        columns={COLUMNS}
        filters={controls}
        list={list}
        empty={
          <EmptyState title="Nothing has happened yet">
            Changes and sign-ins appear here as they happen.
          </EmptyState>
        }
      />
    </Section>
  );
}

const COLUMNS: readonly Column<AuditEventItem>[] = [
  { id: 'actor', header: 'Who', width: '17%', render: ({ actor }) => <Actor actor={actor} /> },
  {
    id: 'operation',
    header: 'What',
    render: ({ operation, outcome }) => (
      <span className={css['what']} title={operation}>
        {operationWords(operation)}
        {outcome === 'failed' && <Status status="failed" />}
      </span>
    ),
  },
  {
    id: 'target',
    header: 'Target',
    width: '136px',
    render: ({ target_id }) =>
      target_id === null ? '–' : <Copyable text={target_id} label="the target" isMono isClamped />,
  },
  { id: 'from', header: 'From', width: '29%', render: (event) => <From event={event} /> },
  {
    id: 'time',
    header: 'Time',
    width: '100px',
    render: ({ created_at }) => <Time at={created_at} isInRow />,
  },
];

function Actor({ actor }: { actor: AuditEventItem['actor'] }) {
  if (actor.type === 'operator') return 'An operator';
  return <span title={actor.email ?? undefined}>{actor.name || actor.email}</span>;
}

/** The address and the browser; the whole of what the browser said of itself is in the title. */
function From({ event: { address, user_agent } }: { event: AuditEventItem }) {
  if (address === null) return '–';
  const browser = user_agent === null ? '' : `, ${describeDevice(user_agent).words}`;
  return <span title={user_agent ?? undefined}>{`${address}${browser}`}</span>;
}

/** The filters; a value of the URL that is not a choice is one more. */
function useControls(chosen: Readonly<Record<string, string>>): FilterControl[] {
  const { data } = useCall('listMembers', { query: { limit: 100 } });
  const people = (data?.data ?? []).map(({ person_id, name, email }) => ({
    id: person_id,
    label: name || email,
  }));
  const operations = auditedOperations(OPERATIONS)
    .map((id) => ({ id, label: operationWords(id) }))
    .sort((one, other) => one.label.localeCompare(other.label));
  return [
    {
      kind: 'choice',
      name: 'operation',
      label: 'What',
      options: withChosen(operations, chosen['operation'], operationWords),
    },
    {
      kind: 'choice',
      name: 'actor_id',
      label: 'Who',
      options: withChosen(people, chosen['actor_id'], (id) => `Person ${id.slice(-6)}`),
    },
    {
      kind: 'choice',
      name: 'outcome',
      label: 'Outcome',
      options: [
        { id: 'succeeded', label: 'Succeeded' },
        { id: 'failed', label: 'Failed' },
      ],
    },
  ];
}

function withChosen(
  options: readonly { id: string; label: string }[],
  chosen: string | undefined,
  labelOf: (id: string) => string,
) {
  if (chosen === undefined || options.some(({ id }) => id === chosen)) return options;
  return [...options, { id: chosen, label: labelOf(chosen) }];
}
