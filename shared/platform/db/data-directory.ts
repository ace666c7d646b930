// Finds where Postgres keeps its data, if it runs on this machine: for checks that watch its disk.
import { stat } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import type { Queryable } from './connect.ts';

/** The data directory of Debian's packages: only a superuser may ask the server for its own. */
const USUAL_DIRECTORY = '/var/lib/postgresql';

/** Its directory, or why its disk is not seen from here, in words. */
export type DataDirectory = { path: string } | { unseen: string };

export async function findDataDirectory(database: Queryable): Promise<DataDirectory> {
  const { rows } = await database.query<{ address: string | null; path: string | null }>(
    `SELECT host(inet_server_addr()) AS address,
            (SELECT setting FROM pg_settings WHERE name = 'data_directory') AS path`,
  );
  const { address = null, path = null } = rows[0] ?? {};
  const ours = Object.values(networkInterfaces()).flatMap((each) => each?.map((one) => one.address) ?? []);
  // Null: a socket of this machine.
  if (address !== null && !ours.includes(address)) return { unseen: `Postgres runs at ${address}` };
  const directory = path ?? USUAL_DIRECTORY;
  const found = await stat(directory).catch(() => undefined);
  return found ? { path: directory } : { unseen: `${directory} is not there` };
}
