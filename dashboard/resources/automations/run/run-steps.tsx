// The steps of a run in their order: what each has done, with a link to the email that it has sent. Steps that are not on
// the way of the run are one line, however many follow each other.
import { useState } from 'react';
import { Link } from 'wouter';
import type { Automation, AutomationRun } from '../../../api/generated/types.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Timeline, type TimelineEntry } from '../../../design/data/timeline.tsx';
import { Json } from '../../../design/text/json.tsx';
import { useClock } from '../../../format/clock.ts';
import { eventNameOf } from './event-name.ts';
import css from './run.module.css';
import type { RunStep } from './step-kinds.ts';
import { isOffTheWay, type StepStory, storyOf } from './step-words.ts';

/** The number of lines that are shown at first: a run has up to 150 steps. */
const SHOWN = 40;

interface RunStepsProps {
  run: AutomationRun;
  /** Undefined: it is not known. */
  automation: Automation | undefined;
}

/** The steps. */
export function RunSteps({ run, automation }: RunStepsProps) {
  useClock();
  const [isWhole, setWhole] = useState(false);
  const now = new Date();
  const groups = groupsOf(run.steps);
  const shown = isWhole ? groups : groups.slice(0, SHOWN);
  const entries = shown.map((steps): TimelineEntry => {
    const [first] = steps;
    if (steps.length > 1 || isOffTheWay(first)) return offTheWay(steps);
    const eventName = eventNameOf(automation, run, first.key);
    const story = storyOf(first, { now, wakeAt: run.wake_at, reason: run.reason, eventName });
    return {
      id: first.key,
      at: first.completed_at ?? first.started_at,
      title: <Title story={story} step={first} />,
      kind: story.kind,
      isOpen: story.isOpen,
      children: <Details story={story} step={first} />,
    };
  });
  return (
    <div className={css['steps']}>
      <Timeline entries={entries} now={now} />
      {shown.length < groups.length && (
        <div>
          <Button size="small" onPress={() => setWhole(true)}>
            Show all {run.steps.length} steps
          </Button>
        </div>
      )}
    </div>
  );
}

type Group = [RunStep, ...RunStep[]];

/** Each step alone, and those together that are not on the way. */
function groupsOf(steps: readonly RunStep[]): Group[] {
  const groups: Group[] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    if (last && isOffTheWay(step) && isOffTheWay(last[0])) last.push(step);
    else groups.push([step]);
  }
  return groups;
}

function offTheWay(steps: Group): TimelineEntry {
  const count = steps.length === 1 ? '1 step is' : `${steps.length} steps are`;
  return {
    id: steps[0].key,
    at: null,
    title: <span className={css['off']}>{count} not on the path of this run</span>,
    kind: 'neutral',
    children: <span className={css['keys']}>{steps.map(({ key }) => key).join(', ')}</span>,
  };
}

function Title({ story, step }: { story: StepStory; step: RunStep }) {
  return (
    <>
      <span className={css['words']}>{story.title}</span> <code className={css['key']}>{step.key}</code>
    </>
  );
}

function Details({ story, step }: { story: StepStory; step: RunStep }) {
  const { detail, emailId, payload } = story;
  if (detail === undefined && emailId === undefined && payload === undefined) return null;
  return (
    <div className={css['details']}>
      {detail !== undefined && <span>{detail}</span>}
      {emailId !== undefined && <Link href={`/emails/${emailId}`}>Open email</Link>}
      {payload !== undefined && <Payload payload={payload} label={`Payload at ${step.key}`} />}
    </div>
  );
}

/** Shown on request: what the run has done matters more. */
function Payload({ payload, label }: { payload: object; label: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div>
        <Button size="small" variant="quiet" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide payload' : 'Show payload'}
        </Button>
      </div>
      {isOpen && <Json value={payload} label={label} />}
    </>
  );
}
