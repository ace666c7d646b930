// Tries an automation on a contact, who may be made up: the API says to which steps a run would come, when, and with what mail.
// Nothing is sent or changed. It tries what is on the page, saved or not.
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { SCHEDULE_TRIGGER } from '../../../../../shared/contract/automations/values.ts';
import { call } from '../../../../api/call.ts';
import type { ApiFailure } from '../../../../api/failure.ts';
import { fieldError, formFailure } from '../../../../api/form-failure.ts';
import type {
  Automation,
  AutomationSimulation,
  SimulateAutomationBody,
} from '../../../../api/generated/types.ts';
import { useRefusal, useSession } from '../../../../api/session.ts';
import { Button } from '../../../../design/controls/button.tsx';
import { FailureNote } from '../../../../design/feedback/failure-note.tsx';
import { Notice } from '../../../../design/feedback/notice.tsx';
import { announce } from '../../../../design/feedback/notices.ts';
import { Form, FormActions } from '../../../../design/layout/form.tsx';
import { Stack } from '../../../../design/layout/stack.tsx';
import { isSameJson } from '../../../../editing/same-json.ts';
import { SAMPLE_PREFIX } from '../../../../editing/stored-drafts.ts';
import { keep, readStored } from '../../../../editing/stored-text.ts';
import type { EditedGraph } from '../../graph/graph.ts';
import { eventOf } from '../../graph/step-forms.ts';
import { CaseFields } from './case-fields.tsx';
import { endSentence, pathOf, shownSteps, type TriedPath } from './outcome.ts';
import { Outcome } from './outcome.tsx';
import { readCase, storedCase, type TryCase } from './try-case.ts';

interface TryItProps {
  automation: Automation;
  graph: EditedGraph;
  /** Why it cannot be tried yet. */
  notYet: string | undefined;
  /** Gets what became of the steps; undefined: nothing was tried, or the graph has changed since. */
  onPath(path: TriedPath | undefined): void;
  onChoose(key: string): void;
}

/** A try that was answered. */
interface Tried {
  graph: EditedGraph;
  answer: AutomationSimulation;
  at: Date;
}

/** The form, and below it what would become of the contact. */
export function TryIt({ automation, graph, notYet, onPath, onChoose }: TryItProps) {
  const [asked, change] = useCase(automation.id);
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const [tried, setTried] = useState<Tried>();
  const simulate = useMutation<AutomationSimulation, ApiFailure, SimulateAutomationBody>({
    mutationFn: (body) => call('simulateAutomation', { id: automation.id, body }),
  });
  const refusal = useRefusal('simulateAutomation') ?? notYet;
  const submit = () => {
    const hasPayload = graph.trigger.config.event_name !== SCHEDULE_TRIGGER;
    const read = readCase(asked, graph, hasPayload);
    setFaults('faults' in read ? read.faults : new Map());
    if ('faults' in read) return;
    simulate.mutate(read.body, {
      onSuccess: (answer) => {
        setTried({ graph, answer, at: new Date() });
        announce(endSentence(answer));
      },
    });
  };
  const errorOf = (field: string) => faults.get(field) ?? fieldError(simulate.error, field);
  const failure = formFailure(simulate.error, FIELDS);
  return (
    <Stack gap={5}>
      <Form
        hasLegend
        onSubmit={submit}
        isBusy={simulate.isPending}
        refusal={refusal}
        error={failure && <FailureNote failure={failure} />}
      >
        <CaseFields asked={asked} onChange={change} automation={automation} graph={graph} errorOf={errorOf} />
        <FormActions>
          <Button type="submit" variant="filled" isBusy={simulate.isPending} refusal={refusal}>
            Try it
          </Button>
        </FormActions>
      </Form>
      {tried && <Answered tried={tried} graph={graph} onPath={onPath} onChoose={onChoose} />}
    </Stack>
  );
}

/** Fields that show their own refusal. */
const FIELDS = ['contact_id', 'email', 'contact', 'payload', 'events'];

interface AnsweredProps extends Pick<TryItProps, 'graph' | 'onPath' | 'onChoose'> {
  tried: Tried;
}

function Answered({ tried, graph, onPath, onChoose }: AnsweredProps) {
  const { answer, at } = tried;
  const isOld = !isSameJson(tried.graph, graph);
  const shown = shownSteps(answer, (key) => eventNameIn(tried.graph, key), at);
  const show = useEffectEvent(() => onPath(isOld ? undefined : pathOf(shown, at)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path belongs to the try, not to its values.
  useEffect(() => {
    show();
  }, [tried, isOld]);
  return (
    <>
      {isOld && <Notice kind="info">This result is from before your last change. Try it again.</Notice>}
      <Outcome
        sentence={endSentence(answer)}
        isFailed={answer.outcome === 'failed'}
        shown={shown}
        at={at}
        onChoose={onChoose}
      />
    </>
  );
}

function eventNameIn({ trigger, steps }: EditedGraph, key: string): string | undefined {
  if (key === trigger.key) return trigger.config.event_name;
  const step = steps.find((each) => each.key === key);
  return step && eventOf(step.type, step.config);
}

/** The case, in this browser: it is removed at a sign-out, because it may name contacts. */
function useCase(automationId: string): [TryCase, (next: TryCase) => void] {
  const { person, account } = useSession();
  const key = `${SAMPLE_PREFIX}${person.id}:${account.id}:try:${automationId}`;
  const [asked, setAsked] = useState(() => storedCase(readStored(key)));
  const change = (next: TryCase) => {
    setAsked(next);
    keep(key, JSON.stringify(next));
  };
  return [asked, change];
}
