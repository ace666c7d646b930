// The steps of an automation as an outline: a branch is indented, and where branches meet again is said. Each step has its numbers.

import { useMemo } from 'react';
import { Link, useSearch } from 'wouter';
import type { Automation, AutomationStats } from '../../../../api/generated/types.ts';
import { useCall } from '../../../../api/use-call.ts';
import { useRefetch } from '../../../../api/use-refetch.ts';
import { CopyAs } from '../../../../copy-as/copy-as.tsx';
import { classNames } from '../../../../design/class-names.ts';
import { EmptyState } from '../../../../design/feedback/empty-state.tsx';
import { FailureNote } from '../../../../design/feedback/failure-note.tsx';
import { Notice } from '../../../../design/feedback/notice.tsx';
import { Skeleton } from '../../../../design/feedback/skeleton.tsx';
import { Section } from '../../../../design/layout/section.tsx';
import { capitalised } from '../../../../format/capitalised.ts';
import { graphOf } from '../../graph/graph.ts';
import { type OutlineLine, outlineOf } from '../../graph/order.ts';
import {
  goesOnSentence,
  OUTCOME_WORDS,
  sentencesOf,
  stepSentence,
  triggerSentence,
} from '../../graph/step-sentences.ts';
import { outerSearch } from '../runs/run-lists.ts';
import { formerSteps, type StepStats, stepNumbers } from './step-numbers.ts';
import css from './steps.module.css';
import { useStepNames } from './use-step-names.ts';

/** Between two looks whether many runs have been counted. */
const REFETCH_MS = 2_000;
const OUTLINE_HEIGHT = 160;
/** Further to the right nothing fits; the words say where a branch belongs. */
const DEPTH_MAX = 8;

/** The outline. */
export function Steps({ automation }: { automation: Automation }) {
  const { id } = automation;
  const read = useCall('getAutomationStats', { id }, { isLive: true });
  useRefetch(read, ({ counted_at }) => (counted_at === null ? REFETCH_MS : undefined));
  const { data: stats, error, refetch } = read;
  return (
    <Section
      title="Steps"
      level={3}
      description="Figures include runs in progress and runs that ended in the last 30 days."
      actions={<CopyAs operation="getAutomationStats" input={{ id }} label="Copy figures as" />}
    >
      {error && <FailureNote failure={error} onRetry={() => void refetch()} />}
      {stats?.counted_at === null && (
        <Notice kind="info">This automation has many runs. The figures appear when they are counted.</Notice>
      )}
      {stats || error ? (
        <Outline automation={automation} stats={stats?.counted_at === null ? undefined : stats} />
      ) : (
        <Skeleton height={OUTLINE_HEIGHT} />
      )}
      {stats && stats.counted_at !== null && <Former automation={automation} stats={stats} />}
    </Section>
  );
}

interface NumberedProps {
  automation: Automation;
  stats: AutomationStats | undefined;
}

function Outline({ automation, stats }: NumberedProps) {
  const graph = useMemo(() => graphOf(automation), [automation]);
  const names = useStepNames(graph, automation.audience_id);
  if (!names) return <Skeleton height={OUTLINE_HEIGHT} />;
  const sentences = sentencesOf(graph, names);
  const stepOf = new Map(graph.steps.map((step) => [step.key, step]));
  // Its key stands next to it, so it needs none in the sentence as those have that are named elsewhere.
  const ownSentence = (key: string) => {
    const step = stepOf.get(key);
    return step ? stepSentence(step, names) : triggerSentence(graph.trigger);
  };
  const statsOf = new Map(stats?.steps.map((each) => [each.key, each]));
  return (
    <>
      <ol className={css['outline']}>
        {outlineOf(graph).map((line) => (
          <li key={line.key} className={css['line']} style={{ marginInlineStart: indent(line) }}>
            {line.branch !== undefined && <span className={css['soft']}>{branchWords(line.branch)}</span>}
            <span className={css['words']}>
              {ownSentence(line.key)} <code className={css['soft']}>{line.key}</code>
            </span>
            <Numbers automationId={automation.id} stats={statsOf.get(line.key)} />
            {line.goesOn.map((way) => (
              <span key={way.outcome} className={css['soft']}>
                {capitalised(goesOnSentence(way, sentences))}
              </span>
            ))}
          </li>
        ))}
      </ol>
      {graph.steps.length === 0 && (
        <EmptyState title="No steps yet" level={3}>
          Add a step before you turn this automation on.
        </EmptyState>
      )}
    </>
  );
}

/** Runs keep the steps with which they began. */
function Former({ automation, stats }: { automation: Automation; stats: AutomationStats }) {
  const steps = formerSteps(stats, new Set(automation.steps.map(({ key }) => key)));
  if (steps.length === 0) return null;
  return (
    <Section title="Removed steps" level={3}>
      <ol className={css['outline']}>
        {steps.map((step) => (
          <li key={step.key} className={css['line']}>
            <code className={css['words']}>{step.key}</code>
            <Numbers automationId={automation.id} stats={step} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Numbers({ automationId, stats }: { automationId: string; stats: StepStats | undefined }) {
  const outer = outerSearch(useSearch());
  if (!stats) return null;
  return (
    <span className={css['numbers']}>
      {stepNumbers(automationId, stats, outer).map(({ id, words, tone, href }) =>
        href === undefined ? (
          <span key={id} className={classNames(tone === 'bad' && css['bad'])}>
            {words}
          </span>
        ) : (
          <Link key={id} href={href} className={classNames(tone === 'bad' && css['bad'])}>
            {words}
          </Link>
        ),
      )}
    </span>
  );
}

function indent({ depth }: OutlineLine): string {
  return `calc(var(--space-5) * ${Math.min(depth, DEPTH_MAX)})`;
}

function branchWords(outcome: keyof typeof OUTCOME_WORDS): string {
  return `${capitalised(OUTCOME_WORDS[outcome])}:`;
}
