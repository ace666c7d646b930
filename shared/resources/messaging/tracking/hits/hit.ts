// A hit: a pixel was loaded or a tracked link was followed. It is stored until it is judged (docs/architecture/tracking.md).
import type { HIT_MACHINES } from '../../../../contract/emails/values.ts';

/** The machine that has made a hit. */
export type HitMachine = (typeof HIT_MACHINES)[number];

/** The client of a hit, as its request shows it. */
export interface HitClient {
  ipAddress: string;
  /** At most 500 characters, without what Postgres refuses. */
  userAgent: string;
  /** Whether the client announced that it loads ahead (docs/reference/tracking.md#machines). */
  isPrefetch: boolean;
}

/** A hit as the page takes it. */
export interface NewHit extends HitClient {
  recipientId: string;
  /** The target of the link; null: the pixel was loaded. */
  link: string | null;
  at: Date;
}
