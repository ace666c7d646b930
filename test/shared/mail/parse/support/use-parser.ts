// A parser with a real DNS server, and files in memory. To be called within `describe`.
import { Readable } from 'node:stream';
import {
  createMessageParser,
  type MessageParser,
  type MessageParserOptions,
} from '../../../../../shared/mail/parse/message-parser.ts';
import type { SmtpClient } from '../../../../../shared/mail/parse/message-source.ts';
import type { ParsedMessage } from '../../../../../shared/mail/parse/parsed-message.ts';
import { createDns } from '../../../../../shared/platform/net/dns/dns.ts';
import { createDnsServer, type DnsServer } from '../../../../support/net/dns-server.ts';

/** Shorter than in the product, because some tests wait for it. */
const DNS_TIMEOUT_MS = 1_000;

export interface ParserUnderTest {
  readonly dns: DnsServer;
  readonly parser: MessageParser;
  /** By the id of the file. */
  readonly files: Map<string, Buffer>;
  parse(raw: Buffer | string, client?: SmtpClient | null): Promise<ParsedMessage>;
}

export function useParser(options: Partial<MessageParserOptions> = {}): ParserUnderTest {
  let dns: DnsServer;
  let parser: MessageParser;
  const files = new Map<string, Buffer>();
  before(async () => {
    dns = await createDnsServer();
    const asked = createDns({ servers: [dns.address], reach: 'public', timeoutMs: DNS_TIMEOUT_MS });
    parser = createMessageParser({ dns: asked, ...options });
  });
  after(async () => {
    await parser.close();
    await dns.close();
  });
  return {
    get dns() {
      return dns;
    },
    get parser() {
      return parser;
    },
    files,
    parse: (raw, client = null) => parser.parse(toSource(raw), client, keepFiles(files)),
  };
}

/** A message in memory. */
export function toSource(raw: Buffer | string) {
  const bytes = Buffer.from(raw);
  return { size: bytes.length, chunks: () => Readable.from([bytes]) };
}

/** Keeps files by their ids. */
export function keepFiles(files: Map<string, Buffer>) {
  return {
    openFile() {
      const id = `file ${files.size}`;
      const chunks: Buffer[] = [];
      files.set(id, Buffer.alloc(0));
      return Promise.resolve({
        id,
        write: async (chunk: Buffer) => void chunks.push(chunk),
        end: async () => void files.set(id, Buffer.concat(chunks)),
      });
    },
  };
}
