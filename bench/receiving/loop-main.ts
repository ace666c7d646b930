// The baseline for reading received mail: a loop over mailparser and mailauth, as their documentation shows them, in
// one thread. It stores nothing, and trusts every message.
import { Resolver } from 'node:dns/promises';
import { authenticate } from 'mailauth';
import { simpleParser } from 'mailparser';
import { createSignedMailMaker, signingAddress } from '../load/signed-mail.ts';
import { monotonicMs } from '../monotonic.ts';
import { serveParent } from '../processes/serve-parent.ts';

/** What to read. */
export interface ReadingQuestion {
  /** `address:port` of the DNS server. */
  server: string;
  privateKeyPem: string;
  htmlBytes: number;
  mails: number;
}

/** What it took, without making the mail. */
export interface ReadingAnswer {
  durationMs: number;
  /** Microseconds of CPU. */
  cpuUs: number;
}

/** As many as our parser has in a thread. */
const AT_A_TIME = 16;
/** What we do not convert either. */
const PARSED = { skipHtmlToText: true, skipTextToHtml: true, skipTextLinks: true, skipImageLinks: true };

await serveParent(() => ({ answer: readAll, stop: () => {} }));

async function readAll(question: ReadingQuestion): Promise<ReadingAnswer> {
  const { server, htmlBytes, mails } = question;
  const make = createSignedMailMaker(htmlBytes, question);
  const waiting = await Promise.all(Array.from({ length: mails }, (_, number) => make(number)));
  const resolver = new Resolver();
  resolver.setServers([server]);
  const resolve = async (name: string, type: string) => (await resolver.resolve(name, type)) as string[][];
  const startedAtMs = monotonicMs();
  const before = process.cpuUsage();
  const keepReading = async () => {
    for (let message = waiting.pop(); message; message = waiting.pop()) {
      await read(message, signingAddress(waiting.length), resolve);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, keepReading));
  const { user, system } = process.cpuUsage(before);
  return { durationMs: monotonicMs() - startedAtMs, cpuUs: user + system };
}

/** @throws Error when it is not what was sent: a loop that fails measures nothing */
async function read(
  message: Buffer,
  sender: string,
  resolver: (name: string, type: string) => Promise<string[][]>,
): Promise<void> {
  const client = { ip: '127.0.0.1', helo: 'load.bench.local', mta: 'bench.local', sender };
  const [{ html }, { dmarc }] = await Promise.all([
    simpleParser(message, PARSED),
    authenticate(message, { ...client, resolver, disableBimi: true }),
  ]);
  if (!html || !dmarc || dmarc.status.result !== 'pass')
    throw new Error('A message of the loop was not read.');
}
