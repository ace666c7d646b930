// A database for each run, cloned from a template that is made once: no run inherits rows, bloat or statistics.
import type { Database } from '../../shared/platform/db/connect.ts';
import { queryPatiently } from './open-database.ts';

/** Makes and drops the databases of a bench. */
export interface Databases {
  /**
   * Makes a database that runs will be cloned from.
   * @param from another template that it begins with; absent: it begins empty
   * @returns its connection string
   */
  createTemplate(template: string, from?: string): Promise<string>;
  /** Makes the database of a run. @returns its connection string */
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
  const nameOf = (template: string) => `template_${template}`;
  // Copied as files: page by page through the log would take minutes for a database of some gigabytes.
  const copy = async (name: string, template: string) => {
    await queryPatiently(server, `CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY = FILE_COPY`);
    return urlOf(name);
  };
  return {
    createTemplate: (template, from) =>
      copy(nameOf(template), from === undefined ? 'template1' : nameOf(from)),
    clone: (name, template) => copy(name, nameOf(template)),
    async drop(name) {
      await queryPatiently(server, `DROP DATABASE "${name}"`);
    },
    async checkpoint() {
      await queryPatiently(server, 'CHECKPOINT');
    },
  };
}
