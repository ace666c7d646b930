// Postfix as a variant: not what Posthorn replaces, since it has no API, no account and no event and signs nothing, but
// the program that people trust to keep mail. It takes the same mails over SMTP and hands them on.
import { whyNoPostfix } from '../servers/postfix.ts';
import type { Variant } from '../variant.ts';

/** What scenarios call it when they compare with it. */
export const POSTFIX = 'postfix';

/** Its own bound of processes of one kind (`default_process_limit`) lies above that of connections to one server. */
const SMTP_CONNECTIONS = 50;

/** Postfix with a queue of its own in each run. */
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
    whyNot: whyNoPostfix,
  };
}
