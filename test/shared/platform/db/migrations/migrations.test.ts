// The migration source: the files of migrations/, without a way down.
import { readdir } from 'node:fs/promises';
import { expect } from 'chai';
import type { Knex } from 'knex';
import {
  createMigrationSource,
  listMigrations,
} from '../../../../../shared/platform/db/migrations/migrations.ts';
import { failureOf } from '../../../../support/failure-of.ts';

describe('the migrations', () => {
  it('are the files of migrations/, in order and without extension', async () => {
    const files = await readdir(new URL('../../../../../migrations/', import.meta.url));
    const names = await listMigrations();
    expect(names).to.deep.equal(files.map((file) => file.replace(/\.ts$/, '')).sort());
    expect(names[0]).to.equal('0001-accounts');
  });

  it('have numbers without a gap, so that two branches cannot both add the same number', async () => {
    const numbers = (await listMigrations()).map((name) => Number(name.slice(0, 4)));
    expect(numbers).to.deep.equal(numbers.map((_, index) => index + 1));
  });

  it('have a way up, and refuse the way down', async () => {
    for (const name of await listMigrations()) {
      const { up, down } = await createMigrationSource().getMigration(name);
      expect(up, name).to.be.a('function');
      const failure = await failureOf(Promise.resolve(down?.({} as Knex)));
      expect(failure.message, name).to.contain('append-only');
    }
  });
});
