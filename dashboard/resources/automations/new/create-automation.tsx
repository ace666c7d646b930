// The dialog that makes an automation: its name, its domain, and what starts it. It is off, and has no steps yet.
import { useState } from 'react';
import { SCHEDULE_TRIGGER } from '../../../../shared/contract/automations/values.ts';
import { LIST_NAME_MAX_LENGTH } from '../../../../shared/contract/limits.ts';
import { fieldError } from '../../../api/form-failure.ts';
import type { Automation } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useChange } from '../../../api/use-call.ts';
import type { ComboValue } from '../../../design/fields/combo/combo-box.tsx';
import {
  DateTimeField,
  NO_MOMENT,
  type TypedMoment,
} from '../../../design/fields/moment/date-time-field.tsx';
import { zoneOfBrowser } from '../../../design/fields/moment/moment-words.ts';
import { Select } from '../../../design/fields/select.tsx';
import { TextField } from '../../../design/fields/text-field.tsx';
import { Dialog } from '../../../design/layout/dialog.tsx';
import { ChangeForm } from '../../../records/change-form.tsx';
import { DomainField } from '../../events/send/domain-field.tsx';
import type { EventDomain } from '../../events/send/event-draft.ts';
import { useFirstDomain } from '../../events/send/use-first-domain.ts';
import { missingFields, newAutomationBody, OWN_EVENT, STARTS } from './new-automation.ts';
import { OwnEvent } from './own-event.tsx';

const FIELDS = ['name', 'domain', 'trigger', 'trigger_config.at'];

interface CreateAutomationProps {
  isOpen: boolean;
  onClose(): void;
  onDone(automation: Automation): void;
}

/** The dialog. */
export function CreateAutomation({ isOpen, onClose, onDone }: CreateAutomationProps) {
  return (
    <Dialog title="New automation" isOpen={isOpen} onClose={onClose}>
      <CreateForm onClose={onClose} onDone={onDone} />
    </Dialog>
  );
}

/** Its state begins again each time the dialog opens. */
function CreateForm({ onClose, onDone }: Omit<CreateAutomationProps, 'isOpen'>) {
  const create = useChange('createAutomation', { onSuccess: onDone });
  const first = useFirstDomain();
  const [name, setName] = useState('');
  const [chosen, setDomain] = useState<EventDomain>();
  const [start, setStart] = useState(AN_EVENT);
  const [isTried, setTried] = useState(false);
  const domain = chosen ?? first.domain ?? undefined;
  const refused = useRefusal('createAutomation');
  const asked = { name, domain: domain?.name, ...askedStart(start) };
  const missing = missingFields(asked);
  const errorOf = (field: string) =>
    isTried && missing.includes(field) ? 'Fill this in.' : fieldError(create.error, field);
  const submit = () => {
    setTried(true);
    if (missing.length === 0) create.mutate({ body: newAutomationBody(asked) });
  };
  return (
    <ChangeForm
      change={create}
      refusal={refused ?? domainRefusal(first)}
      fields={FIELDS}
      onSubmit={submit}
      submitLabel="Create automation"
      onCancel={onClose}
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        placeholder="Welcome"
        maxLength={LIST_NAME_MAX_LENGTH}
        error={errorOf('name')}
        isRequired
        autoFocus
      />
      {domain && (
        <DomainField
          value={domain}
          onChange={setDomain}
          hint="Only events of this domain start the automation. You cannot change the domain later."
          error={errorOf('domain')}
        />
      )}
      <StartFields
        value={start}
        onChange={(next) => {
          setStart(next);
          // Another field has not been left empty yet.
          if (next.id !== start.id) setTried(false);
        }}
        errorOf={errorOf}
      />
    </ChangeForm>
  );
}

/** The chosen trigger. */
interface ChosenStart {
  /** One of `STARTS`. */
  id: string;
  event: ComboValue | undefined;
  time: TypedMoment;
}

const AN_EVENT: ChosenStart = { id: OWN_EVENT, event: undefined, time: NO_MOMENT };

function askedStart({ id, event, time }: ChosenStart) {
  return { start: id, event: event?.label ?? '', at: time.at, timezone: zoneOfBrowser() };
}

interface StartFieldsProps {
  value: ChosenStart;
  onChange(value: ChosenStart): void;
  errorOf(field: string): string | undefined;
}

function StartFields({ value, onChange, errorOf }: StartFieldsProps) {
  const change = (part: Partial<ChosenStart>) => onChange({ ...value, ...part });
  return (
    <>
      <Select label="Starts" value={value.id} options={STARTS} onChange={(id) => change({ id })} />
      {value.id === OWN_EVENT && (
        <OwnEvent value={value.event} onChange={(event) => change({ event })} error={errorOf('trigger')} />
      )}
      {value.id === SCHEDULE_TRIGGER && (
        <DateTimeField
          label="Time"
          value={value.time}
          onChange={(time) => change({ time })}
          hint="A run starts for each contact in the audience of the domain."
          error={errorOf('trigger_config.at')}
          isRequired
        />
      )}
    </>
  );
}

function domainRefusal({ domain, error }: ReturnType<typeof useFirstDomain>): string | undefined {
  if (domain) return undefined;
  if (domain === null) return 'Add a domain first. Every automation belongs to a domain.';
  return error ? 'Your domains could not be loaded.' : 'Loading your domains.';
}
