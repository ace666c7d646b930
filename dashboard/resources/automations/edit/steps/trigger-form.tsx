// The form of what starts a run: an event of the account, one of the service, or a time.
import { useState } from 'react';
import { SCHEDULE_TRIGGER } from '../../../../../shared/contract/automations/values.ts';
import { DateTimeField } from '../../../../design/fields/moment/date-time-field.tsx';
import { zoneOfBrowser } from '../../../../design/fields/moment/moment-words.ts';
import { ZoneField } from '../../../../design/fields/moment/zone-field.tsx';
import { Select } from '../../../../design/fields/select.tsx';
import { useClock } from '../../../../format/clock.ts';
import { readMoment } from '../../../../format/typed-moment.ts';
import type { EditedTrigger } from '../../graph/graph.ts';
import { OWN_EVENT, STARTS } from '../../new/new-automation.ts';
import { OwnEvent } from '../../new/own-event.tsx';
import { SERVICE_TRIGGERS } from '../../words.ts';
import { shownTime } from './shown-time.ts';

type Config = EditedTrigger['config'];

interface TriggerFormProps {
  config: Config;
  /** @param changed "event" */
  onChange(config: Config, changed: string): void;
  errorOf(part: string): string | undefined;
}

/** The fields. */
export function TriggerForm({ config, onChange, errorOf }: TriggerFormProps) {
  const { event_name: name } = config;
  const isOwn = !SERVICE_TRIGGERS.has(name);
  const start = (id: string) => {
    if (id === OWN_EVENT) return onChange({ event_name: '' }, 'start');
    const zone = id === SCHEDULE_TRIGGER ? { at: '', timezone: config.timezone ?? zoneOfBrowser() } : {};
    onChange({ event_name: id, ...zone }, 'start');
  };
  return (
    <>
      <Select label="Starts" value={isOwn ? OWN_EVENT : name} options={STARTS} onChange={start} />
      {isOwn && (
        <OwnEvent
          value={name === '' ? undefined : { id: undefined, label: name }}
          onChange={(next) => onChange({ event_name: next?.label ?? '' }, 'event')}
          error={errorOf('config.event_name')}
        />
      )}
      {name === SCHEDULE_TRIGGER && <ScheduleFields config={config} onChange={onChange} errorOf={errorOf} />}
    </>
  );
}

function ScheduleFields({ config, onChange, errorOf }: TriggerFormProps) {
  // The shown time may pass.
  useClock();
  const { at = '', timezone = '' } = config;
  const [text, setText] = useState(() => shownTime(at, timezone));
  const write = (next: { text: string; at: Date | undefined; zone: string }) => {
    setText(next.text);
    onChange({ ...config, at: next.at?.toISOString() ?? '', timezone: next.zone }, 'time');
  };
  const read = readMoment(text, { now: new Date(), zone: timezone });
  const isPast = read !== undefined && read.at.getTime() <= Date.now();
  return (
    <>
      <DateTimeField
        // The meaning of words is another one in another zone.
        key={timezone}
        label="Time"
        value={{ text, at: read?.at }}
        onChange={(typed) => write({ ...typed, zone: timezone })}
        zone={timezone}
        hint="A run starts for each contact in the audience of the domain."
        error={isPast ? 'This time is in the past.' : (errorOf('trigger_config.at') ?? errorOf('config.at'))}
        isRequired
      />
      <ZoneField
        zone={timezone}
        onChange={(zone) => write({ text, at: readMoment(text, { now: new Date(), zone })?.at, zone })}
        error={errorOf('trigger_config.timezone') ?? errorOf('config.timezone')}
      />
    </>
  );
}
