// The names of what the steps of an automation name by id: templates, segments, and what their rules are about.
import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { readOf } from '../../../../api/use-call.ts';
import { useSegmentNames } from '../../../../audience/use-segment-names.ts';
import type { RuleFields } from '../../../../rules/rule-fields.ts';
import { useContactFields } from '../../../../rules/use-contact-fields.ts';
import type { EditedGraph } from '../../graph/graph.ts';
import { runFields, waitsIn } from '../../graph/run-fields.ts';
import { type NamesInSteps, rulesOf } from '../../graph/step-forms.ts';

/** The most segments per read; the others are shown by their ids. */
const SEGMENTS_MAX = 50;
const NO_FIELDS: RuleFields = { list: [], records: [], find: () => undefined, segmentName: () => undefined };

/**
 * Reads them. Afterwards, a name that is added by a change is missing until it is read.
 * @returns undefined: they are not read yet; the same as long as no name has changed; what cannot be read has none
 */
export function useStepNames({ steps }: EditedGraph, audienceId: string): NamesInSteps | undefined {
  const [wasRead, setRead] = useState(false);
  const configs = steps.map(({ config }) => config as Readonly<Record<string, unknown>>);
  const templateIds = distinct(configs.map(({ template }) => idIn(template)));
  const templates = useQueries({
    queries: templateIds.map((id) => readOf('getTemplate', { id })),
    combine: namesOf,
  });
  const segmentIds = distinct(configs.map(({ segment_id: id }) => id)).slice(0, SEGMENTS_MAX);
  const segments = useSegmentNames(segmentIds);
  const rules = steps.flatMap(({ type, config }) => rulesOf(type, config) ?? []);
  const { fields, failure } = useContactFields({ and: rules }, audienceId);
  const isRead =
    !templates.isPending &&
    !(segmentIds.length > 0 && segments.isPending) &&
    (fields !== undefined || failure !== undefined);
  if (isRead && !wasRead) setRead(true);
  const named = JSON.stringify(templateIds.map((id, index) => [id, templates.names[index]]));
  const waits = JSON.stringify(waitsIn({ steps }));
  const names = useMemo((): NamesInSteps => {
    const templateNames = new Map(JSON.parse(named) as [string, string | null][]);
    return {
      template: (id) => templateNames.get(id) ?? undefined,
      segment: (id) => segments.data?.get(id.toLowerCase()) ?? id,
      fields: runFields(fields ?? NO_FIELDS, JSON.parse(waits) as string[]),
    };
  }, [named, segments.data, fields, waits]);
  return isRead || wasRead ? names : undefined;
}

/** One function always: another one would have the reads combined again at each drawing. */
function namesOf(reads: readonly { isPending: boolean; data?: { name: string } | undefined }[]) {
  return { isPending: reads.some(({ isPending }) => isPending), names: reads.map(({ data }) => data?.name) };
}

function idIn(template: unknown): unknown {
  return typeof template === 'object' && template !== null ? (template as { id?: unknown }).id : undefined;
}

function distinct(ids: readonly unknown[]): string[] {
  return [...new Set(ids.filter((id) => typeof id === 'string' && id !== ''))] as string[];
}
