// The fields of a case: who goes through the automation, what starts it, and what comes on the way.
import X from 'lucide-react/icons/x';
import { SCHEDULE_TRIGGER } from '../../../../../shared/contract/automations/values.ts';
import type { Automation } from '../../../../api/generated/types.ts';
import { useCall } from '../../../../api/use-call.ts';
import { ContactField } from '../../../../audience/contact-field.tsx';
import { Button } from '../../../../design/controls/button.tsx';
import { IconButton } from '../../../../design/controls/icon-button.tsx';
import { Segmented } from '../../../../design/controls/segmented.tsx';
import { ComboBox } from '../../../../design/fields/combo/combo-box.tsx';
import { TextArea } from '../../../../design/fields/text-area.tsx';
import { TextField } from '../../../../design/fields/text-field.tsx';
import { useAllDefinitions } from '../../../events/send/all-definitions.ts';
import { PayloadField } from '../../../events/send/payload-field.tsx';
import type { EditedGraph } from '../../graph/graph.ts';
import { waitsIn } from '../../graph/run-fields.ts';
import css from './try.module.css';
import { COMING_MAX, type ComingEvent, type TryCase, withEvent } from './try-case.ts';

interface CaseFieldsProps {
  asked: TryCase;
  onChange(asked: TryCase): void;
  automation: Automation;
  graph: EditedGraph;
  errorOf(field: string): string | undefined;
}

/** All of them. */
export function CaseFields(props: CaseFieldsProps) {
  return (
    <>
      <PersonFields {...props} />
      <StartPayload {...props} />
      <ComingEvents {...props} />
    </>
  );
}

const PEOPLE = [
  { id: 'invented', label: 'Made-up contact' },
  { id: 'contact', label: 'Existing contact' },
];

function PersonFields({ asked, onChange, automation, errorOf }: CaseFieldsProps) {
  const { isReal, contact, invented } = asked;
  const invent = (part: Partial<TryCase['invented']>) =>
    onChange({ ...asked, invented: { ...invented, ...part } });
  return (
    <>
      <Segmented
        label="Test contact"
        options={PEOPLE}
        selected={isReal ? 'contact' : 'invented'}
        onSelect={(id) => onChange({ ...asked, isReal: id === 'contact' })}
      />
      {isReal ? (
        <ContactField
          value={contact}
          onChange={(next) => onChange({ ...asked, contact: next })}
          hint="Nothing is sent to this contact, and it does not change."
          audienceId={automation.audience_id}
          error={errorOf('contact_id')}
        />
      ) : (
        <>
          <TextField
            label="Address"
            type="email"
            value={invented.email}
            onChange={(email) => invent({ email })}
            error={errorOf('contact.email')}
          />
          <TextField
            label="First name"
            value={invented.firstName}
            onChange={(firstName) => invent({ firstName })}
            error={errorOf('contact.first_name')}
          />
          <TextArea
            label="Properties"
            value={invented.properties}
            onChange={(properties) => invent({ properties })}
            rows={2}
            isMono
            placeholder='{"plan": "pro"}'
            hint="Optional. A JSON object with a value for each contact property."
            error={errorOf('contact.properties')}
          />
        </>
      )}
    </>
  );
}

function StartPayload({ asked, onChange, graph, errorOf }: CaseFieldsProps) {
  const { event_name: event } = graph.trigger.config;
  const hasPayload = event !== SCHEDULE_TRIGGER;
  const schema = useAllDefinitions()?.find(({ name }) => name === event)?.schema ?? null;
  const came = useCall(
    'listReceivedEvents',
    { query: { event, limit: 1 } },
    { isEnabled: hasPayload && event !== '' },
  );
  const last = came.data?.data[0]?.payload;
  if (!hasPayload) return null;
  const change = (payload: string) => onChange({ ...asked, payload });
  return (
    <>
      <PayloadField value={asked.payload} onChange={change} schema={schema} error={errorOf('payload')} />
      {last && (
        <div>
          <Button size="small" onPress={() => change(JSON.stringify(last, undefined, 2))}>
            Use the last received payload
          </Button>
        </div>
      )}
    </>
  );
}

function ComingEvents(props: CaseFieldsProps) {
  const { asked, onChange, graph } = props;
  const waits = waitsIn(graph);
  return (
    <>
      {waits.length > 0 && asked.events.length === 0 && (
        <p className={css['soft']}>
          The automation waits for {waits.join(', ')}. If no event arrives, the wait times out.
        </p>
      )}
      {asked.events.map((each, index) => (
        <ComingFields key={each.id} {...props} each={each} index={index} waits={waits} />
      ))}
      {(waits.length > 0 || asked.events.length > 0) && (
        <div>
          <Button
            size="small"
            refusal={
              asked.events.length < COMING_MAX ? undefined : `You can add at most ${COMING_MAX} events.`
            }
            onPress={() => onChange(withEvent(asked, waits))}
          >
            Add an event
          </Button>
        </div>
      )}
    </>
  );
}

interface ComingFieldsProps extends CaseFieldsProps {
  each: ComingEvent;
  index: number;
  waits: readonly string[];
}

function ComingFields({ asked, onChange, errorOf, each, index, waits }: ComingFieldsProps) {
  const { id, event, after, payload } = each;
  const put = (part: Partial<ComingEvent>) =>
    onChange({ ...asked, events: asked.events.map((one) => (one.id === id ? { ...one, ...part } : one)) });
  return (
    <fieldset className={css['event']} aria-label={`Event ${index + 1}`}>
      <ComboBox
        label="Event"
        value={event === '' ? undefined : { id: waits.includes(event) ? event : undefined, label: event }}
        onChange={(next) => put({ event: next?.label ?? '' })}
        read={(text) =>
          Promise.resolve(
            waits.filter((name) => name.includes(text)).map((name) => ({ id: name, label: name })),
          )
        }
        isFreeText
        newLabel="Event"
        placeholder="order.paid"
        error={errorOf(`events[${index}].event`)}
      />
      <TextField
        label="After"
        value={after}
        onChange={(text) => put({ after: text })}
        placeholder="1 hour"
        error={errorOf(`events[${index}].after`)}
      />
      <IconButton
        label={`Remove event ${index + 1}`}
        icon={X}
        onPress={() => onChange({ ...asked, events: asked.events.filter((one) => one.id !== id) })}
      />
      <div className={css['payload']}>
        <TextArea
          label="Payload of this event"
          value={payload}
          onChange={(text) => put({ payload: text })}
          rows={2}
          isMono
          placeholder='{"total": 12}'
          error={errorOf(`events[${index}].payload`)}
        />
      </div>
    </fieldset>
  );
}
