// Declares a kind of work: the rows of a table that workers do (work-table.ts), the queue that wakes them, and the group of
// processes that does it. Each kind is declared once, in a file `work.ts` next to its rules. The queues, the metrics,
// the board, the commands of operators and the workers are made from one list of them (shared/resources/work-kinds.ts).
import type { Queryable } from '../db/connect.ts';
import type { QueueDefinition } from '../queues/definition.ts';
import type { Walk } from './walk.ts';
import { createWorkTable, type WorkStatements, type WorkTable } from './work-table.ts';
import type { WorkTableDefinition } from './work-table-definition.ts';

/** How a kind of work is done. `Deps`: what its walk needs. */
interface Conduct<Deps> {
  /** The group of worker processes that does it: an operator scales by group. */
  group: string;
  /** Jobs that one process runs at the same time. */
  concurrency: number;
  /** A second queue, for what accounts bring beyond their first rows: these wait for no other account. */
  queueInTurn?: QueueDefinition | undefined;
  /** Most rows that a tick wakes, a multiple of 1,000; 20,000 by default. */
  duePerTick?: number | undefined;
  /** Its rows may have been done without a record when their worker died: they count as possible duplicates. */
  mayRepeat?: boolean | undefined;
  /** The reason that stops all of this work at present, as a sentence for operators; undefined if nothing does. */
  findBlockedReason?: ((database: Queryable) => Promise<string | undefined>) | undefined;
  /** Loads its steps, if it is a walk; any other kind has a handler in workers/jobs/. */
  walk?: (() => Promise<Walk<Deps>>) | undefined;
}

/** One kind of work. */
export interface WorkKind<in Deps = never> extends Readonly<Conduct<Deps>> {
  readonly queue: QueueDefinition;
  readonly table: WorkTable;
}

/** The declaration of a kind of work; the key of its table is `id`, a uuid, unless it says otherwise. */
interface WorkDeclaration<Deps>
  extends Omit<Conduct<Deps>, 'queueInTurn'>,
    Omit<WorkTableDefinition, 'key' | 'keyType'> {
  key?: string;
  keyType?: WorkTableDefinition['keyType'];
  /** The name of its queue, on the board and in metrics; part of the keys in Redis. */
  queue: string;
  /** The name of its second queue; absent: it has one. */
  queueInTurn?: string;
  /** Verb-noun name of its jobs; it binds the handler (workers/registry.ts), unless it is a walk. */
  job: string;
}

/**
 * Declares a kind of work.
 * @param extend what its table does in another way than all tables of work
 */
export function defineWork<Deps = unknown>(
  declaration: WorkDeclaration<Deps>,
  extend: (statements: WorkStatements) => WorkTable = (statements) => statements,
): WorkKind<Deps> {
  const {
    group,
    queue,
    queueInTurn,
    job,
    concurrency,
    duePerTick,
    mayRepeat,
    findBlockedReason,
    walk,
    ...table
  } = declaration;
  return {
    group,
    concurrency,
    duePerTick,
    mayRepeat,
    findBlockedReason,
    walk,
    queue: { name: queue, jobName: job },
    queueInTurn: queueInTurn === undefined ? undefined : { name: queueInTurn, jobName: job },
    table: extend(
      createWorkTable({ key: 'id', keyType: 'uuid', ...(walk && { lastAnswer: 'last_error' }), ...table }),
    ),
  };
}

/** The queues of a kind of work. */
export function queuesOf({ queue, queueInTurn }: Pick<WorkKind, 'queue' | 'queueInTurn'>): QueueDefinition[] {
  return queueInTurn ? [queue, queueInTurn] : [queue];
}
