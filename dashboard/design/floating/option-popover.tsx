// The list of options of Select and MultiSelect (React Aria: arrows, letters, Esc, focus back on the button).
import Check from 'lucide-react/icons/check';
import { ListBox, ListBoxItem, Popover } from 'react-aria-components/Select';
import menuStyles from '../controls/menu.module.css';
import styles from '../fields/select.module.css';
import type { OpenedPopover } from '../lazy/use-opener.ts';

export interface SelectOption {
  id: string;
  label: string;
  hint?: string | undefined;
}

interface OptionPopoverProps extends OpenedPopover {
  /** Id of the label of the field. */
  labelId: string;
  options: readonly SelectOption[];
  chosen: readonly string[];
  /** Several may be chosen, and the list stays open. */
  isMultiple: boolean;
  onChoose: (chosen: string[]) => void;
}

export function OptionPopover(props: OptionPopoverProps) {
  const { id, triggerRef, isOpen, setOpen, autoFocus, labelId, options, chosen, isMultiple, onChoose } =
    props;
  return (
    <Popover
      className={menuStyles.popover ?? ''}
      triggerRef={triggerRef}
      isOpen={isOpen}
      onOpenChange={setOpen}
      placement="bottom start"
      offset={4}
      aria-labelledby={labelId}
    >
      <ListBox
        id={id}
        className={menuStyles.menu ?? ''}
        aria-labelledby={labelId}
        items={options}
        autoFocus={autoFocus}
        shouldFocusOnHover
        shouldSelectOnPressUp
        selectionMode={isMultiple ? 'multiple' : 'single'}
        disallowEmptySelection={!isMultiple}
        // Esc closes the list, and the choice stays.
        escapeKeyBehavior="none"
        selectedKeys={chosen}
        onSelectionChange={(keys) => onChoose([...keys].map(String))}
      >
        {(option) => <Option option={option} onPress={() => !isMultiple && setOpen(false)} />}
      </ListBox>
    </Popover>
  );
}

function Option({ option, onPress }: { option: SelectOption; onPress: () => void }) {
  return (
    <ListBoxItem
      id={option.id}
      textValue={option.label}
      className={menuStyles.item ?? ''}
      // The chosen one closes the list too, and changes nothing.
      onPress={onPress}
    >
      <span className={menuStyles.words}>
        {/* No slots: the name of an option holds all that is seen of it (WCAG 2.5.3). */}
        <span>{option.label}</span>
        {option.hint === undefined ? null : <span className={menuStyles.reason}>{option.hint}</span>}
      </span>
      <Check className={styles.check} size={15} strokeWidth={2} aria-hidden="true" />
    </ListBoxItem>
  );
}
