// One step of an erasure: some rows lose the address, or their whole content if it is about the person alone
// (docs/architecture/erasure.md).
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import { defineWalk, type WalkDeps } from '../../../platform/work/walk.ts';
import { Eraser } from '../../foundation/erasing/eraser.ts';
import type { Erasure, Phases } from '../../foundation/erasing/phase.ts';
import { ERASURE_COLUMNS, toColumns } from './erasure.ts';
import { phaseAfter } from './order.ts';

/** What an erasure works with. */
interface ErasureDeps {
  ids: Ids;
  queues: QueueProducer;
  /** Those of all resources. */
  erasurePhases: Phases;
}

/** The row is deleted at the end: it holds the address too. */
export const erasureWalk = defineWalk<Erasure, WalkDeps & ErasureDeps>({
  table: 'contact_erasures',
  columns: ERASURE_COLUMNS,
  async step(erasure, { client, deps: { ids, queues, erasurePhases }, now }) {
    const phase = await erasurePhases[erasure.phase]?.();
    if (!phase) throw new Error(`No erasure has the phase ${erasure.phase}.`);
    const context = { client, erasure, eraser: new Eraser(erasure), ids, queues, now };
    const { waitUntil, isOver, isDone, position, ...changes } = await phase(context);
    const next = isOver ? phaseAfter(erasure.phase, Object.keys(erasurePhases)) : erasure.phase;
    if (isDone || next === undefined) return { isDone: true };
    const set = toColumns({ ...changes, phase: next });
    return { position: position ?? (isOver ? [] : erasure.position), set, waitUntil };
  },
});
