// A setting of a domain that is on or off: it changes at once, can be taken back, and says in its place why it did not change.
import { useEffect, useRef } from 'react';
import type { Domain, UpdateDomainBody } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { notify } from '../../../design/feedback/toaster.tsx';
import { Switch } from '../../../design/fields/switch.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { useDomainChange } from './use-domain-change.ts';

interface SettingSwitchProps {
  domain: Domain;
  label: string;
  hint: string;
  isOn: boolean;
  /** Why a press would not do now, in any role. */
  obstacle?: string | undefined;
  /** The request body. */
  bodyOf(isOn: boolean): UpdateDomainBody;
  /** The notice afterwards. */
  doneWords(isOn: boolean): string;
  /** The undo; by default `bodyOf` the previous value. Null: a press on the switch would not do so. */
  undoOf?: ((isOn: boolean) => { id: string; body: UpdateDomainBody } | null) | undefined;
}

/** The switch. */
export function SettingSwitch(props: SettingSwitchProps) {
  const { domain, label, hint, isOn, obstacle, bodyOf, doneWords, undoOf } = props;
  const refusal = useRefusal('updateDomain');
  const wanted = useRef(isOn);
  const change = useDomainChange();
  useForgottenFailure(domain, change);
  const set = async (next: boolean) => {
    // One after the other: the second press would not know what the first has led to.
    if (change.isPending) return;
    wanted.current = next;
    await change.mutateAsync({ id: domain.id, body: bodyOf(next) });
    const back = undoOf ? undoOf(next) : { id: domain.id, body: bodyOf(!next) };
    notify(doneWords(next), back ? { undo: () => void takeBack(back) } : {});
  };
  const takeBack = async (input: { id: string; body: UpdateDomainBody }) => {
    wanted.current = isOn;
    try {
      await change.mutateAsync(input);
      notify('Change undone.');
    } catch (error) {
      // The switch may not be shown any more.
      notify(`The change could not be undone: ${(error as Error).message}`, { kind: 'bad' });
    }
  };
  return (
    <Stack gap={2}>
      <Switch
        label={label}
        hint={hint}
        refusal={refusal ?? obstacle}
        isSelected={change.isPending ? wanted.current : isOn}
        onChange={(next) => void set(next).catch(() => {})}
      />
      {change.error && <FailureNote failure={change.error} />}
    </Stack>
  );
}

/** The reason of a refused change may no longer apply once the domain has changed. */
function useForgottenFailure(
  { updated_at }: Pick<Domain, 'updated_at'>,
  { isError, reset }: Pick<ReturnType<typeof useDomainChange>, 'isError' | 'reset'>,
): void {
  const known = useRef(updated_at);
  useEffect(() => {
    if (known.current === updated_at) return;
    known.current = updated_at;
    if (isError) reset();
  }, [updated_at, isError, reset]);
}
