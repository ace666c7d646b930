// Postgres settings of our own clusters: for a laptop that also runs other programs, and for the short statements of a
// queue and a mail store. PostgreSQL 15 understands all of them unless a version is given.

/** Postgres 18 reads through three more processes by default; on a small machine they only take memory. */
const SYNCHRONOUS_IO_SINCE = 18;

/**
 * The settings in the form in which the server takes them.
 * @param version major version of the server
 * @param overrides settings of the caller that replace ours
 */
export function serverSettings(
  version: number,
  overrides: Record<string, string> = {},
): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    // No Unix socket: its path may have 107 characters at most and would have to be in a directory open to every user.
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '64MB',
    max_wal_size: '4GB',
    // JIT compilation takes longer than our statements run.
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

/** Settings for a temporary cluster: its data need not survive a crash, so it never waits for the disk. */
export const THROWAWAY_SETTINGS: Record<string, string> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};
