// Does one act with many rows: four calls at a time, so that fifty are quick and the API is not flooded. Failures are
// stored with their reasons, and the others continue; it can be ended between two calls, and ends with the session.
import { type ApiFailure, asFailure } from '../../api/failure.ts';

const AT_A_TIME = 4;

/** The progress of the act. */
export interface ActProgress<Row> {
  done: readonly Row[];
  failed: readonly FailedRow<Row>[];
}

/** A row with which it could not be done. */
export interface FailedRow<Row> {
  row: Row;
  failure: ApiFailure;
}

/**
 * @param signal ends it: rows in progress are completed
 * @param onProgress is called after each row
 * @returns the results of the rows; rows in neither list were not begun
 */
export async function actOnEach<Row>(
  rows: readonly Row[],
  act: (row: Row) => Promise<unknown>,
  { signal, onProgress }: { signal: AbortSignal; onProgress(progress: ActProgress<Row>): void },
): Promise<ActProgress<Row>> {
  let progress: ActProgress<Row> = { done: [], failed: [] };
  let isOver = false;
  const waiting = rows.values();
  const takeTurns = async () => {
    for (const row of waiting) {
      const failure = await act(row).then(() => undefined, asFailure);
      progress = failure
        ? { ...progress, failed: [...progress.failed, { row, failure }] }
        : { ...progress, done: [...progress.done, row] };
      onProgress(progress);
      if (failure?.isAboutSession) isOver = true;
      if (isOver || signal.aborted) return;
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, takeTurns));
  return progress;
}
