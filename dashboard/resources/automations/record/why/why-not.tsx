// The latest events of the trigger of an automation: the run that each has started in it, or why it has started none, as rows and
// counted. Where none came, the names that did come and are nearly the same.
import { BATCH_EVENTS, SCHEDULE_TRIGGER } from '../../../../../shared/contract/automations/values.ts';
import type { Automation, ReceivedEventItem } from '../../../../api/generated/types.ts';
import { CopyAs } from '../../../../copy-as/copy-as.tsx';
import { ButtonLink } from '../../../../design/controls/button.tsx';
import { Reasons } from '../../../../design/data/reasons.tsx';
import { EmptyState } from '../../../../design/feedback/empty-state.tsx';
import { Notice } from '../../../../design/feedback/notice.tsx';
import { Section } from '../../../../design/layout/section.tsx';
import { Code } from '../../../../design/text/code.tsx';
import { Status } from '../../../../design/text/status.tsx';
import { Time } from '../../../../design/text/time.tsx';
import { useClock } from '../../../../format/clock.ts';
import { ListParts, ListTop } from '../../../../lists/list-parts.tsx';
import type { FilterControl } from '../../../../lists/parts/filters.tsx';
import type { Column } from '../../../../lists/rows.tsx';
import type { ListSpec } from '../../../../lists/state/list-spec.ts';
import { usePlacedList } from '../../../../lists/state/use-placed-list.ts';
import { CONTACTS_PATH } from '../../../contacts/list.ts';
import { RECEIVED_PATH } from '../../../events/list.ts';
import { NearEvents } from '../../../events/received/near-trigger.tsx';
import { RECEIVED_FILTERS } from '../../../events/received/received-filters.ts';
import { runPath } from '../../list.ts';
import css from './why.module.css';
import { scheduleSentence, whyCounts, whyWords } from './why-words.ts';

const [, ENROLMENT] = BATCH_EVENTS;
const FILTERS: readonly FilterControl[] = [
  ...RECEIVED_FILTERS,
  {
    kind: 'choice',
    name: 'event',
    label: 'Expected start',
    none: 'By trigger',
    options: [{ id: ENROLMENT, label: 'By enrolment' }],
  },
];

/** The list. */
export function WhyNot({ automation }: { automation: Automation }) {
  const { trigger, status } = automation;
  const { list, top } = usePlacedList(eventsOf(trigger));
  useClock();
  return (
    <Section
      title="Why not?"
      level={3}
      description={<Description automation={automation} />}
      actions={<CopyAs operation="listReceivedEvents" input={list.input} label="Copy events as" />}
    >
      {status === 'disabled' && <Notice kind="warn">The automation is off. New events start no runs.</Notice>}
      <div>
        <ListTop place={top} />
        <ListParts
          label="Events of the trigger"
          columns={columnsOf(automation)}
          filters={FILTERS}
          list={list}
          hrefOf={({ contact }) => (contact === null ? undefined : `${CONTACTS_PATH}/${contact.id}/timeline`)}
          note={
            list.rows &&
            list.rows.length > 0 && (
              <div className={css['counts']}>
                <Reasons label="What they did" of="Events" rows={whyCounts(list.rows, automation)} />
              </div>
            )
          }
          empty={<NoEvent trigger={trigger} />}
        />
      </div>
    </Section>
  );
}

/** Lists the events of the trigger, or of enrolments. */
function eventsOf(trigger: string): ListSpec<'listReceivedEvents'> {
  return {
    operation: 'listReceivedEvents',
    filters: ['contact_id', 'since', 'event'],
    defaults: { event: trigger },
    prefix: 'why_',
  };
}

function Description({ automation: { trigger, trigger_config: schedule } }: { automation: Automation }) {
  if (schedule) return `${scheduleSentence(schedule, new Date())} The contacts below got no run.`;
  return (
    <>
      The latest <Code>{trigger}</Code> events, and what each did in this automation. Events are stored for 30
      days, unless the operator chose another period.
    </>
  );
}

function columnsOf(automation: Automation): readonly Column<ReceivedEventItem>[] {
  return [
    { id: 'contact', header: 'Contact', render: ({ contact }) => contact?.email ?? 'A deleted contact' },
    {
      id: 'outcome',
      header: 'Run',
      width: '46%',
      render: (event) => <Status {...whyWords(event, automation)} />,
    },
    { id: 'at', header: 'Time', width: '84px', render: ({ created_at }) => <Time at={created_at} isInRow /> },
    {
      id: 'more',
      header: '',
      kind: 'action',
      width: '72px',
      render: (event) => <More event={event} automation={automation} />,
    },
  ];
}

/** Leads to the run, or else to the event. */
function More({ event, automation: { id } }: { event: ReceivedEventItem; automation: Automation }) {
  const runId = event.automations.find((each) => each.automation_id === id)?.run_id;
  const href = runId ? runPath(id, runId) : `${RECEIVED_PATH}/${event.id}`;
  const label = runId ? 'Run' : 'Event';
  return (
    <ButtonLink
      variant="quiet"
      size="small"
      href={href}
      aria-label={`${label} of ${event.contact?.email ?? 'a deleted contact'}`}
    >
      {label}
    </ButtonLink>
  );
}

function NoEvent({ trigger }: { trigger: string }) {
  if (trigger === SCHEDULE_TRIGGER)
    return (
      <EmptyState title="No contacts were left out">
        Contacts who get no run appear here with the reason.
      </EmptyState>
    );
  return (
    <EmptyState title="No events received" action={<NearEvents trigger={trigger} />}>
      No event <Code>{trigger}</Code> is among the stored events.
    </EmptyState>
  );
}
