// The page on which a segment by rules is made: nothing is stored until one has seen whom the rules find. The name, the
// audience and the ready rule come with the address.
import { useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { LIST_NAME_MAX_LENGTH } from '../../../../shared/contract/limits.ts';
import { fieldError, formFailure } from '../../../api/form-failure.ts';
import type { CreateSegmentBody } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useChange } from '../../../api/use-call.ts';
import { Button } from '../../../design/controls/button.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { notify } from '../../../design/feedback/toaster.tsx';
import { LeaveGuard } from '../../../editing/leave-guard.tsx';
import { useAskBeforeUnload } from '../../../editing/use-ask-before-unload.ts';
import { WorkPage } from '../../../editing/work-page.tsx';
import { SEGMENTS_PATH } from '../list.ts';
import { RulesAndPeople } from './rules-and-people.tsx';

/** The rule that the empty state offers, to be changed. */
const READY = {
  name: 'Everyone on plan pro',
  filter: { type: 'rule', field: 'contact.properties.plan', operator: 'eq', value: 'pro' },
};

/** The initial values in the address: a name and an audience, or the ready rule. */
function readFirst(search: string): { name: string; filter: unknown; audienceId: string | undefined } {
  const given = new URLSearchParams(search);
  const audienceId = given.get('audience_id') ?? undefined;
  if (given.get('ready') !== null) return { ...READY, audienceId };
  return { name: given.get('name') || 'New segment', filter: undefined, audienceId };
}

/** The page. */
export function NewSegment() {
  const [, navigate] = useLocation();
  const search = useSearch();
  const [first] = useState(() => readFirst(search));
  const [name, setName] = useState(first.name);
  const [filter, setFilter] = useState(first.filter);
  const [isFinished, setFinished] = useState(false);
  const isTouched = name !== first.name || filter !== first.filter;
  const isDone = useRef(false);
  const refusal = useRefusal('createSegment');
  const create = useChange('createSegment', {
    onSuccess: (segment) => {
      isDone.current = true;
      notify(`Segment ${segment.name} created.`);
      navigate(`${SEGMENTS_PATH}/${segment.id}`, { replace: true });
    },
  });
  const failure = formFailure(create.error, ['name', 'filter']);
  useAskBeforeUnload(isTouched);
  const change = (next: unknown) => {
    setFilter(next);
    create.reset();
  };
  const submit = () => {
    const body = { name, filter, audience_id: first.audienceId ?? null } as CreateSegmentBody;
    create.mutate({ body });
  };
  return (
    <WorkPage
      name={name}
      onRename={setName}
      nameError={fieldError(create.error, 'name')}
      nameMaxLength={LIST_NAME_MAX_LENGTH}
      refusal={refusal}
      back={{ href: SEGMENTS_PATH, label: 'Segments' }}
      actions={
        <Button
          variant="filled"
          isBusy={create.isPending}
          refusal={refusal ?? (isFinished ? undefined : 'Finish the rules first.')}
          onPress={submit}
        >
          Create segment
        </Button>
      }
    >
      <LeaveGuard isAtRisk={() => isTouched && !isDone.current} />
      {failure && <FailureNote failure={failure} />}
      <RulesAndPeople
        filter={filter}
        onChange={change}
        onChecked={setFinished}
        audienceId={first.audienceId}
        failure={create.error}
      />
    </WorkPage>
  );
}
