// What the server makes of a template that is being written, asked again when one has stopped typing; the request before is
// ended then. What was shown stays until the next answer, and so do the faults that it has named.
import { useMemo, useState } from 'react';
import type { ApiFailure } from '../../../../api/failure.ts';
import type {
  PreviewedTemplate,
  PreviewUnsavedTemplateBody,
  Template,
} from '../../../../api/generated/types.ts';
import { useCall } from '../../../../api/use-call.ts';
import { useSettled } from '../../../../design/fields/use-settled.ts';
import { areVariablesFinished, type TemplateDraft, unsavedTemplate } from '../template-draft.ts';
import type { Samples } from './use-samples.ts';

const SETTLED_AFTER_MS = 400;

/** The known preview. */
export interface Preview {
  /** The last answer, which may be of a text before. */
  found: PreviewedTemplate | undefined;
  failure: ApiFailure | undefined;
  /** `unfinished`: a value or a variable must be finished first. */
  state: 'unfinished' | 'asking' | 'known';
  /** Asks now. */
  ask(): void;
}

/** The last mail, and the faults of later answers. */
interface LastAnswer {
  found: PreviewedTemplate | undefined;
  failure: ApiFailure | null;
}

/** @param template the stored one */
export function usePreview(
  draft: TemplateDraft,
  { isFinished, body: samples }: Samples,
  template: Pick<Template, 'poll' | 'inline_css'>,
): Preview {
  const { variables, contact, event } = samples;
  const isWhole = isFinished && areVariablesFinished(draft.variables);
  const wanted = isWhole
    ? JSON.stringify({ ...unsavedTemplate(draft, template), values: variables, contact, event })
    : '';
  const settled = useSettled(wanted, SETTLED_AFTER_MS);
  const [pressed, setPressed] = useState('');
  const asked = pressed === wanted ? wanted : settled;
  const body = useMemo(() => JSON.parse(asked || '{}') as PreviewUnsavedTemplateBody, [asked]);
  const isAsked = asked !== '' && wanted !== '';
  const options = { isEnabled: isAsked, isForgotten: true };
  const { data, error, isFetching, refetch } = useCall('previewUnsavedTemplate', { body }, options);
  const isOld = isFetching || asked !== wanted;
  const [last, setLast] = useState<LastAnswer>({ found: undefined, failure: null });
  const isNew = last.failure !== error || (data !== undefined && last.found !== data);
  if (isAsked && !isOld && isNew) setLast({ found: data ?? last.found, failure: error });
  const state = isOld ? 'asking' : 'known';
  return {
    found: last.found,
    failure: last.failure ?? undefined,
    state: isWhole ? state : 'unfinished',
    ask: () => {
      if (asked === wanted) void refetch();
      else setPressed(wanted);
    },
  };
}
