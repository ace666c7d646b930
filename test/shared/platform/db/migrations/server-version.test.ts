// Which servers are refused. Only supported ones run here, so a known old one is described instead.
import { expect } from 'chai';
import {
  describeServerProblem,
  findServerProblem,
} from '../../../../../shared/platform/db/migrations/server-version.ts';
import { useDatabase } from '../../../../support/database/database.ts';

describe('The server', () => {
  const database = useDatabase();

  it('of this run is supported', async () => {
    expect(await findServerProblem(database.pool)).to.equal(undefined);
  });

  it('may not be older than PostgreSQL 15', () => {
    const old = { number: 140_011, name: '14.11 (Debian 14.11-1)', encoding: 'UTF8' };
    expect(describeServerProblem(old)).to.equal(
      'Posthorn needs PostgreSQL 15 or newer, but this server is 14.11 (Debian 14.11-1).',
    );
    expect(describeServerProblem({ ...old, number: 150_000 })).to.equal(undefined);
  });

  it('must store text as UTF-8', () => {
    const ascii = { number: 180_004, name: '18.4', encoding: 'SQL_ASCII' };
    expect(describeServerProblem(ascii)).to.include('SQL_ASCII');
  });
});
