// The server's end of one connection: sends replies, switches to TLS, and executes faults. While a fault delays the
// dialogue the connection is held: input of the client waits.
import type { Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';
import type { Fault, FaultMoment, Faults } from './faults.ts';

const GARBAGE = '\u0001\u0002 this is no SMTP reply\r\n';
/** When bytes and a reset arrive together, a client sees bytes and a normal end, so the reset is sent later. */
const READ_FIRST_MS = 5;

/** Options of a wire. */
export interface WireOptions {
  socket: Socket;
  faults: Faults;
  secureContext: SecureContext;
  /** False: replies lose their enhanced status codes (RFC 2034). */
  enhancedStatusCodes: boolean;
  /** Called with input of the client. */
  receive(chunk: Buffer): void;
  /** Called when the wire is no longer held. */
  resume(): void;
}

export class SinkWire {
  readonly #options: WireOptions;
  /** The TCP connection, kept because a TLS socket cannot be reset. */
  readonly #transport: Socket;
  #socket: Socket;
  #timers = new Set<NodeJS.Timeout>();
  #held = false;
  #mute = false;

  constructor(options: WireOptions) {
    this.#options = options;
    this.#transport = options.socket;
    this.#socket = options.socket;
    this.#transport.setNoDelay(true);
    // A client may break its connection at any time; that is not an error of the server.
    this.#transport.on('error', () => undefined);
    this.#transport.on('close', () => this.destroy());
  }

  get isSecure(): boolean {
    return this.#socket !== this.#transport;
  }

  /** False while a fault delays the dialogue, and permanently after a fault that ended it. */
  get isAttentive(): boolean {
    return !this.#held && !this.#mute;
  }

  /** Starts to read input of the client. */
  listen(): void {
    this.#socket.on('data', (chunk: Buffer) => {
      if (!this.#mute) this.#options.receive(chunk);
    });
  }

  /** Becomes the server's side of a TLS connection, then calls `done`. */
  secure(done: () => void): void {
    this.#socket.removeAllListeners('data');
    // The client begins the handshake; a fault before that would affect the plain connection.
    this.#transport.once('data', (beginning: Buffer) => {
      // The first bytes of the client are put back for the handshake, however late it begins.
      this.#transport.pause().unshift(beginning);
      this.pass({ stage: 'tls' }, () => {
        const { secureContext } = this.#options;
        this.#socket = new TLSSocket(this.#transport, { isServer: true, secureContext });
        this.#socket.on('error', () => undefined);
        this.listen();
        done();
      });
    });
  }

  /** Sends several replies in one write. */
  together(speak: () => void): void {
    this.#socket.cork();
    speak();
    this.#socket.uncork();
  }

  say(reply: string): void {
    const { enhancedStatusCodes } = this.#options;
    const text = enhancedStatusCodes ? reply : reply.replace(/^(\d{3}[ -])\d\.\d+\.\d+ /gm, '$1');
    this.#write(`${text}\r\n`);
  }

  /**
   * Sends the reply of a stage, or executes the fault that strikes there.
   * @param effect what a positive reply confirms, done before it is sent
   * @param said called after a positive reply was sent
   */
  answer(moment: FaultMoment, normal: string, effect = () => {}, said = () => {}): void {
    const fault = this.#options.faults.strike(moment);
    const reply = (fault && beginningOf(fault)) ?? normal;
    const isPositive = /^[23]/.test(reply);
    if (isPositive) effect();
    const speak = () => {
      this.say(reply);
      if (isPositive) said();
    };
    if (fault?.kind === 'trickle') this.#trickle(`${reply}\r\n`, fault.ms, said);
    else if (fault && fault.kind !== 'answer') this.#suffer(fault, speak);
    else speak();
  }

  /** Passes a stage at which the server sends nothing; returns whether a fault struck. */
  pass(moment: FaultMoment, effect: () => void): boolean {
    const fault = this.#options.faults.strike(moment);
    if (!fault) effect();
    else if (fault.kind !== 'answer') this.#suffer(fault, effect);
    else {
      this.say(fault.reply);
      this.drop('fin');
    }
    return fault !== undefined;
  }

  /** Passes the stage after a reply. */
  follow(moment: FaultMoment): void {
    const fault = this.isAttentive ? this.#options.faults.strike(moment) : undefined;
    if (!fault) return;
    this.#held = true;
    // The reply must have been sent before the connection breaks.
    this.#socket.write('', () => {
      this.#held = false;
      if (fault.kind === 'answer') this.say(fault.reply);
      else this.#suffer(fault, () => {});
      if (this.isAttentive) this.#options.resume();
    });
  }

  /** Ends the connection after the replies have been sent: normally (`fin`), or by a reset. */
  drop(how: 'fin' | 'rst'): void {
    this.#mute = true;
    if (how === 'rst') this.#socket.write('', () => this.#after(READ_FIRST_MS, () => reset(this.#transport)));
    // Continues to read; otherwise unread input of the client would turn the FIN into an RST.
    else this.#socket.resume().end();
  }

  /** Breaks the connection and cancels delayed effects. */
  destroy(): void {
    this.#mute = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#socket.destroy();
    this.#transport.destroy();
  }

  #suffer(fault: Fault, late: () => void): void {
    if (fault.kind === 'drop') this.drop(fault.how);
    else if (fault.kind === 'delay' || fault.kind === 'trickle') this.#hold(fault.ms, late);
    else if (fault.kind === 'wait') void fault.until.then(this.#pause(late));
    else if (fault.kind === 'stall') this.#stall();
    else {
      if (fault.kind === 'garbage') this.#write(GARBAGE);
      else if (fault.kind === 'octets') this.#write(fault.octets);
      else this.#mute = true;
      if (fault.kind === 'endless') this.#repeat(fault.beginning, fault.piece);
      // Input of the client is still read, so that its end is noticed.
      this.#socket.resume();
    }
  }

  #stall(): void {
    this.#mute = true;
    this.#socket.pause();
  }

  /** As fast as the client reads, and not faster (back-pressure). */
  #repeat(text: string, piece: string): void {
    this.#socket.write(text, (error) => error ?? setImmediate(() => this.#repeat(piece, piece)));
  }

  #hold(ms: number, then: () => void): void {
    this.#after(ms, this.#pause(then));
  }

  /** Pauses the dialogue. @returns what continues it */
  #pause(then: () => void): () => void {
    this.#held = true;
    return () => {
      this.#held = false;
      then();
      if (!this.#held) this.#options.resume();
    };
  }

  #after(ms: number, then: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      then();
    }, ms);
    this.#timers.add(timer);
  }

  #trickle(text: string, ms: number, said: () => void): void {
    this.#hold(ms, () => {
      this.#write(text.slice(0, 1));
      if (text.length > 1) this.#trickle(text.slice(1), ms, said);
      else said();
    });
  }

  #write(text: string | Buffer): void {
    if (!this.#mute && this.#socket.writable) this.#socket.write(text);
  }
}

/** What a fault sends instead of a reply; undefined: nothing. */
function beginningOf(fault: Fault): string | undefined {
  if (fault.kind === 'answer') return fault.reply;
  if (fault.kind === 'octets') return fault.octets.toString('latin1');
  return fault.kind === 'endless' ? fault.beginning : undefined;
}

/** `resetAndDestroy` sends a FIN first, which a client takes for a normal end; this sends only an RST. */
function reset(socket: Socket): void {
  Object.assign(socket, { resetAndClosing: true });
  socket.destroy();
}
