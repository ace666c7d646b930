// The setting of the account that makes contact properties of values which have none.
import type { Account } from '../../api/generated/types.ts';
import { useRefusal } from '../../api/session.ts';
import { useChange } from '../../api/use-call.ts';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { Switch } from '../../design/fields/switch.tsx';

/** The switch. */
export function CreatedProperties({ account }: { account: Account }) {
  const refusal = useRefusal('updateAccount');
  const { mutate, variables, isPending, error } = useChange('updateAccount');
  const isSelected = isPending ? variables.body?.create_properties : account.create_properties;
  return (
    <>
      <Switch
        label="Create contact properties"
        hint="Contact values and import columns create any missing properties, unless a request says otherwise."
        isSelected={isSelected ?? account.create_properties}
        onChange={(isOn) => mutate({ body: { create_properties: isOn } })}
        refusal={refusal}
      />
      {error && <FailureNote failure={error} />}
    </>
  );
}
