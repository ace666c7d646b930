// Server settings of our own clusters: sized for a laptop that does other things too, and for a queue and a mail
// store of short statements. Everything here is understood by PostgreSQL 15 unless a version stands beside it.

/** Postgres 18 reads through three more processes by default; on a small machine they only take memory. */
const SYNCHRONOUS_IO_SINCE = 18;

/**
 * The settings as the server takes them.
 * @param version major version of the server
 * @param overrides settings of the caller; they win
 */
export function serverSettings(
  version: number,
  overrides: Record<string, string> = {},
): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    // A path of 107 characters at most would have to lie where every local user can look.
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '64MB',
    max_wal_size: '4GB',
    // Compiling takes longer than our statements run.
    jit: 'off',
    // No logical replication, so no launcher process.
    max_logical_replication_workers: '0',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    ...(version >= SYNCHRONOUS_IO_SINCE ? { io_method: 'sync' } : {}),
    ...overrides,
  };
}

/** Settings for a cluster that is thrown away: nothing is worth waiting for the disk. */
export const THROWAWAY_SETTINGS: Record<string, string> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};
