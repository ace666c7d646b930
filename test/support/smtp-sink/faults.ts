// What can go wrong with a server, as data: at which stage, what, and for whom or how often. A session asks at each
// stage whether a fault is due and suffers it instead of answering.

/** Where in the dialogue a fault strikes. */
export type FaultStage =
  /** Accepted by TCP, nothing said yet; with implicit TLS before the handshake. */
  | 'connect'
  | 'greeting'
  | 'ehlo'
  /** The reply to STARTTLS. */
  | 'starttls'
  /** The handshake itself. */
  | 'tls'
  /** The verdict on the login. */
  | 'auth'
  | 'mail'
  | 'rcpt'
  /** The reply to the DATA command. */
  | 'data'
  /** Within the content, after `afterBytes`. */
  | 'in-data'
  /** The content is complete, the reply is not sent. */
  | 'after-data'
  /** The reply to the content is sent. */
  | 'after-reply'
  | 'rset';

/** What happens. */
export type FaultEffect =
  /** Says this instead; a whole reply without its last CRLF. */
  | { kind: 'answer'; reply: string }
  /** Does what it should, late. */
  | { kind: 'delay'; ms: number }
  /** Closes in order (`fin`) or breaks (`rst`). */
  | { kind: 'drop'; how: 'fin' | 'rst' }
  /** Stays connected and never says anything again. */
  | { kind: 'silence' }
  /** Says something that is no SMTP reply. */
  | { kind: 'garbage' }
  /** Says these octets instead of its reply. */
  | { kind: 'octets'; octets: Buffer }
  /** Says the beginning instead of its reply, and then the piece again and again until the client is gone. */
  | { kind: 'endless'; beginning: string; piece: string }
  /** Stays connected and reads no more; it does not notice that the client is gone. */
  | { kind: 'stall' }
  /** Says what it should, one byte each so many milliseconds. */
  | { kind: 'trickle'; ms: number };

/** A fault: an effect, its place and its bounds. */
export type Fault = FaultEffect & {
  stage: FaultStage;
  /** Strikes only so often; default: always. */
  times?: number;
  /** Strikes only for mail to this recipient; only where the recipient is known (`rcpt` and later). */
  recipient?: string;
  /** For `in-data`: strikes when so many bytes of the content are here; default 0. */
  afterBytes?: number;
  /** Tells a test that the moment is now. */
  onStruck?: () => void;
};

/** The dialogue at the moment of asking. */
export interface FaultMoment {
  stage: FaultStage;
  recipients?: readonly string[];
  contentBytes?: number;
}

/** The faults of one server. */
export interface Faults {
  add(fault: Fault): void;
  clear(): void;
  /** The fault that strikes now, counted as struck; undefined: all goes well. */
  strike(moment: FaultMoment): Fault | undefined;
}

/** Faults in the order in which they were added; the first that fits strikes. */
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
