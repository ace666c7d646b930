// Makes a Postgres of a test refuse connections without TLS, with a certificate that no authority has signed, as
// hosted databases do.
import { chmod, chown, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { failureOf } from '../failure-of.ts';
import { eventually } from '../time/eventually.ts';
import { withServer } from './database.ts';

/** SQLSTATE of a server that has no rule for a connection of this kind. */
const NOT_ALLOWED = '28000';

/** @param server URL of a superuser's connection without TLS, which is refused from now on */
export async function requireTls(server: string): Promise<void> {
  await withServer(server, async (client) => {
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    const directory = rows[0]?.data_directory ?? '';
    await copyFor(directory, 'test-tls-certificate.pem', 'server.crt');
    await copyFor(directory, 'test-tls-key.pem', 'server.key');
    await writeFile(path.join(directory, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 scram-sha-256\n');
    await client.query('ALTER SYSTEM SET ssl = on');
    await client.query('SELECT pg_reload_conf()');
  });
  await eventually('the server refuses a connection without TLS', async () => {
    const { code } = await failureOf(withServer(server, (client) => client.query('SELECT 1')));
    return code === NOT_ALLOWED;
  });
}

/** Postgres reads a key only if it belongs to its own user and no other user may read it. */
async function copyFor(directory: string, source: string, name: string): Promise<void> {
  const file = path.join(directory, name);
  const { uid, gid } = await stat(directory);
  await writeFile(file, await readFile(new URL(source, import.meta.url)));
  await chown(file, uid, gid);
  await chmod(file, 0o600);
}
