// Creates a database for each run, cloned from a template that is made once: no run inherits rows, bloat or statistics.
import type { Database } from '../../shared/platform/db/connect.ts';
import { queryWithoutTimeout } from './open-database.ts';

/** Creates and drops the databases of a bench. */
export interface Databases {
  /**
   * Creates a database from which runs will be cloned.
   * @param from another template to copy; if absent, the new one is empty
   * @returns its connection string
   */
  createTemplate(template: string, from?: string): Promise<string>;
  /** Creates the database of a run. @returns its connection string */
  clone(name: string, template: string): Promise<string>;
  drop(name: string): Promise<void>;
  /** Writes the dirty pages of earlier runs, so that a run pays only for its own. */
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
  // Copied as files: page by page through the WAL would take minutes for a database of some gigabytes.
  const copy = async (name: string, template: string) => {
    await queryWithoutTimeout(
      server,
      `CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY = FILE_COPY`,
    );
    return urlOf(name);
  };
  return {
    createTemplate: (template, from) =>
      copy(nameOf(template), from === undefined ? 'template1' : nameOf(from)),
    clone: (name, template) => copy(name, nameOf(template)),
    async drop(name) {
      await queryWithoutTimeout(server, `DROP DATABASE "${name}"`);
    },
    async checkpoint() {
      await queryWithoutTimeout(server, 'CHECKPOINT');
    },
  };
}
