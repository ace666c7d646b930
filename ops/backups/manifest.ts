// `manifest.json`, the first file of a backup: what is in it, and what it takes to read it.
import type { NotedKey, SecretContents, TableContents } from './contents.ts';

export const MANIFEST_NAME = 'manifest.json';

/** The manifest. */
export interface Manifest {
  /** The version of the program that made the backup. */
  version: string;
  /** Name of the newest migration of the database. */
  migration: string;
  /** `15.14` */
  server_version: string;
  /** Major version of pg_dump: an older pg_restore cannot read what it wrote. */
  pg_dump_version: number;
  taken_at: string;
  /** The size with indexes: the most space that a restore needs. */
  database_bytes: number;
  /** The keys of SECRET_KEY and SECRET_KEY_PREVIOUS that open its secrets; null: none was set when it was made. */
  keys: readonly NotedKey[] | null;
  secrets: readonly SecretContents[];
  tables: Readonly<Record<string, TableContents>>;
  /** Name → bytes of each file of the dump. */
  files: Readonly<Record<string, number>>;
}

/** Compares a restored database with the manifest. Returns the differences as sentences. */
export function compareTables(
  noted: Manifest['tables'],
  restored: Readonly<Record<string, TableContents>>,
): string[] {
  return Object.entries(noted).flatMap(([name, { rows, sample }]) => {
    const found = restored[name];
    if (!found) return [`The table ${name} is missing. It had ${rows} rows.`];
    if (found.rows !== rows) return [`The table ${name} has ${found.rows} rows instead of ${rows}.`];
    return found.sample === sample
      ? []
      : [`The rows of the table ${name} differ from those that were backed up.`];
  });
}

/** The secrets that do not open, as a sentence. */
export function compareSecrets(
  { keys, secrets }: Pick<Manifest, 'keys' | 'secrets'>,
  restored: readonly SecretContents[],
): string[] {
  const before = new Map(secrets.map(({ kind, unreadable }) => [kind, unreadable]));
  // A backup that was made with the wrong key has them all unreadable.
  const lost = restored.filter(
    ({ kind, unreadable, decrypted }) =>
      unreadable > (before.get(kind) ?? 0) || (decrypted === 0 && unreadable > 0),
  );
  if (lost.length === 0) return [];
  const list = lost.map(({ kind, unreadable }) => `${kind}: ${unreadable}`).join(', ');
  const needed = (keys ?? []).filter((key) => key.secrets > 0).map(({ fingerprint }) => fingerprint);
  return [
    `No key in SECRET_KEY or SECRET_KEY_PREVIOUS can decrypt these secrets (${list}). You need keys with these fingerprints: ${needed.join(', ') || 'unknown'}.`,
  ];
}
