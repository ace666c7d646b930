// The audience of a domain: the contacts that its automations and events mean. The API refuses a move that would take the
// contacts away from runs, and says so here.
import { useState } from 'react';
import type { Domain } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useAudiences } from '../../../audience/use-audiences.ts';
import { Button } from '../../../design/controls/button.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { notify } from '../../../design/feedback/toaster.tsx';
import { Select } from '../../../design/fields/select.tsx';
import { Form, FormActions } from '../../../design/layout/form.tsx';
import { useDomainChange } from './use-domain-change.ts';

/** The form. */
export function PoolForm({ domain }: { domain: Domain }) {
  const [chosen, setChosen] = useState<string>();
  const audiences = useAudiences();
  const refusal = useRefusal('updateDomain');
  const change = useDomainChange(() => {
    setChosen(undefined);
    notify('Audience changed.');
  });
  const value = chosen ?? domain.audience_id;
  const options = (audiences.data?.data ?? []).map((audience) => ({
    id: audience.id,
    label: audience.default && !/default/i.test(audience.name) ? `${audience.name} (default)` : audience.name,
  }));
  // An account may have more audiences than one page of them.
  if (!options.some(({ id }) => id === domain.audience_id))
    options.unshift({ id: domain.audience_id, label: audiences.data ? domain.audience_id : 'Loading…' });
  const save = () => {
    if (value === domain.audience_id) notify('The domain already uses this audience.');
    else change.mutate({ id: domain.id, body: { audience_id: value } });
  };
  return (
    <Form
      label="Audience"
      onSubmit={save}
      isBusy={change.isPending}
      refusal={refusal}
      error={audiences.error && !audiences.data && <FailureNote failure={audiences.error} />}
    >
      <Select
        label="Audience"
        hint="The contacts that automations and events of the domain use. If you change it, automations move to the new audience and contacts stay where they are."
        value={value}
        onChange={(id) => {
          change.reset();
          setChosen(id);
        }}
        options={options}
        error={change.error?.message}
      />
      <FormActions>
        <Button type="submit" isBusy={change.isPending} refusal={refusal}>
          Use audience
        </Button>
      </FormActions>
    </Form>
  );
}
