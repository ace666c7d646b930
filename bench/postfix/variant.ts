// Postfix as two variants, for comparison: alone, and with OpenDKIM, which signs each mail as Posthorn does. It does not
// do the same: it has no API, accounts or events. But it is the program that people trust not to lose mail. It accepts
// the same mails over SMTP and relays them.
import { randomBytes } from 'node:crypto';
import type { DkimKeyPair } from '../../shared/mail/dkim/dkim-keys.ts';
import { whyNoOpenDkim } from '../servers/opendkim.ts';
import type { PostfixOptions } from '../servers/postfix.ts';
import { whyNoPostfix } from '../servers/postfix-program.ts';
import type { RunEnvironment, RunningVariant, Variant, VariantProcess } from '../variant.ts';

/** The names by which scenarios compare with them. */
export const POSTFIX = 'postfix';
export const SIGNED_POSTFIX = 'postfix-signed';

/**
 * Postfix's own limit of processes of one kind (`default_process_limit`) is above the limit of connections per server.
 */
const SMTP_CONNECTIONS = 50;

/** As long as an API key. */
const LOGIN = { user: 'bench', password: randomBytes(24).toString('base64url') };

/** Creates Postfix with its own queue in each run, which signs nothing. */
export function createPostfixVariant(): Variant {
  return { ...createVariant(POSTFIX), unavailableReason: whyNoPostfix };
}

/** Creates Postfix with its own queue and its own OpenDKIM in each run. */
export function createSignedPostfixVariant({ privateKeyPem, publicKeyBase64 }: DkimKeyPair): Variant {
  return {
    ...createVariant(SIGNED_POSTFIX, privateKeyPem),
    findPublicKey: () => Promise.resolve(publicKeyBase64),
    unavailableReason: async () => (await whyNoPostfix()) ?? (await whyNoOpenDkim()),
  };
}

function createVariant(name: string, dkimPrivateKey?: string): Variant {
  return {
    name,
    family: 'none',
    protocol: 'smtp',
    smtpConnections: SMTP_CONNECTIONS,
    prepare: () => Promise.resolve(),
    start: ({ startPostfix, smtpPort }) => start(startPostfix, { relayPort: smtpPort, dkimPrivateKey }),
    startReceiving: ({ startPostfix, smtpPort }) =>
      start(startPostfix, { relayPort: smtpPort, dkimPrivateKey, keepsAll: true }),
    async startSubmitting({ startPostfix, smtpPort }) {
      const options = { relayPort: smtpPort, dkimPrivateKey, keepsAll: true, login: LOGIN };
      const { target, ...running } = await start(startPostfix, options);
      return { target: { ...target, login: LOGIN }, ...running };
    },
  };
}

async function start(
  startPostfix: RunEnvironment['startPostfix'],
  options: PostfixOptions,
): Promise<RunningVariant> {
  const { port, pid, signerPid, stop } = await startPostfix(options);
  const failure = new Promise<never>(() => {});
  const processes: VariantProcess[] = [{ name: 'postfix', pid, failure, stop }];
  // Stopped together with its Postfix.
  const opendkim = { name: 'opendkim', failure, stop: () => Promise.resolve() };
  if (signerPid !== undefined) processes.push({ ...opendkim, pid: signerPid });
  return { target: { protocol: 'smtp', port }, processes };
}
