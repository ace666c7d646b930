// A database for each run, cloned from a template that is made once: no run inherits rows, bloat or statistics.
import type { Database } from '../../shared/db/connect.ts';

/** Makes and drops the databases of a bench. */
export interface Databases {
  /** Makes the empty database that the runs of a family will be cloned from. */
  createTemplate(family: string): Promise<string>;
  /** Makes the database of a run. */
  clone(name: string, family: string): Promise<string>;
  drop(name: string): Promise<void>;
  /** Writes what earlier runs have left to write, so that a run pays for its own pages only. */
  checkpoint(): Promise<void>;
}

/**
 * @param server a pool on any database of the server, as superuser
 * @param serverUrl its connection string
 */
export function createDatabases(server: Database, serverUrl: string): Databases {
  const urlOf = (name: string) => {
    const url = new URL(serverUrl);
    url.pathname = `/${name}`;
    return url.href;
  };
  const templateOf = (family: string) => `template_${family}`;
  return {
    async createTemplate(family) {
      await server.query(`CREATE DATABASE "${templateOf(family)}"`);
      return urlOf(templateOf(family));
    },
    async clone(name, family) {
      await server.query(`CREATE DATABASE "${name}" TEMPLATE "${templateOf(family)}"`);
      return urlOf(name);
    },
    async drop(name) {
      await server.query(`DROP DATABASE "${name}"`);
    },
    async checkpoint() {
      await server.query('CHECKPOINT');
    },
  };
}
