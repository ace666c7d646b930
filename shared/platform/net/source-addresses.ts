// Whether this machine has the addresses from which mail is to leave (MX_SOURCES). Without one of them every connection from
// it would fail, so a process that sends refuses to start.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { ConfigError } from '../config/config.ts';
import type { MxSource } from '../config/mx-settings.ts';

/** The errors of an address that is not on this machine, or of a family that it does not have. */
const ABSENT: ReadonlySet<string | undefined> = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/** Binds each address once. @throws ConfigError naming the first that this machine lacks */
export async function requireSourceAddresses(sources: readonly MxSource[]): Promise<void> {
  for (const { address } of sources) {
    const server = createServer();
    try {
      await once(server.listen({ host: address, port: 0 }), 'listening');
    } catch (error) {
      if (!ABSENT.has((error as NodeJS.ErrnoException).code)) throw error;
      throw new ConfigError(
        `Configuration: "MX_SOURCES" has ${address}, which is not an address of this machine.`,
      );
    } finally {
      server.close();
    }
  }
}
