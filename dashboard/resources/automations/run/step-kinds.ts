// What people read of each type of step in a run. Only this file, graph/step-forms.ts and edit/steps/step-form.tsx
// name the types, so that a new one is a row in each (docs/architecture/automation-step-types.md). Pure.
import type { LucideIcon } from 'lucide-react';
import Clock from 'lucide-react/icons/clock';
import Mail from 'lucide-react/icons/mail';
import Play from 'lucide-react/icons/play';
import Radio from 'lucide-react/icons/radio';
import Split from 'lucide-react/icons/split';
import Tag from 'lucide-react/icons/tag';
import UserRound from 'lucide-react/icons/user-round';
import UserX from 'lucide-react/icons/user-x';
import type { AutomationRun } from '../../../api/generated/types.ts';
import { duration } from '../../../format/time.ts';

/** A step as a run answers it. */
export type RunStep = AutomationRun['steps'][number];

/** The words for a finished step. */
export interface StepDone {
  title: string;
  /** The email that it has sent. */
  emailId?: string | undefined;
  /** The payload of the event. */
  payload?: object | undefined;
}

interface StepKind {
  /** Before it has done anything. */
  name: string;
  icon: LucideIcon;
  /** @param eventName of the event that it begins with or waits for, if it is known */
  done(step: RunStep, eventName: string | undefined): StepDone;
  /** The words for a step that did nothing, by the reason in its output. */
  skipped?: Readonly<Record<string, string>>;
  /** Whether it waits for an event, and not only for a time. */
  isForEvent?: true;
}

/** The types. The outputs of the runs of an erased person are empty: their decisions are no longer known. */
export const STEP_KINDS: Readonly<Record<RunStep['type'], StepKind>> = {
  trigger: {
    name: 'Start',
    icon: Play,
    done: ({ output }, eventName) => ({
      title: eventName === undefined ? 'Started by an event' : `Started by ${eventName}`,
      payload: payloadIn(output),
    }),
  },
  send_email: {
    name: 'Send an email',
    icon: Mail,
    done: ({ output }) => ({
      title: `Sent an email to ${recipientIn(output)}`,
      emailId: textIn(output, 'email_id'),
    }),
    skipped: {
      unsubscribed: 'No email sent: the contact unsubscribed',
      topic: 'No email sent: the contact opted out of the topic',
      suppressed: 'No email sent: the address is on the suppression list',
    },
  },
  delay: {
    name: 'Wait for a time',
    icon: Clock,
    done: (step) => ({ title: `Waited ${lasted(step)}` }),
  },
  wait_for_event: {
    name: 'Wait for an event',
    icon: Radio,
    isForEvent: true,
    done: (step, eventName = 'The event') => {
      const result = textIn(step.output, 'result');
      if (result === 'timeout') return { title: `${eventName} did not arrive in ${lasted(step)}` };
      if (result === undefined) return { title: `Waited ${lasted(step)} for an event` };
      return { title: `${eventName} arrived after ${lasted(step)}`, payload: payloadIn(step.output) };
    },
  },
  condition: {
    name: 'Check a condition',
    icon: Split,
    done: ({ output }) => {
      const result = textIn(output, 'result');
      if (result === undefined) return { title: 'Checked a condition' };
      return { title: result === 'condition_met' ? 'The condition was met' : 'The condition was not met' };
    },
  },
  contact_update: {
    name: 'Update the contact',
    icon: UserRound,
    done: () => ({ title: 'Updated the contact' }),
  },
  contact_delete: {
    name: 'Delete the contact',
    icon: UserX,
    done: () => ({ title: 'Deleted the contact' }),
  },
  add_to_segment: {
    name: 'Add the contact to a segment',
    icon: Tag,
    done: () => ({ title: 'Added the contact to a segment' }),
  },
};

type Output = Readonly<Record<string, unknown>> | null;

/** A text of an output or an error. */
export function textIn(output: Output, name: string): string | undefined {
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

function lasted({ started_at, completed_at }: RunStep): string {
  if (started_at === null || completed_at === null) return 'some time';
  return duration(Math.max(0, new Date(completed_at).getTime() - new Date(started_at).getTime()));
}
