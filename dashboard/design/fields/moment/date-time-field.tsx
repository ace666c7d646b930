// A moment to come or past, in words ("tomorrow 9:00", "in 2 hours") or from the native picker, which writes into the words: the
// browser would show the same moment a second time in a form of its own, such as "09:00 AM".
// Below it stands what is meant: the day, the time and the zone, and what the clocks do on the days on which they change.
// The page gets the text and the instant, and sends the instant: the API would read the words in UTC.
import CalendarClock from 'lucide-react/icons/calendar-clock';
import { type ReactNode, useId, useRef, useState } from 'react';
import { readMoment } from '../../../format/typed-moment.ts';
import { textWithOffset, wallText, wallTimeOf, type ZonedInstant } from '../../../format/zoned-time.ts';
import { Button } from '../../controls/button.tsx';
import { IconButton } from '../../controls/icon-button.tsx';
import fieldStyles from '../field.module.css';
import { describedBy, FieldNotes, type FieldProps, RequiredMark } from '../field.tsx';
import styles from './date-time-field.module.css';
import { momentWords, zoneOfBrowser } from './moment-words.ts';

/** The typed text and its meaning; `at` is undefined while it has none. */
export interface TypedMoment {
  text: string;
  at: Date | undefined;
}

/** An empty field. */
export const NO_MOMENT: TypedMoment = { text: '', at: undefined };

interface DateTimeFieldProps extends Omit<FieldProps, 'isLabelHidden'> {
  value: TypedMoment;
  onChange: (value: TypedMoment) => void;
  /** IANA name; absent: of the browser. */
  zone?: string | undefined;
  /** For tests and the gallery. */
  now?: Date | undefined;
  autoFocus?: boolean | undefined;
}

export function DateTimeField(props: DateTimeFieldProps) {
  const { label, hint, isRequired = false, value, onChange, autoFocus } = props;
  const zone = props.zone ?? zoneOfBrowser();
  const now = props.now ?? new Date();
  const id = useId();
  const [isLeft, setLeft] = useState(value.text !== '');
  const read = value.text === '' ? undefined : readMoment(value.text, { now, zone });
  const isUnknown = value.text.trim() !== '' && !read;
  const error = props.error ?? (isUnknown && isLeft ? NOT_KNOWN : undefined);
  const write = (text: string) =>
    onChange({ text, at: readMoment(text, { now: props.now ?? new Date(), zone })?.at });
  const described = [describedBy(id, hint, error), `${id}-means`].filter(Boolean).join(' ');
  const common = {
    className: fieldStyles.control,
    'aria-describedby': described,
    'aria-invalid': error === undefined ? undefined : (true as const),
    required: isRequired,
  };
  const focus = { autoFocus };
  return (
    <fieldset className={fieldStyles.field}>
      <legend className={styles.legend}>
        {label}
        {isRequired ? <RequiredMark /> : null}
      </legend>
      <div className={styles.both}>
        <input
          {...common}
          {...focus}
          type="text"
          aria-label={`${label}, in words`}
          placeholder="tomorrow 9:00"
          autoComplete="off"
          spellCheck={false}
          value={value.text}
          onChange={(event) => {
            setLeft(false);
            write(event.target.value);
          }}
          onBlur={() => setLeft(true)}
        />
        <Picker label={label} wall={value.at ? wallText(wallTimeOf(value.at, zone)) : ''} onPick={write} />
      </div>
      <div id={`${id}-means`} className={styles.means} aria-live="polite">
        {read && value.at ? (
          <Meaning read={{ ...read, at: value.at }} zone={zone} now={now} onSecond={write} />
        ) : null}
      </div>
      <FieldNotes id={id} hint={hint} error={error} />
    </fieldset>
  );
}

const NOT_KNOWN =
  'Enter a time such as “tomorrow 9:00”, “in 2 hours”, “Friday at 15:00” or 2026-12-01 10:00.';

interface PickerProps {
  label: string;
  /** Local, such as `2026-12-01T10:00`; empty: none is chosen. */
  wall: string;
  onPick: (text: string) => void;
}

function Picker({ label, wall, onPick }: PickerProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={`Pick ${label}`} icon={CalendarClock} onPress={() => picker.current?.showPicker()} />
      <input
        ref={picker}
        className={styles.picker}
        tabIndex={-1}
        type="datetime-local"
        aria-label={`${label}, date and time`}
        value={wall}
        onChange={(event) => onPick(event.target.value.replace('T', ' '))}
      />
    </>
  );
}

interface MeaningProps {
  read: ZonedInstant;
  zone: string;
  now: Date;
  onSecond: (text: string) => void;
}

function Meaning({ read, zone, now, onSecond }: MeaningProps): ReactNode {
  const { when, clocks } = momentWords(read, { zone, now });
  const { second } = read;
  return (
    <>
      <p>{when}</p>
      {clocks === undefined ? null : (
        <p className={styles.clocks}>
          {clocks}{' '}
          {second === undefined ? null : (
            <Button size="small" onPress={() => onSecond(textWithOffset(second, zone))}>
              Use the second time
            </Button>
          )}
        </p>
      )}
    </>
  );
}
