// What is known of a template while it is written: the draft, the sample, the mail that the server makes of both, and what it
// has named as wrong. What the server makes is asked with a text that is behind by a moment, so that typing waits for nothing.
import { useDeferredValue, useMemo, useState } from 'react';
import type { ApiFailure, SourceProblem } from '../../../api/failure.ts';
import type { Template } from '../../../api/generated/types.ts';
import { useProperties } from '../../../audience/use-properties.ts';
import type { DraftInUse } from '../../../editing/use-draft.ts';
import { usableNames } from './code/name-completions.ts';
import { undeclaredNames } from './details/undeclared.ts';
import { type Preview, usePreview } from './preview/use-preview.ts';
import { useSample } from './preview/use-sample.ts';
import { useSamples } from './preview/use-samples.ts';
import type { EditedVariable, TemplateDraft } from './template-draft.ts';
import { useTemplateDraft } from './use-template-draft.ts';

/** All of it. @param readId id or alias by which the page reads it */
export function useTemplateWork(template: Template, readId: string) {
  const draft = useTemplateDraft(template, readId);
  const [sample, changeSample] = useSample(template.id);
  const shown = useDeferredValue(draft.values);
  const samples = useSamples(shown, sample);
  const preview = usePreview(shown, samples, template);
  return {
    draft,
    sample,
    changeSample,
    samples,
    preview,
    names: useNames(draft.values.variables),
    problems: useProblems(draft.failure, preview.failure),
    undeclared: useUndeclared(draft, preview),
  };
}

function useNames(variables: readonly EditedVariable[]): readonly string[] {
  const { data } = useProperties();
  return useMemo(
    () =>
      usableNames(
        variables.map(({ key }) => key),
        (data ?? []).map(({ key }) => key),
      ),
    [variables, data],
  );
}

/** Both name the same fault of the syntax. */
function useProblems(...failures: (ApiFailure | undefined)[]): readonly SourceProblem[] {
  const text = JSON.stringify([
    ...new Map(
      failures
        .flatMap((failure) => failure?.problems ?? [])
        .map((problem) => [`${problem.field} ${problem.line} ${problem.column} ${problem.message}`, problem]),
    ).values(),
  ]);
  return useMemo(() => JSON.parse(text) as SourceProblem[], [text]);
}

/**
 * A saved source has no syntax fault, so the faults of its preview are undeclared names. They stay until the next such
 * moment.
 */
function useUndeclared({ state, values }: DraftInUse<TemplateDraft>, preview: Preview): readonly string[] {
  const [kept, setKept] = useState('');
  const { failure } = preview;
  const isJudged = state === 'saved' && preview.state === 'known';
  const found = useMemo(
    () => (isJudged ? undeclaredNames(failure?.problems ?? [], values).join(' ') : undefined),
    [isJudged, failure, values],
  );
  if (found !== undefined && found !== kept) setKept(found);
  const { variables } = values;
  return useMemo(() => {
    const declared = variables.map(({ key }) => key);
    return kept.split(' ').filter((name) => name !== '' && !declared.includes(name));
  }, [kept, variables]);
}
