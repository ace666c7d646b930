// A database for each run, cloned from a template that is made once: no run inherits rows, bloat or statistics.
import type { Database } from '../../shared/db/connect.ts';

/** Makes and drops the databases of a bench. */
export interface Databases {
  /** Makes an empty one. */
  create(name: string): Promise<string>;
  /** Makes a copy of one that nobody is connected to. */
  clone(name: string, template: string): Promise<string>;
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
  return {
    async create(name) {
      await server.query(`CREATE DATABASE "${name}"`);
      return urlOf(name);
    },
    async clone(name, template) {
      await server.query(`CREATE DATABASE "${name}" TEMPLATE "${template}"`);
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
