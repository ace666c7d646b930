// A field that asks an operation for its options as one types (React Aria: arrows, Enter, Esc). What is chosen keeps its
// words, also when no list that is read later has it. Text that is not an option is a value of its own where the page allows
// it; elsewhere the words of the chosen one come back. Loaded with the page that uses it: it brings React Aria.
import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import {
  ComboBox as AriaComboBox,
  Button,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components/ComboBox';
import { classNames } from '../../class-names.ts';
import { Button as PlainButton } from '../../controls/button.tsx';
import menuStyles from '../../controls/menu.module.css';
import { Spinner } from '../../feedback/spinner.tsx';
import type { SelectOption } from '../../floating/option-popover.tsx';
import fieldStyles from '../field.module.css';
import { describedBy, FieldNotes, type FieldProps, RequiredMark } from '../field.tsx';
import styles from './combo-box.module.css';
import { type ReadOptions, useOptions } from './use-options.ts';

/** The chosen value; free text has no id. */
export interface ComboValue {
  id: string | undefined;
  label: string;
}

interface ComboBoxProps extends FieldProps {
  value: ComboValue | undefined;
  onChange: (value: ComboValue | undefined) => void;
  read: ReadOptions;
  isFreeText?: boolean | undefined;
  /** The label of free text that is not an option: "New contact". */
  newLabel?: string | undefined;
  autoFocus?: boolean | undefined;
  placeholder?: string | undefined;
}

export function ComboBox(props: ComboBoxProps) {
  const { label, hint, error, isRequired = false, isLabelHidden = false, value, placeholder } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const typing = useTyping(props);
  const found = useOptions(label, typing.query, props.read);
  const { press, enter, leave } = usePress(found, typing, props.isFreeText);
  const described = describedBy(id, hint, error);
  return (
    <AriaComboBox
      {...focusOf(props)}
      className={fieldStyles.field ?? ''}
      items={found.options}
      inputValue={typing.text}
      onInputChange={typing.type}
      selectedKey={value?.id ?? null}
      onSelectionChange={(key) =>
        typing.choose(
          found.options.find((option) => option.id === key),
          key,
        )
      }
      onFocus={enter}
      onBlur={leave}
      onKeyDown={(event) => {
        press(event);
        // The first Esc undoes typing, the next one closes the dialog around the field.
        if (event.key !== 'Escape' || !typing.revert()) event.continuePropagation();
      }}
      menuTrigger={typing.isTyping ? 'input' : 'manual'}
      allowsCustomValue
      allowsEmptyCollection={mayBeEmpty(found.state)}
      isInvalid={error !== undefined}
      isRequired={isRequired}
      validationBehavior="aria"
      {...(described === undefined ? {} : { 'aria-describedby': described })}
    >
      <Label className={isLabelHidden ? 'visually-hidden' : (fieldStyles.label ?? '')}>
        {label}
        {isRequired ? <RequiredMark /> : null}
      </Label>
      <div className={fieldStyles.withEnd}>
        <Input
          ref={input}
          className={fieldStyles.control ?? ''}
          placeholder={placeholder ?? 'Type to search…'}
        />
        <div className={fieldStyles.end}>
          {found.state === 'busy' ? <Spinner label="Searching" /> : null}
          <Button className={fieldStyles.endButton ?? ''} aria-label={`Options of ${label}`}>
            <ChevronDown size={14} strokeWidth={2} aria-hidden="true" />
          </Button>
        </div>
      </div>
      <Problem field={input} problem={found.problem} onRetry={found.retry} />
      <FieldNotes id={id} hint={hint} error={error} />
      <Options state={found.state} asked={typing.query} chosen={value?.id} newLabel={props.newLabel} />
    </AriaComboBox>
  );
}

/** Only here: a page sets its first focus, and a lint rule forbids the attribute. */
const focusOf = ({ autoFocus = false }: ComboBoxProps) => ({ autoFocus });

/** Even before the first request: the list also opens if a person types as soon as the field has the focus. */
const mayBeEmpty = (state: OptionsProps['state']) => state !== 'failed';

interface OptionsProps {
  state: 'idle' | 'busy' | 'found' | 'failed';
  asked: string | undefined;
  chosen: string | undefined;
  newLabel: string | undefined;
}

function Options({ state, asked, chosen, newLabel }: OptionsProps) {
  return (
    <Popover className={menuStyles.popover ?? ''} placement="bottom start" offset={4}>
      <ListBox
        className={menuStyles.menu ?? ''}
        renderEmptyState={() => <p className={styles.empty}>{emptyWords(state, asked ?? '', newLabel)}</p>}
      >
        {(option: SelectOption) => <Option option={option} isChosen={option.id === chosen} />}
      </ListBox>
    </Popover>
  );
}

function emptyWords(state: OptionsProps['state'], asked: string, newLabel: string | undefined): string {
  if (state === 'failed') return 'The options could not be loaded.';
  if (state !== 'found') return 'Searching…';
  if (asked !== '' && newLabel !== undefined) return `${newLabel}: “${asked}”`;
  return asked === '' ? 'There are no options.' : `No results for “${asked}”.`;
}

/** The text in the field, and the query. */
function useTyping({ value, onChange, isFreeText = false }: ComboBoxProps) {
  /** The typed text; undefined: the words of the chosen value. */
  const [typed, setTyped] = useState<string>();
  /** The query; there is none before the field has the focus. */
  const [query, setQuery] = useState<string>();
  const words = value?.label ?? '';
  const taken = useRef<string>(undefined);
  const commitText = () => {
    setTyped(undefined);
    if (typed === undefined || typed === words) return;
    if (typed.trim() === '') onChange(undefined);
    else if (isFreeText) onChange({ id: undefined, label: typed.trim() });
  };
  return {
    text: typed ?? words,
    query,
    /** The words of the chosen value must not open the list again, over the next field. */
    isTyping: typed !== undefined,
    isTyped: typed !== undefined && typed.trim() !== '',
    begin: () => setQuery(query ?? ''),
    leave: () => {
      commitText();
      setQuery(undefined);
    },
    type: (text: string) => {
      // React Aria also writes the words of the chosen value.
      if (text === (typed ?? words)) return;
      taken.current = undefined;
      setTyped(text);
      setQuery(text === words ? '' : text.trim());
    },
    /** @param key null: the list was left without a choice */
    choose: (option: SelectOption | undefined, key: unknown) => {
      if (option) onChange({ id: option.id, label: option.label });
      taken.current = option?.id;
      if (key === null) return;
      setTyped(undefined);
      setQuery('');
    },
    commitText,
    /**
     * When the field is emptied, React Aria restores what was chosen before, if the list has it: it is marked there.
     */
    leaveEmpty: () => {
      if (typed?.trim() === '' && [undefined, value?.id].includes(taken.current)) commitText();
    },
    /** @returns whether there was something */
    revert: () => {
      setTyped(undefined);
      setQuery('');
      return typed !== undefined;
    },
  };
}

/**
 * Handles keys: Enter chooses the only option that fits the typed text, even if the answer is still pending, and the field is
 * left before it comes.
 */
function usePress(
  { options, of, state }: ReturnType<typeof useOptions>,
  { query, isTyped, begin, leave, choose, commitText, leaveEmpty }: ReturnType<typeof useTyping>,
  isFreeText = false,
) {
  const wanted = useRef<string>(undefined);
  const hasLeft = useRef(false);
  const isKnown = state === 'found' && of === query;
  const only = isKnown && options.length === 1 ? options[0] : undefined;
  useEffect(() => {
    if (!isKnown && !(hasLeft.current && state === 'failed')) return;
    if (wanted.current === query && only) choose(only, only.id);
    wanted.current = undefined;
    if (hasLeft.current) leave();
    hasLeft.current = false;
  });
  return {
    press(event: { key: string; preventDefault(): void }) {
      if (event.key === 'Tab') leaveEmpty();
      if (event.key !== 'Enter') return;
      if (isFreeText || !isTyped || (isKnown && !only)) return commitText();
      event.preventDefault();
      if (only) choose(only, only.id);
      else wanted.current = query;
    },
    enter() {
      hasLeft.current = false;
      begin();
    },
    leave() {
      if (wanted.current === undefined || wanted.current !== query) return leave();
      hasLeft.current = true;
    },
  };
}

function Option({ option, isChosen }: { option: SelectOption; isChosen: boolean }) {
  const { id, label, hint } = option;
  return (
    <ListBoxItem id={id} textValue={label} className={menuStyles.item ?? ''}>
      <span className={menuStyles.words}>
        {/* No slots: the name of an option holds all that is seen of it (WCAG 2.5.3). */}
        <span>{label}</span>
        {hint === undefined ? null : <span className={menuStyles.reason}>{hint}</span>}
      </span>
      <Check
        className={classNames(styles.check, isChosen && styles.chosen)}
        size={15}
        strokeWidth={2}
        aria-hidden="true"
      />
    </ListBoxItem>
  );
}

interface ProblemProps {
  field: RefObject<HTMLInputElement | null>;
  problem: string | undefined;
  onRetry: () => void;
}

/** Below the field, where the tab key reaches its button. */
function Problem({ field, problem, onRetry }: ProblemProps) {
  if (problem === undefined) return null;
  const retry = () => {
    // The button disappears, and a field without the focus sends no request.
    field.current?.focus();
    onRetry();
  };
  return (
    <div className={styles.problem}>
      <span>The options could not be loaded. {problem}</span>
      <PlainButton size="small" onPress={retry}>
        Try again
      </PlainButton>
    </div>
  );
}
