// Postfix as a variant, for comparison. It does not do the same: it has no API, accounts or events and signs nothing.
// But it is the program that people trust not to lose mail. It accepts the same mails over SMTP and relays them.
import { whyNoPostfix } from '../servers/postfix.ts';
import type { Variant } from '../variant.ts';

/** The name by which scenarios compare with it. */
export const POSTFIX = 'postfix';

/**
 * Postfix's own limit of processes of one kind (`default_process_limit`) is above the limit of connections per server.
 */
const SMTP_CONNECTIONS = 50;

/** Creates Postfix with its own queue in each run. */
export function createPostfixVariant(): Variant {
  return {
    name: POSTFIX,
    family: 'none',
    protocol: 'smtp',
    smtpConnections: SMTP_CONNECTIONS,
    prepare: () => Promise.resolve(),
    async start({ startPostfix, smtpPort }) {
      const { port, pid, stop } = await startPostfix(smtpPort);
      const failure = new Promise<never>(() => {});
      return { target: { protocol: 'smtp', port }, processes: [{ name: 'postfix', pid, failure, stop }] };
    },
    unavailableReason: whyNoPostfix,
  };
}
