// Chooses where the tests keep their temporary files. A cluster is a thousand small files, each test file adds some
// hundred more, and all are removed again: on a disk that costs more than the tests, so they are in memory where the
// machine has a place for that. Docker's default place (64 MB, no programs) is too small and is not used.
import { readFileSync, statfsSync } from 'node:fs';

const MEMORY_DIRECTORY = '/dev/shm';
/** statfs(2). */
const TMPFS_MAGIC = 0x01021994;
/** A run needs less than 1 GiB; the rest is for other processes. */
const NEEDED_BYTES = 3 * 1024 ** 3;

/** A directory in memory that has room and allows programs; undefined if there is none: use the default directory. */
export function findMemoryDirectory(): string | undefined {
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY_DIRECTORY);
    const room = Math.min(bavail * bsize, process.availableMemory());
    return type === TMPFS_MAGIC && room >= NEEDED_BYTES && mayHoldPrograms() ? MEMORY_DIRECTORY : undefined;
  } catch {
    // Not Linux, or nothing is mounted there.
    return undefined;
  }
}

/** Programs must be allowed, because the test of a clone runs the Postgres in it. */
function mayHoldPrograms(): boolean {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const options = mounts
    .map((line) => line.split(' '))
    .findLast(([, place]) => place === MEMORY_DIRECTORY)?.[3];
  return options !== undefined && !options.split(',').includes('noexec');
}
