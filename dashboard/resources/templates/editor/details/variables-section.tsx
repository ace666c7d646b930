// The variables that a template declares, and those that its source uses and does not declare, each of which a press declares.
import Plus from 'lucide-react/icons/plus';
import { memo, useRef, useState } from 'react';
import { TEMPLATE_VARIABLES_MAX } from '../../../../../shared/contract/limits.ts';
import type { ApiFailure } from '../../../../api/failure.ts';
import { Button } from '../../../../design/controls/button.tsx';
import { Section } from '../../../../design/layout/section.tsx';
import { Stack } from '../../../../design/layout/stack.tsx';
import css from '../editor.module.css';
import type { EditedVariable } from '../template-draft.ts';
import { VariableRow } from './variable-row.tsx';

interface VariablesSectionProps {
  variables: readonly EditedVariable[];
  /** Names that the source uses and that nothing defines. */
  undeclared: readonly string[];
  onChange(variables: readonly EditedVariable[]): void;
  failure: ApiFailure | undefined;
  /** The result of `useRefusal`. */
  refusal: string | undefined;
}

/** The section. */
export const VariablesSection = memo(function VariablesSection(props: VariablesSectionProps) {
  const { variables, undeclared, onChange, failure, refusal } = props;
  /** The row that was added gets the focus: the pressed button may have disappeared. */
  const [added, setAdded] = useState<number>();
  const addButton = useRef<HTMLButtonElement>(null);
  const isFull = variables.length >= TEMPLATE_VARIABLES_MAX;
  const cannotAdd =
    refusal ?? (isFull ? `A template has at most ${TEMPLATE_VARIABLES_MAX} variables.` : undefined);
  const add = (key: string) => {
    setAdded(variables.length);
    onChange([...variables, { key, type: 'string', fallback: null }]);
  };
  return (
    <Section
      title="Variables"
      description="Each send provides these values. A variable without a value uses its fallback."
      actions={
        <Button ref={addButton} size="small" icon={Plus} refusal={cannotAdd} onPress={() => add('')}>
          Add a variable
        </Button>
      }
    >
      {undeclared.length > 0 && (
        <Stack direction="row" gap={2} wrap>
          {undeclared.map((name) => (
            <Button key={name} size="small" refusal={cannotAdd} onPress={() => add(name)}>
              Declare {name}
            </Button>
          ))}
        </Stack>
      )}
      {variables.length === 0 && <p className={css['soft']}>No variables are declared.</p>}
      {variables.map((variable, index) => (
        <VariableRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name that stays while its key is typed.
          key={index}
          place={index}
          variable={variable}
          isNew={index === added}
          failure={failure}
          refusal={refusal}
          onChange={(next) => onChange(variables.with(index, next))}
          onRemove={() => {
            addButton.current?.focus();
            setAdded(undefined);
            onChange(variables.toSpliced(index, 1));
          }}
        />
      ))}
    </Section>
  );
});
