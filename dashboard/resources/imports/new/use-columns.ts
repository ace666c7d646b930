// What the columns of a file become: a guess, until one says something else. It is kept for the same columns, so that a file
// that is chosen again, or read in another encoding, brings it back.
import { useCallback, useMemo, useState } from 'react';
import type { ApiFailure } from '../../../api/failure.ts';
import { useCall } from '../../../api/use-call.ts';
import { useProperties } from '../../../audience/use-properties.ts';
import { guessTargets } from '../mapping/guess.ts';
import type { ColumnTarget, KnownProperty } from '../mapping/target.ts';
import type { FileStart } from '../reading/read-start.ts';
import type { ChangeTargets } from './column-fields.tsx';

/** The known facts. */
export interface ColumnsInUse {
  /** Undefined: no file is read, or what a guess needs. */
  targets: readonly ColumnTarget[] | undefined;
  properties: readonly KnownProperty[];
  /** Whether one has said something of them. */
  isTouched: boolean;
  change(change: ChangeTargets): void;
  /** Why no guess can be made. */
  failure: ApiFailure | undefined;
  retry(): void;
}

const NO_PROPERTIES: readonly KnownProperty[] = [];

/** @param start of the file that is chosen */
export function useColumns(start: FileStart | undefined): ColumnsInUse {
  const known = useProperties();
  const account = useCall('getAccount', {});
  const { data: properties } = known;
  const makesProperties = account.data?.create_properties;
  const [kept, setKept] = useState<{ of: string; targets: readonly ColumnTarget[] }>();
  const of = JSON.stringify(start?.header);
  const guessed = useMemo(
    () =>
      start && properties && makesProperties !== undefined
        ? guessTargets(start, properties, makesProperties)
        : undefined,
    [start, properties, makesProperties],
  );
  const isTouched = start !== undefined && kept?.of === of;
  const change = useCallback(
    (changed: ChangeTargets) =>
      setKept((before) => ({
        of,
        targets: changed(before?.of === of ? before.targets : (guessed ?? [])),
      })),
    [of, guessed],
  );
  const retry = () => {
    if (known.error) void known.refetch();
    if (account.error) void account.refetch();
  };
  return {
    targets: isTouched ? kept?.targets : guessed,
    properties: properties ?? NO_PROPERTIES,
    isTouched,
    change,
    failure: known.error ?? account.error ?? undefined,
    retry,
  };
}
