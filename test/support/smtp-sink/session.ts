// One SMTP session of the sink: the dialogue of RFC 5321, strict where a client could be wrong without noticing (bare
// newlines, parameters and pipelining that were not offered). Faults can be injected at each stage.
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { type Path, parseCommand, parsePath } from './command.ts';
import { type Extensions, isOfferedToMail, isOfferedToRcpt } from './extensions.ts';
import type { Faults } from './faults.ts';
import { hasBareNewline, SmtpInput } from './input.ts';
import { type Credentials, type Login, type LoginStep, startLogin } from './login.ts';
import { SinkWire } from './wire.ts';

/** A received mail. */
export interface Received {
  from: string;
  to: string[];
  /** Parameters of MAIL, in capitals, for example `SIZE=1000`. */
  parameters: string[];
  /** The content without dot-stuffing. */
  content: Buffer;
  tls: boolean;
  user: string | undefined;
}

/** Options of a session. */
export interface SessionOptions {
  socket: Socket;
  faults: Faults;
  extensions: Extensions;
  tls: 'starttls' | 'implicit' | undefined;
  secureContext: SecureContext;
  auth: Credentials | undefined;
  /** Called for each content that the server accepts, before its reply is sent. */
  take(received: Received): void;
  /** Called for each command line. */
  hear(line: string): void;
}

const needsUtf8 = (address: string) => /[^\x20-\x7e]/.test(address);

export class SmtpSinkSession {
  readonly #options: SessionOptions;
  readonly #wire: SinkWire;
  readonly #input = new SmtpInput();
  #greeted = false;
  #login: Login | undefined;
  #user: string | undefined;
  #envelope: Pick<Received, 'from' | 'to' | 'parameters'> | undefined;
  #inContent = false;
  #hasBrokenContent = false;

  constructor(options: SessionOptions) {
    const { socket, faults, secureContext, extensions, tls } = options;
    this.#options = options;
    this.#wire = new SinkWire({
      socket,
      faults,
      secureContext,
      enhancedStatusCodes: extensions.enhancedStatusCodes,
      receive: (chunk) => {
        this.#input.push(chunk);
        this.#proceed();
      },
      resume: () => this.#proceed(),
    });
    const greet = () => this.#wire.answer({ stage: 'greeting' }, '220 sink.test ESMTP');
    this.#wire.pass({ stage: 'connect' }, () => {
      if (tls === 'implicit') this.#wire.secure(greet);
      else {
        this.#wire.listen();
        greet();
      }
    });
  }

  /** Breaks the connection. */
  destroy(): void {
    this.#wire.destroy();
  }

  #proceed(): void {
    this.#wire.together(() => {
      while (this.#wire.isAttentive && (this.#inContent ? this.#readContent() : this.#readLine()));
    });
  }

  /** Handles the next line; false while it is incomplete. */
  #readLine(): boolean {
    const bytes = this.#input.readLine();
    if (!bytes) return false;
    const line = bytes.toString('utf8');
    this.#options.hear(line);
    if (this.#login) this.#continueLogin(this.#login.hear(line));
    else if (hasBareNewline(bytes)) this.#wire.say('500 5.5.2 bare newline');
    else if (this.#input.hasMore && !this.#options.extensions.pipelining)
      this.#wire.say('503 5.5.1 PIPELINING is not offered');
    else this.#obey(line);
    return true;
  }

  #obey(line: string): void {
    const { verb, argument } = parseCommand(line);
    const commands: Record<string, () => void> = {
      EHLO: () => this.#greet(this.#ehloReply()),
      HELO: () => this.#greet('250 sink.test'),
      STARTTLS: () => this.#startTls(),
      AUTH: () => this.#startAuth(argument),
      MAIL: () => this.#mail(parsePath('FROM', argument)),
      RCPT: () => this.#rcpt(parsePath('TO', argument)),
      DATA: () => this.#data(),
      RSET: () => this.#wire.answer({ stage: 'rset' }, '250 2.0.0 reset', () => this.#forgetMail()),
      NOOP: () => this.#wire.say('250 2.0.0 ok'),
      QUIT: () => {
        this.#wire.say('221 2.0.0 bye');
        this.#wire.drop('fin');
      },
    };
    const obey = commands[verb] ?? (() => this.#wire.say('502 5.5.1 unknown command'));
    obey();
  }

  #forgetMail(): void {
    this.#envelope = undefined;
  }

  #greet(reply: string): void {
    this.#wire.answer({ stage: 'ehlo' }, reply, () => {
      this.#greeted = true;
      this.#forgetMail();
    });
  }

  #ehloReply(): string {
    const { extensions, auth, tls } = this.#options;
    const lines = [
      'sink.test',
      extensions.pipelining && 'PIPELINING',
      extensions.eightBitMime && '8BITMIME',
      extensions.smtpUtf8 && 'SMTPUTF8',
      extensions.enhancedStatusCodes && 'ENHANCEDSTATUSCODES',
      extensions.size > 0 && `SIZE ${extensions.size}`,
      extensions.dsn && 'DSN',
      tls === 'starttls' && !this.#wire.isSecure && 'STARTTLS',
      auth && 'AUTH PLAIN LOGIN',
    ].filter((line) => typeof line === 'string');
    return lines.map((line, index) => `250${index === lines.length - 1 ? ' ' : '-'}${line}`).join('\r\n');
  }

  #startTls(): void {
    if (this.#options.tls !== 'starttls' || this.#wire.isSecure) {
      this.#wire.say('502 5.5.1 STARTTLS is not offered');
      return;
    }
    // Bytes before the handshake must be ignored (RFC 3207 §6).
    const forget = () => {
      this.#input.clear();
      this.#greeted = false;
    };
    // The reply is sent unencrypted, before the handshake begins.
    const secure = () => setImmediate(() => this.#wire.secure(() => {}));
    this.#wire.answer({ stage: 'starttls' }, '220 2.0.0 go ahead', forget, secure);
  }

  #startAuth(argument: string): void {
    const { login, step } = startLogin(this.#options.auth ? argument : undefined);
    this.#login = login;
    this.#continueLogin(step);
  }

  #continueLogin(step: LoginStep): void {
    if (!('ask' in step)) this.#login = undefined;
    if ('ask' in step) this.#wire.say(step.ask);
    else if ('refuse' in step) this.#wire.say(step.refuse);
    else this.#authenticate(step.authenticate);
  }

  #authenticate({ user, pass }: Credentials): void {
    const { auth } = this.#options;
    const verdict =
      auth?.user === user && auth.pass === pass ? '235 2.7.0 welcome' : '535 5.7.8 wrong name or password';
    this.#wire.answer({ stage: 'auth' }, verdict, () => {
      this.#user = user;
    });
  }

  #mail(path: Path | undefined): void {
    const refusal = this.#refuseMail(path);
    if (refusal) this.#wire.say(refusal);
    else
      this.#wire.answer({ stage: 'mail' }, '250 2.1.0 ok', () => {
        this.#envelope = { from: path?.address ?? '', to: [], parameters: path?.parameters ?? [] };
      });
  }

  #refuseMail(path: Path | undefined): string | undefined {
    const { auth, extensions } = this.#options;
    if (!path) return '501 5.5.4 syntax';
    const { address, parameters } = path;
    if (!this.#greeted) return '503 5.5.1 EHLO first';
    if (auth && !this.#user) return '530 5.7.0 log in first';
    if (this.#envelope) return '503 5.5.1 nested MAIL';
    if (parameters.some((parameter) => !isOfferedToMail(parameter, extensions)))
      return '555 5.5.4 unknown parameter';
    const size = parameters.find((parameter) => parameter.startsWith('SIZE='))?.slice('SIZE='.length);
    if (Number(size ?? 0) > extensions.size) return '552 5.3.4 too large';
    const refused = needsUtf8(address) && !parameters.includes('SMTPUTF8');
    return refused ? '553 5.6.7 SMTPUTF8 is needed' : undefined;
  }

  #rcpt(path: Path | undefined): void {
    const refusal = this.#refuseRcpt(path);
    if (refusal) this.#wire.say(refusal);
    else if (path)
      this.#wire.answer({ stage: 'rcpt', recipients: [path.address] }, '250 2.1.5 ok', () => {
        this.#envelope?.to.push(path.address);
      });
  }

  #refuseRcpt(path: Path | undefined): string | undefined {
    if (!this.#envelope) return '503 5.5.1 MAIL first';
    if (!path) return '501 5.5.4 syntax';
    const { extensions } = this.#options;
    if (path.parameters.some((parameter) => !isOfferedToRcpt(parameter, extensions)))
      return '555 5.5.4 unknown parameter';
    const refused = needsUtf8(path.address) && !this.#envelope.parameters.includes('SMTPUTF8');
    return refused ? '553 5.6.7 SMTPUTF8 is needed' : undefined;
  }

  #data(): void {
    const recipients = this.#envelope?.to ?? [];
    const reply = recipients.length === 0 ? '503 5.5.1 RCPT first' : '354 go ahead';
    this.#wire.answer({ stage: 'data', recipients }, reply, () => {
      this.#inContent = true;
      this.#hasBrokenContent = false;
      this.#input.beginContent();
    });
  }

  /** Reads more of the content; false while it is incomplete. */
  #readContent(): boolean {
    if (this.#breaksInContent()) return false;
    const content = this.#input.readContent();
    if (!content) return false;
    this.#inContent = false;
    this.#takeContent(content);
    return true;
  }

  /** A fault within the content strikes once per content, in however many pieces it arrives. */
  #breaksInContent(): boolean {
    if (this.#hasBrokenContent) return false;
    const recipients = this.#envelope?.to ?? [];
    const moment = { stage: 'in-data', recipients, contentBytes: this.#input.contentBytes } as const;
    this.#hasBrokenContent = this.#wire.pass(moment, () => undefined);
    return this.#hasBrokenContent;
  }

  #takeContent(content: Buffer): void {
    const { extensions, take } = this.#options;
    const envelope = this.#envelope ?? { from: '', to: [], parameters: [] };
    const moment = { stage: 'after-data', recipients: envelope.to } as const;
    this.#forgetMail();
    let reply = '250 2.0.0 taken';
    if (extensions.size > 0 && content.length > extensions.size) reply = '552 5.3.4 too large';
    if (hasBareNewline(content)) reply = '554 5.6.0 bare newline';
    this.#wire.answer(moment, reply, () =>
      take({ ...envelope, content, tls: this.#wire.isSecure, user: this.#user }),
    );
    this.#wire.follow({ stage: 'after-reply', recipients: envelope.to });
  }
}
