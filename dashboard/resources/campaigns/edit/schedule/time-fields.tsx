// The fields of when a campaign is sent: at once, at a time in a zone, or when the clocks of each contact show it.
import { Link } from 'wouter';
import { useProperties } from '../../../../audience/use-properties.ts';
import { DateTimeField } from '../../../../design/fields/moment/date-time-field.tsx';
import { ZoneField } from '../../../../design/fields/moment/zone-field.tsx';
import { RadioCards } from '../../../../design/fields/radio-cards.tsx';
import { Select } from '../../../../design/fields/select.tsx';
import { useClock } from '../../../../format/clock.ts';
import { readMoment } from '../../../../format/typed-moment.ts';
import { type ChosenTime, chosenTimeFault } from './chosen-time.ts';
import css from './schedule.module.css';

const KINDS = [
  { id: 'now', label: 'Now', hint: '10 seconds after you press Send. You can undo until then.' },
  { id: 'at', label: 'At a set time', hint: 'Everyone gets it from then on. Up to 30 days ahead.' },
  {
    id: 'zones',
    label: 'At a local time for each contact',
    hint: 'Each contact gets it at this time in their own time zone. Not available with a variant test.',
  },
] as const;

interface TimeFieldsProps {
  time: ChosenTime;
  /** The zone in which it is read. */
  zone: string;
  onChange(time: ChosenTime): void;
  /** A time is needed: the campaign is scheduled. */
  isScheduled?: boolean;
  /** The refusal of the API. */
  error?: string | undefined;
}

/** The fields. */
export function TimeFields({ time, zone, onChange, isScheduled = false, error }: TimeFieldsProps) {
  // The shown time may pass.
  useClock();
  const fault = chosenTimeFault(time, { now: new Date(), zone });
  const change = (part: Partial<ChosenTime>) => onChange({ ...time, ...part });
  // An empty field is not a mistake yet.
  const timeError = fault?.field === 'time' && time.at !== undefined ? fault.message : error;
  return (
    <div className={css['fields']}>
      <RadioCards
        label="When to send"
        value={time.kind}
        onChange={(kind) => change({ kind: kind as ChosenTime['kind'] })}
        options={KINDS.filter(({ id }) => !(isScheduled && id === 'now'))}
      />
      {time.kind !== 'now' && (
        <div className={css['time']}>
          <DateTimeField
            // The meaning of words is another one in another zone.
            key={zone}
            label="Time"
            value={{ text: time.text, at: time.at === undefined ? undefined : new Date(time.at) }}
            onChange={({ text, at }) => change({ text, at: at?.toISOString() })}
            zone={zone}
            error={timeError}
          />
          <ZoneField
            zone={zone}
            onChange={(chosen) => {
              // The words stay, and mean what the clocks there show.
              const read = readMoment(time.text, { now: new Date(), zone: chosen });
              change({ zone: chosen, at: read?.at.toISOString() });
            }}
          />
          {time.kind === 'zones' && (
            <PropertyField value={time.property} onChange={(property) => change({ property })} />
          )}
        </div>
      )}
    </div>
  );
}

interface PropertyFieldProps {
  value: string | undefined;
  onChange(property: string): void;
}

function PropertyField({ value, onChange }: PropertyFieldProps) {
  const { data } = useProperties();
  const texts = (data ?? [])
    .filter(({ type }) => type === 'string')
    .map(({ key }) => ({ id: key, label: key }));
  const isKnown = value === undefined || texts.some(({ id }) => id === value);
  return (
    <Select
      label="Time zone property"
      hint={
        data && texts.length === 0 ? (
          <>
            No <Link href="/contacts/properties">contact property</Link> holds text.
          </>
        ) : (
          'Its values are names such as Europe/Berlin. Contacts without a value use the time zone above.'
        )
      }
      value={value ?? ''}
      options={isKnown ? texts : [...texts, { id: value, label: value }]}
      onChange={onChange}
    />
  );
}
