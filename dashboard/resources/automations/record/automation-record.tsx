// An automation: whether it runs and what is wrong with it, and under tabs with a path of their own its steps, its runs, why events
// have started nothing, and what was done to many.
import type { ReactNode } from 'react';
import { useSearch } from 'wouter';
import type { Automation } from '../../../api/generated/types.ts';
import { LinkTabs } from '../../../design/controls/link-tabs.tsx';
import { Status } from '../../../design/text/status.tsx';
import { TextWithCode } from '../../../design/text/text-with-code.tsx';
import { useClock } from '../../../format/clock.ts';
import { SimpleRecord } from '../../../records/simple-record.tsx';
import { AUTOMATION_PARTS, AUTOMATIONS_PATH, type AutomationPart, partPath } from '../list.ts';
import { RunRecord } from '../run/run-record.tsx';
import { automationBadge } from '../words.ts';
import { AutomationActs } from './acts/automation-acts.tsx';
import { Batches } from './batches/batches.tsx';
import { outerSearch } from './runs/run-lists.ts';
import { Runs } from './runs/runs.tsx';
import { stateSentence } from './state-words.ts';
import { Steps } from './steps/steps.tsx';
import { Trouble } from './trouble.tsx';
import { WhyNot } from './why/why-not.tsx';

const LABELS: Readonly<Record<AutomationPart, string>> = {
  steps: 'Steps',
  runs: 'Runs',
  why: 'Why not?',
  batches: 'Batches',
};
const PARTS: Readonly<Record<AutomationPart, (props: { automation: Automation }) => ReactNode>> = {
  steps: Steps,
  runs: Runs,
  why: WhyNot,
  batches: Batches,
};

interface AutomationRecordProps {
  id: string;
  /** The part that is shown. */
  part: string | undefined;
  /** The id of what of that is open. */
  below: string | undefined;
}

/** The record, or one of its runs. */
export function AutomationRecord({ id, part, below }: AutomationRecordProps) {
  if (part === 'runs' && below !== undefined)
    return <RunRecord automationId={id} runId={below} listPath={partPath(id, 'runs')} />;
  return (
    <SimpleRecord
      id={id}
      read="getAutomation"
      what="automation"
      listPath={AUTOMATIONS_PATH}
      title={({ name }) => name}
      mark={(automation) => <Status {...automationBadge(automation)} />}
      acts={(automation) => <AutomationActs automation={automation} />}
      removal={{
        operation: 'deleteAutomation',
        label: 'Delete',
        title: () => 'Delete this automation?',
        lost: ({ name }) => (
          <p>
            <strong>{name}</strong> is deleted with its figures, and its runs are cancelled.
          </p>
        ),
        confirmLabel: 'Delete automation',
        done: () => 'Automation deleted.',
      }}
    >
      {(automation) => (
        <>
          <StateSentence automation={automation} />
          <Trouble automation={automation}>
            <Parts automation={automation} part={part} />
          </Trouble>
        </>
      )}
    </SimpleRecord>
  );
}

function StateSentence({ automation }: { automation: Automation }) {
  useClock();
  return (
    <p>
      <TextWithCode text={stateSentence(automation, new Date())} />
    </p>
  );
}

function Parts({ automation, part }: { automation: Automation; part: string | undefined }) {
  const { id } = automation;
  const shown = AUTOMATION_PARTS.find((each) => each === part) ?? 'steps';
  const Shown = PARTS[shown];
  const outer = outerSearch(useSearch());
  const hrefOf = (each: AutomationPart) => `${partPath(id, each)}${outer}`;
  return (
    <>
      <LinkTabs
        label="Automation"
        tabs={AUTOMATION_PARTS.map((each) => ({ href: hrefOf(each), label: LABELS[each] }))}
        selected={hrefOf(shown)}
      />
      <Shown automation={automation} />
    </>
  );
}
