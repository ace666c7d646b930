// The form of the chosen step, or of what starts a run. A new type of step is a row here as well
// (docs/architecture/automation-step-types.md).
import { type ReactNode, useState } from 'react';
import { STEP_KEY_MAX_LENGTH } from '../../../../../shared/contract/limits.ts';
import type { Automation } from '../../../../api/generated/types.ts';
import { Button } from '../../../../design/controls/button.tsx';
import { TextField } from '../../../../design/fields/text-field.tsx';
import { Json } from '../../../../design/text/json.tsx';
import { type Acted, changeConfig, changeTrigger, renameKey } from '../../graph/acts.ts';
import type { EditedGraph } from '../../graph/graph.ts';
import { eventOf, type NamesInSteps, type StepType } from '../../graph/step-forms.ts';
import type { StepFault } from '../step-faults.ts';
import { AddToSegmentForm, ContactDeleteForm, ContactUpdateForm } from './contact-forms.tsx';
import { RulesField } from './rules-field.tsx';
import { SendEmailForm } from './send-email.tsx';
import type { ConfigProps } from './step-props.ts';
import css from './steps.module.css';
import { TriggerForm } from './trigger-form.tsx';
import { useRunFields } from './use-run-fields.ts';
import { DelayForm, WaitForm } from './wait-forms.tsx';

const FORMS: Readonly<Record<StepType, (props: ConfigProps) => ReactNode>> = {
  send_email: SendEmailForm,
  delay: DelayForm,
  wait_for_event: WaitForm,
  condition: ConditionForm,
  contact_update: ContactUpdateForm,
  contact_delete: ContactDeleteForm,
  add_to_segment: AddToSegmentForm,
};

export interface StepFormProps {
  graph: EditedGraph;
  names: NamesInSteps;
  /** Key of the step, or of the trigger. */
  of: string;
  /** Its sentence. */
  title: string;
  automation: Pick<Automation, 'audience_id' | 'domain'>;
  /** The faults of this step. */
  faults: readonly StepFault[];
  /** Why the person may not change it. */
  refusal: string | undefined;
  /** @param name of the act: "Change the duration of delay_2" */
  onAct(acted: Acted, name: string, continues?: boolean): void;
}

/** The form. */
export function StepForm(props: StepFormProps) {
  const { graph, of, title, refusal, faults } = props;
  const step = graph.steps.find(({ key }) => key === of);
  const errorOf = (part: string) => faults.find((each) => isAt(each.part, part))?.message;
  return (
    <div className={css['form']}>
      <h2 className={css['title']}>{title}</h2>
      {refusal === undefined ? (
        <>
          {step ? (
            <ConfigForm {...props} step={step} errorOf={errorOf} />
          ) : (
            <StartForm {...props} errorOf={errorOf} />
          )}
          <KeyField key={of} {...props} error={errorOf('key')} />
        </>
      ) : (
        <>
          <p>{refusal}</p>
          <Json label={of} value={step?.config ?? graph.trigger.config} />
        </>
      )}
    </div>
  );
}

type ErrorOf = { errorOf(part: string): string | undefined };

function StartForm({ graph, of, onAct, errorOf }: StepFormProps & ErrorOf) {
  return (
    <TriggerForm
      config={graph.trigger.config}
      onChange={(config, changed) =>
        onAct(changeTrigger(graph, config), `Change the ${changed} of ${of}`, true)
      }
      errorOf={errorOf}
    />
  );
}

interface ConfigFormProps extends StepFormProps, ErrorOf {
  step: EditedGraph['steps'][number];
}

function ConfigForm({ graph, names, step, automation, faults, errorOf, onAct }: ConfigFormProps) {
  const { key, type, config } = step;
  const comes = eventOf(type, config) ?? graph.trigger.config.event_name;
  const fields = useRunFields(graph, names.fields, comes);
  const Form = FORMS[type];
  return (
    <Form
      config={config as ConfigProps['config']}
      onChange={(next, changed) =>
        onAct(changeConfig(graph, key, next), `Change the ${changed} of ${key}`, true)
      }
      errorOf={(path) => errorOf(path === '' ? 'config' : `config.${path}`)}
      automation={automation}
      faults={faults}
      fields={fields}
    />
  );
}

function ConditionForm({ config, onChange, faults, fields }: ConfigProps) {
  return (
    <RulesField
      label="Rules of the condition"
      value={config}
      onChange={(rules) => onChange(rules, 'rules')}
      faults={faults}
      fields={fields}
      path="config"
    />
  );
}

/** It changes by a press: with each letter it would be another step. */
function KeyField({ graph, of, onAct, error }: StepFormProps & { error: string | undefined }) {
  const [typed, setTyped] = useState(of);
  const next = typed.trim();
  return (
    <>
      <TextField
        label="Key"
        hint="The key identifies the step in the API and in the figures. If you change it, the figures of the step start again."
        value={typed}
        onChange={setTyped}
        maxLength={STEP_KEY_MAX_LENGTH}
        isMono
        error={error}
      />
      {next !== of && (
        <div>
          <Button size="small" onPress={() => onAct(renameKey(graph, of, next), `Rename ${of}`)}>
            Change key
          </Button>
        </div>
      )}
    </>
  );
}

/** A fault of an item, as `config.reply_to.1`, is one of its field. */
function isAt(part: string, field: string): boolean {
  return part === field || part.startsWith(`${field}.`) || part.startsWith(`${field}[`);
}
