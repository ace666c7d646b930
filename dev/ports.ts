// Ports of this machine. A port is tried before anything starts, so that a taken one is told at once and by the
// name of the variable that changes it; 0 becomes a free one, because links and dev.json must hold it.
import { createServer } from 'node:net';
import { StartError } from './start-error.ts';

/** A port that the house needs. */
export interface WantedPort {
  /** 0: any. */
  port: number;
  host: string;
  /** The environment variable that sets it. */
  variable: string;
  /** What listens there, for example "the API". */
  purpose: string;
}

/** A port of 127.0.0.1 that was free a moment ago. */
export function freePort(host = '127.0.0.1'): Promise<number> {
  return tryPort(0, host);
}

/**
 * The port itself when it can be had, or a free one for 0.
 * @throws StartError naming port and variable when it is taken
 */
export async function choosePort({ port, host, variable, purpose }: WantedPort): Promise<number> {
  try {
    return await tryPort(port, host);
  } catch (error) {
    const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ''] ?? 'cannot be opened';
    throw new StartError(
      `Port ${port} for ${purpose} ${reason}: choose another with ${variable} (0 picks a free one).`,
      { cause: error },
    );
  }
}

const REASONS: Record<string, string> = {
  EADDRINUSE: 'is taken by another program',
  EACCES: 'needs rights that this user does not have',
  EADDRNOTAVAIL: 'belongs to an address that this machine does not have',
};

function tryPort(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}
