// What can be done with the marked rows of a list.
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** An act. */
export interface RowAct<Row> {
  id: string;
  icon: LucideIcon;
  /** `Remove 3`: what its button says. */
  label(count: number): string;
  /** Why this person may not. */
  refusal: string | undefined;
  /** Whether it can be done with a row; by default with each. */
  fits?(row: Row): boolean;
  /** Why it can be done with none of those that are marked. */
  noneFits?: string;
  /** The text of the confirmation. @param others how many marked rows it does not change */
  ask(rows: readonly Row[], others: number): RowQuestion;
  /** `Removing addresses`, while it runs. */
  running: string;
  /** `3 addresses were removed.` */
  done(count: number): string;
  run(row: Row): Promise<unknown>;
  /** 404 is about something else than the row, which keeps its mark. */
  isAboutOthers?: boolean;
}

/** The confirmation of an act. */
export interface RowQuestion {
  title: string;
  /** The consequence, or a field for a choice. */
  lost: ReactNode;
  confirmLabel: string;
  /** Nothing is lost. */
  isHarmless?: boolean;
  /** The missing choice. */
  refusal?: string | undefined;
}

/** The acts of a list. */
export interface RowActs<Row> {
  /** The name of a row. */
  nameOf(row: Row): string;
  acts: readonly RowAct<Row>[];
}
