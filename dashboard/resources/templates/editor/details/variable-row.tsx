// A declared variable: its name, its type, and what it is where a send gives no value.
import X from 'lucide-react/icons/x';
import { TEMPLATE_KEY_MAX_LENGTH } from '../../../../../shared/contract/limits.ts';
import type { ApiFailure } from '../../../../api/failure.ts';
import { fieldError } from '../../../../api/form-failure.ts';
import { IconButton } from '../../../../design/controls/icon-button.tsx';
import { Checkbox } from '../../../../design/fields/checkbox.tsx';
import { Select } from '../../../../design/fields/select.tsx';
import { TextField } from '../../../../design/fields/text-field.tsx';
import css from '../editor.module.css';
import { type EditedVariable, fallbackFault } from '../template-draft.ts';
import { VALUE_TYPES } from '../value-text.ts';

interface VariableRowProps {
  /** Its place among the variables, from 0, as a refusal of the API names it. */
  place: number;
  variable: EditedVariable;
  /** Whether it was just added, and gets the focus. */
  isNew: boolean;
  failure: ApiFailure | undefined;
  refusal: string | undefined;
  onChange(variable: EditedVariable): void;
  onRemove(): void;
}

/** The fields. */
export function VariableRow(props: VariableRowProps) {
  const { place, variable, isNew, failure, refusal, onChange, onRemove } = props;
  const { key, type, fallback } = variable;
  const name = key === '' ? `variable ${place + 1}` : key;
  const isReadOnly = refusal !== undefined;
  const keyFault = key === '' ? 'Name it.' : fieldError(failure, `variables.${place}.key`);
  const fault = fallbackFault(variable) ?? (keyFault ? undefined : fieldError(failure, `variables.${place}`));
  return (
    <fieldset aria-label={`The variable ${name}`} className={css['variable']}>
      <TextField
        label="Name"
        value={key}
        onChange={(next) => onChange({ ...variable, key: next })}
        error={isReadOnly ? undefined : keyFault}
        maxLength={TEMPLATE_KEY_MAX_LENGTH}
        autoFocus={isNew}
        isReadOnly={isReadOnly}
        isMono
      />
      {isReadOnly ? (
        <TextField label="Type" value={typeWords(type)} onChange={() => undefined} isReadOnly />
      ) : (
        <Select
          label="Type"
          value={type}
          onChange={(next) =>
            onChange({ ...variable, type: VALUE_TYPES.find(({ id }) => id === next)?.id ?? type })
          }
          options={VALUE_TYPES}
        />
      )}
      <div className={css['fallback']}>
        <Checkbox
          label="Has a fallback"
          isSelected={fallback !== null}
          onChange={(has) => onChange({ ...variable, fallback: has ? '' : null })}
          refusal={refusal}
        />
        {fallback !== null && (
          <TextField
            label={`Fallback of ${name}`}
            isLabelHidden
            value={fallback}
            onChange={(next) => onChange({ ...variable, fallback: next })}
            error={fault}
            isReadOnly={isReadOnly}
            isMono={type !== 'string'}
          />
        )}
      </div>
      {!isReadOnly && (
        <span className={css['fallback']}>
          <IconButton label={`Remove ${name}`} icon={X} onPress={onRemove} />
        </span>
      )}
    </fieldset>
  );
}

function typeWords(type: EditedVariable['type']): string {
  return VALUE_TYPES.find(({ id }) => id === type)?.label ?? type;
}
