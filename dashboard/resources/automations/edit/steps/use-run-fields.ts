// The values that the form of a step can name: fields of events as far as they are known of their definitions and of the last
// one that came.
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readOf } from '../../../../api/use-call.ts';
import type { RuleFields } from '../../../../rules/rule-fields.ts';
import { useAllDefinitions } from '../../../events/send/all-definitions.ts';
import type { EditedGraph } from '../../graph/graph.ts';
import { pathsIn, runFields, waitsIn } from '../../graph/run-fields.ts';

/** The most events whose last payload is read. */
const EVENTS_MAX = 5;

/**
 * The values.
 * @param known the fields of the graph
 * @param comes the name of the event that `event` means in the step: the start of a run, or the awaited one
 */
export function useRunFields(graph: EditedGraph, known: RuleFields, comes: string): RuleFields {
  const definitions = useAllDefinitions();
  const waits = waitsIn(graph);
  const names = [...new Set([comes, ...waits])].filter((name) => name !== '').slice(0, EVENTS_MAX);
  const came = useQueries({
    queries: names.map((event) => readOf('listReceivedEvents', { query: { event, limit: 1 } })),
    combine: payloadsOf,
  });
  // Stays the same object while it has not changed, so that rules are not drawn again with each letter.
  const paths = JSON.stringify(
    names.map((name, index) => {
      const schema = definitions?.find((each) => each.name === name)?.schema ?? {};
      return [name, [...new Set([...Object.keys(schema), ...pathsIn(came[index])])]];
    }),
  );
  const waited = JSON.stringify(waits);
  return useMemo(() => {
    const pathsOf = new Map(JSON.parse(paths) as [string, string[]][]);
    const waitNames = JSON.parse(waited) as string[];
    return runFields(known, waitNames, [
      { waitedFor: undefined, paths: pathsOf.get(comes) ?? [] },
      ...waitNames.map((name) => ({ waitedFor: name, paths: pathsOf.get(name) ?? [] })),
    ]);
  }, [known, paths, waited, comes]);
}

/** One function always: another one would have the reads combined again at each drawing. */
function payloadsOf(
  reads: readonly { data?: { data: readonly { payload: object | null }[] } | undefined }[],
) {
  return reads.map(({ data }) => data?.data[0]?.payload ?? null);
}
