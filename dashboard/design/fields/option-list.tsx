// The floating list of options that Select and MultiSelect share.
import Check from 'lucide-react/icons/check';
import { ListBox, ListBoxItem, Popover } from 'react-aria-components/Select';
import menuStyles from '../controls/menu.module.css';
import styles from './select.module.css';

export interface SelectOption {
  id: string;
  label: string;
  hint?: string | undefined;
}

export function OptionList({ options }: { options: readonly SelectOption[] }) {
  return (
    <Popover className={menuStyles.popover ?? ''} placement="bottom start" offset={4}>
      <ListBox className={menuStyles.menu ?? ''} items={options}>
        {(option) => (
          <ListBoxItem id={option.id} textValue={option.label} className={menuStyles.item ?? ''}>
            <span className={menuStyles.words}>
              {/* No slots: the name of an option holds all that is seen of it (WCAG 2.5.3). */}
              <span>{option.label}</span>
              {option.hint === undefined ? null : <span className={menuStyles.reason}>{option.hint}</span>}
            </span>
            <Check className={styles.check} size={15} strokeWidth={2} aria-hidden="true" />
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  );
}
