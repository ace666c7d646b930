// The floating list of options that Select and MultiSelect share.
import Check from 'lucide-react/icons/check';
import { ListBox, ListBoxItem, Popover } from 'react-aria-components/Select';
import { Text } from 'react-aria-components/Text';
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
              <Text slot="label">{option.label}</Text>
              {option.hint === undefined ? null : (
                <Text slot="description" className={menuStyles.reason ?? ''}>
                  {option.hint}
                </Text>
              )}
            </span>
            <Check className={styles.check} size={15} strokeWidth={2} aria-hidden="true" />
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  );
}
