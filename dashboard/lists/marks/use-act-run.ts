// One act with the marked rows, from its begin to what became of it. What was done, or is gone, loses its mark; what
// failed, or was not begun because one ended it, keeps it, so that the act can be repeated, and so does a row that the act
// does not fit or that was marked since. It ends with the page that shows it.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { notify } from '../../design/feedback/toaster.tsx';
import { type ActProgress, actOnEach, type FailedRow } from './act-on-each.ts';
import type { RowAct } from './row-act.ts';
import type { Marks } from './use-marks.ts';

/** An act in progress, or the result of an unfinished one. */
export interface ActRun<Row> extends ActProgress<Row> {
  act: RowAct<Row>;
  of: number;
  isOver: boolean;
  /** One has ended it before all were done. */
  isStopped: boolean;
}

/** The act of a list, if there is one, and what begins and ends it. */
export function useActRun<Row extends { id: string }>(marks: Marks) {
  const client = useQueryClient();
  const [run, setRun] = useState<ActRun<Row>>();
  const ending = useRef<AbortController>(undefined);
  useEffect(() => () => ending.current?.abort(), []);
  const begin = async (act: RowAct<Row>, rows: readonly Row[]) => {
    const ended = new AbortController();
    ending.current = ended;
    const about = { act, of: rows.length, isStopped: false };
    setRun({ ...about, done: [], failed: [], isOver: false });
    const { done, failed } = await actOnEach(rows, (row) => act.run(row), {
      signal: ended.signal,
      onProgress: (progress) => setRun({ ...about, ...progress, isOver: false }),
    });
    const isGone = ({ failure }: FailedRow<Row>) => failure.status === 404 && !act.isAboutOthers;
    const finished = [...done, ...failed.filter(isGone).map(({ row }) => row)];
    marks.drop(new Set(finished.map(({ id }) => id)));
    const isStopped = done.length + failed.length < rows.length;
    if (done.length === rows.length) notify(act.done(done.length));
    setRun(failed.length > 0 || isStopped ? { ...about, done, failed, isOver: true, isStopped } : undefined);
    await client.invalidateQueries();
  };
  return { run, begin, end: () => ending.current?.abort(), close: () => setRun(undefined) };
}
