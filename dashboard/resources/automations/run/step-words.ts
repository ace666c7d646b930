// What a step of a run has done, in words: from its state and its output (docs/reference/automation-runs.md). Pure.
import type { AutomationRun } from '../../../api/generated/types.ts';
import { duration } from '../../../format/time.ts';
import { heldBackWords, untilWords } from './run-words.ts';

/** A step as a run answers it. */
export type RunStep = AutomationRun['steps'][number];

/** What is known around a step. */
export interface StepContext {
  now: Date;
  /** Of the run. */
  wakeAt: string | null;
  reason: string | null;
  /** Name of the event that the step begins with or waits for; undefined: the automation has changed since. */
  eventName: string | undefined;
}

/** What is said of a step. */
export interface StepStory {
  title: string;
  /** Below it: why it has failed, what it waits for. */
  detail?: string | undefined;
  /** The email that it has sent. */
  emailId?: string | undefined;
  /** What came with the event. */
  payload?: object | undefined;
  kind: 'good' | 'bad' | 'info' | 'neutral';
  isOpen: boolean;
}

type Words = Omit<StepStory, 'kind' | 'isOpen'>;
type StepWords = (step: RunStep, context: StepContext) => Words;

/** What a step is called before it has done anything. */
const NAMES: Readonly<Record<RunStep['type'], string>> = {
  trigger: 'Start',
  send_email: 'Send an email',
  delay: 'Wait for a time',
  wait_for_event: 'Wait for an event',
  condition: 'Ask a condition',
  contact_update: 'Change the contact',
  contact_delete: 'Delete the contact',
  add_to_segment: 'Add the contact to a segment',
};

const SKIPPED_MAIL: Readonly<Record<string, string>> = {
  unsubscribed: 'Sent no email: the contact has unsubscribed',
  topic: 'Sent no email: the contact has opted out of its topic',
  suppressed: 'Sent no email: the address is on the suppression list',
};

const DONE: Readonly<Record<RunStep['type'], StepWords>> = {
  trigger: ({ output }, { eventName }) => ({
    title: eventName === undefined ? 'Started by an event' : `Started by ${eventName}`,
    payload: payloadIn(output),
  }),
  send_email: ({ output }) => ({
    title: `Sent an email to ${recipientIn(output)}`,
    emailId: textIn(output, 'email_id'),
  }),
  delay: (step) => ({ title: `Waited ${lasted(step)}` }),
  wait_for_event: (step, { eventName }) => {
    if (textIn(step.output, 'result') === 'timeout')
      return { title: `${eventName ?? 'The event'} did not come in ${lasted(step)}` };
    return {
      title: `${eventName ?? 'The event'} came after ${lasted(step)}`,
      payload: payloadIn(step.output),
    };
  },
  condition: ({ output }) => ({
    title:
      textIn(output, 'result') === 'condition_met' ? 'The condition was met' : 'The condition was not met',
  }),
  contact_update: () => ({ title: 'Changed the contact' }),
  contact_delete: () => ({ title: 'Deleted the contact' }),
  add_to_segment: () => ({ title: 'Added the contact to a segment' }),
};

/** What is said of a step. */
export function storyOf(step: RunStep, context: StepContext): StepStory {
  switch (step.status) {
    case 'completed':
      return {
        ...DONE[step.type](step, context),
        kind: step.type === 'trigger' ? 'info' : 'good',
        isOpen: false,
      };
    case 'failed':
      return { title: NAMES[step.type], detail: messageIn(step.error), kind: 'bad', isOpen: false };
    case 'waiting':
      return { ...waitingWords(step, context), kind: 'info', isOpen: true };
    case 'running':
      return { title: `${NAMES[step.type]}: now`, kind: 'info', isOpen: true };
    case 'skipped':
      return { title: skippedWords(step), kind: 'neutral', isOpen: false };
    default:
      return { title: NAMES[step.type], detail: 'May still come', kind: 'neutral', isOpen: true };
  }
}

/** Whether a run has not come to a step, and never will: several such steps are one line. */
export function isOffTheWay({ status, started_at }: Pick<RunStep, 'status' | 'started_at'>): boolean {
  return status === 'skipped' && started_at === null;
}

function waitingWords(step: RunStep, { now, wakeAt, reason, eventName }: StepContext): Words {
  const until = wakeAt === null ? undefined : untilWords(new Date(wakeAt), now);
  if (reason !== null)
    return {
      title: NAMES[step.type],
      detail: `Held back: ${heldBackWords(reason)}. Next try at ${until ?? 'once'}.`,
    };
  if (step.type === 'wait_for_event')
    return { title: `Waits for ${eventName ?? 'an event'}`, detail: until && `Until ${until} at the latest` };
  return { title: until === undefined ? 'Waits' : `Waits until ${until}` };
}

function skippedWords(step: RunStep): string {
  const reason = textIn(step.output, 'reason');
  if (reason !== undefined) return SKIPPED_MAIL[reason] ?? `Did nothing: ${reason}`;
  return isOffTheWay(step) ? 'Not on the way of this run' : `${NAMES[step.type]}: ended with the run`;
}

function lasted({ started_at, completed_at }: RunStep): string {
  if (started_at === null || completed_at === null) return 'some time';
  return duration(Math.max(0, new Date(completed_at).getTime() - new Date(started_at).getTime()));
}

type Output = Readonly<Record<string, unknown>> | null;

function textIn(output: Output, name: string): string | undefined {
  const value = output?.[name];
  return typeof value === 'string' ? value : undefined;
}

function recipientIn(output: Output): string {
  const to = output?.['to'];
  const [first] = Array.isArray(to) ? (to as unknown[]) : [to];
  return typeof first === 'string' ? first : 'the contact';
}

function payloadIn(output: Output): object | undefined {
  const payload = output?.['payload'];
  return typeof payload === 'object' && payload !== null ? payload : undefined;
}

function messageIn(error: Output): string {
  return textIn(error, 'message') ?? 'It failed.';
}
