// Fault injection for the sink: what can go wrong with a server, as data: at which stage, what, and for which recipient
// or how often. A session asks at each stage whether a fault is due, and then has that fault instead of its normal
// reply.

/** Where in the dialogue a fault strikes. */
export type FaultStage =
  /** The TCP connection is accepted, nothing is sent yet; with implicit TLS before the handshake. */
  | 'connect'
  | 'greeting'
  | 'ehlo'
  /** The reply to STARTTLS. */
  | 'starttls'
  /** The handshake itself. */
  | 'tls'
  /** The reply that accepts or refuses the login. */
  | 'auth'
  | 'mail'
  | 'rcpt'
  /** The reply to the DATA command. */
  | 'data'
  /** In the middle of the content, after `afterBytes`. */
  | 'in-data'
  /** The content has arrived, its reply is not sent yet. */
  | 'after-data'
  /** The reply to the content has been sent. */
  | 'after-reply'
  | 'rset';

/** The effect of a fault. */
export type FaultEffect =
  /** Sends this reply instead, a complete one without its last CRLF. */
  | { kind: 'answer'; reply: string }
  /** Continues normally after a delay. */
  | { kind: 'delay'; ms: number }
  /** Continues normally when the promise resolves. */
  | { kind: 'wait'; until: Promise<unknown> }
  /** Closes the connection normally (`fin`) or resets it (`rst`). */
  | { kind: 'drop'; how: 'fin' | 'rst' }
  /** Stays connected and never sends anything again. */
  | { kind: 'silence' }
  /** Sends something that is not an SMTP reply. */
  | { kind: 'garbage' }
  /** Sends these octets instead of its reply. */
  | { kind: 'octets'; octets: Buffer }
  /** Sends the beginning instead of its reply, and then the piece again and again until the client disconnects. */
  | { kind: 'endless'; beginning: string; piece: string }
  /** Stays connected and stops reading; it does not notice that the client has disconnected. */
  | { kind: 'stall' }
  /** Sends its reply one byte at a time, with this delay after each. */
  | { kind: 'trickle'; ms: number };

/** A fault: an effect, its stage and its limits. */
export type Fault = FaultEffect & {
  stage: FaultStage;
  /** Maximum number of times; by default unlimited. */
  times?: number;
  /** Only for mail to this recipient; only at stages where the recipient is known (`rcpt` and later). */
  recipient?: string;
  /** For `in-data`: strikes when this many bytes of the content have arrived; by default 0. */
  afterBytes?: number;
  /** Called when the fault strikes. */
  onStruck?: () => void;
};

/** The state of the dialogue at a stage. */
export interface FaultMoment {
  stage: FaultStage;
  recipients?: readonly string[];
  contentBytes?: number;
}

/** The faults of one server. */
export interface Faults {
  add(fault: Fault): void;
  clear(): void;
  /** The fault that strikes now, which is counted; undefined if there is none. */
  strike(moment: FaultMoment): Fault | undefined;
}

/** Faults in the order in which they were added; the first matching one strikes. */
export function createFaults(initial: readonly Fault[]): Faults {
  let faults: { fault: Fault; left: number }[] = [];
  const add = (fault: Fault) => void faults.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY });
  for (const fault of initial) add(fault);
  return {
    add,
    clear: () => {
      faults = [];
    },
    strike(moment) {
      if (faults.length === 0) return undefined;
      const found = faults.find(({ fault, left }) => left > 0 && fits(fault, moment));
      if (!found) return undefined;
      found.left -= 1;
      found.fault.onStruck?.();
      return found.fault;
    },
  };
}

function fits(fault: Fault, { stage, recipients = [], contentBytes = 0 }: FaultMoment): boolean {
  if (fault.stage !== stage) return false;
  if (fault.recipient !== undefined && !recipients.includes(fault.recipient)) return false;
  return contentBytes >= (fault.afterBytes ?? 0);
}
