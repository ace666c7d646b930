// Opens a listening port, or reports in one sentence why that is not possible: the user of `npm start` reads it.
import type { AddressInfo, Server } from 'node:net';
import { StartError } from '../start-error.ts';

/** The port and its purpose. */
export interface ListenOptions {
  host: string;
  /** 0 picks a free port. */
  port: number;
  /** Used in the error message, for example "the inbox's SMTP server". */
  purpose: string;
}

/**
 * Starts to listen and returns the port.
 * @throws StartError when the port is not available
 */
export function listen(server: Server, { host, port, purpose }: ListenOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => {
      reject(new StartError(describe(error, port, purpose), { cause: error }));
    };
    server.once('error', refuse);
    server.listen(port, host, () => {
      server.off('error', refuse);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function describe(error: NodeJS.ErrnoException, port: number, purpose: string): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} for ${purpose} is taken by another program.`;
  if (error.code === 'EACCES')
    return `Port ${port} for ${purpose} needs rights that this user does not have.`;
  return `Port ${port} for ${purpose} cannot be opened: ${error.message}.`;
}
