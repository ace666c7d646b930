// The sender of a process: carries each claimed recipient from guard to recorded outcome. It owns what lives longer
// than a job: the connections, the signing keys, the outcomes that are not written yet.

import type { LoadedEmail } from '../../shared/resources/emails/load.ts';
import { createSecrets } from '../../shared/secrets.ts';
import type { WorkerDeps } from '../runtime/job.ts';
import { openTransport } from '../transports/open.ts';
import type { Transport } from '../transports/transport.ts';
import { createCapacity, type Reservation } from './capacity.ts';
import { createConfigurationGate } from './configuration-gate.ts';
import { createMessageMaker } from './make-message.ts';
import { createRecorder, RESULT_GROUP_MAX } from './recorder.ts';
import { sendRecipient } from './send-recipient.ts';

/** Sends what was claimed. */
export interface Sender {
  readonly places: number;
  reserve(count: number): Promise<Reservation>;
  /** False while nothing may be started: no lease, a tripped switch, or a stop. */
  mayStart(): boolean;
  /** Sends an email to its recipients; each uses one place until its outcome is written. */
  send(email: LoadedEmail, places: Reservation): void;
  /** Starts nothing more, finishes what is on the wire, gives back the rest, writes all outcomes. */
  drain(): Promise<void>;
}
