// A real inbox for a test file: started on free ports, emptied before each test, stopped after the last.
import nodemailer, { type SendMailOptions } from 'nodemailer';
import supertest from 'supertest';
import { type Inbox, type InboxOptions, startInbox } from '../../../../dev/inbox/start.ts';
import { createLog } from '../../../../shared/platform/log/log.ts';

/** An item of the list, as the inbox returns it. */
export interface SummaryJson {
  id: string;
  envelope: { from: string; to: string[] };
  from: string | null;
  to: string[];
  subject: string | null;
  size: number;
  received_at: string;
}

/** A message, as the inbox returns it. */
export interface MessageJson extends SummaryJson {
  cc: string[];
  reply_to: string[];
  headers: { name: string; value: string }[];
  html: string | null;
  text: string | null;
  attachments: { id: string; filename: string | null; size: number; content_type: string }[];
  blocked_remote_content: boolean;
  parse_error: string | null;
}

/** The operations of a test on the inbox. */
export interface InboxUnderTest {
  readonly inbox: Inbox;
  /** Sends a mail; it is in the inbox when this resolves. */
  send(mail: SendMailOptions): Promise<void>;
  /** Sends bytes unchanged. */
  sendRaw(raw: string | Buffer, recipient?: string): Promise<void>;
  /** Sends an HTTP request to the inbox. */
  http(): ReturnType<typeof supertest>;
  list(query?: Record<string, string>): Promise<SummaryJson[]>;
  /** The newest message, parsed. */
  newest(): Promise<MessageJson>;
}

export const SENDER = 'shop@posthorn.dev';
export const RECIPIENT = 'bob@acme.io';

/** Starts an inbox before the tests of the enclosing `describe` and stops it after them. */
export function useInbox(options: Partial<InboxOptions> = {}): InboxUnderTest {
  let inbox: Inbox | undefined;
  const running = () => {
    if (!inbox) throw new Error('The inbox runs only inside hooks and tests.');
    return inbox;
  };
  let transport: ReturnType<typeof createTransport> | undefined;
  before(async () => {
    inbox = await startInbox({
      smtpPort: 0,
      httpPort: 0,
      log: createLog({ level: 'silent', process: 'test' }),
      ...options,
    });
    transport = createTransport(inbox.smtpPort);
  });
  beforeEach(() => http().delete('/inbox/messages').expect(200));
  after(async () => {
    transport?.close();
    await inbox?.stop();
  });
  const http = () => supertest(running().url);
  const list = async (query: Record<string, string> = {}) => {
    const answer = await http().get('/inbox/messages').query(query).expect(200);
    return answer.body.data as SummaryJson[];
  };
  return {
    get inbox() {
      return running();
    },
    http,
    list,
    async send(mail) {
      await transport?.sendMail({ from: SENDER, to: RECIPIENT, ...mail });
    },
    async sendRaw(raw, recipient = RECIPIENT) {
      await transport?.sendMail({ envelope: { from: SENDER, to: recipient }, raw });
    },
    async newest() {
      const [newest] = await list();
      const answer = await http().get(`/inbox/messages/${newest?.id}`).expect(200);
      return answer.body as MessageJson;
    },
  };
}

/** One connection for all mails, so that they arrive in the order in which they are sent. */
function createTransport(port: number) {
  return nodemailer.createTransport({
    host: '127.0.0.1',
    port,
    pool: true,
    maxConnections: 1,
    maxMessages: Number.POSITIVE_INFINITY,
  });
}
