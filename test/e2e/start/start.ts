// What tests of pages know of the `npm start` that they share.
import type { Announcement } from '../../../dev/announcement.ts';
import type { Tab, TabOptions } from '../dashboard/tab.ts';

/** A started `npm start`; read it inside hooks and tests. */
export interface Start {
  readonly announcement: Announcement;
  /** What the terminal shows. */
  output(): string;
  openTab(options?: TabOptions): Promise<Tab>;
}

/** The inbox is another server of the machine, to which a press leads. */
export const TO_THE_INBOX = /^A request to http:\/\/127\.0\.0\.1:\d+\/($|inbox|#|[a-z-]+\.(css|js|svg)$)/;
