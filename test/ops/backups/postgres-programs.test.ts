// DATABASE_URL as libpq gets it: in variables, with the meaning that `pg` gives to its parts.
import path from 'node:path';
import { expect } from 'chai';
import { libpqVariablesOf } from '../../../ops/backups/postgres-programs.ts';
import { ROOT } from '../../support/documents/root.ts';

const SYSTEM = '/etc/ssl/certs/ca-certificates.crt';
/** A file that `pg` can read. */
const OWN = path.join(ROOT, 'package.json');
const TLS = { PGSSLMODE: 'verify-full', PGSSLROOTCERT: SYSTEM };

describe('libpqVariablesOf', () => {
  const cases: [given: string, variables: Record<string, string>, expected: object][] = [
    [
      'postgres://ana:p%40ss%2Fw%2Brd@db.acme.dev:5433/posthorn',
      {},
      {
        PGHOST: 'db.acme.dev',
        PGPORT: '5433',
        PGUSER: 'ana',
        PGPASSWORD: 'p@ss/w+rd',
        PGDATABASE: 'posthorn',
      },
    ],
    ['postgres://ana:100%@db/p', {}, { PGPASSWORD: '100%' }],
    ['postgres:///posthorn?host=/run/postgresql&application_name=x', {}, { PGHOST: '/run/postgresql' }],
    ['postgres://db/p', {}, { PGSSLMODE: 'disable' }],
    ['postgres://db/p?sslmode=disable', {}, { PGSSLMODE: 'disable' }],
    ['postgres://db/p?sslmode=verify-full', {}, TLS],
    ['postgres://db/p?sslmode=allow', {}, TLS],
    ['postgres://db/p?ssl=true', { NODE_EXTRA_CA_CERTS: '/own.pem' }, { ...TLS, PGSSLROOTCERT: '/own.pem' }],
    [`postgres://db/p?sslrootcert=${OWN}`, {}, { ...TLS, PGSSLROOTCERT: OWN }],
    ['postgres://db/p?sslmode=no-verify', {}, { PGSSLMODE: 'require' }],
    ['postgres://db/p?ssl=no-verify', {}, { PGSSLMODE: 'require' }],
    ['postgres://db/p?uselibpqcompat=true&sslmode=require', {}, { PGSSLMODE: 'require' }],
    [
      `postgres://db/p?uselibpqcompat=true&sslmode=verify-ca&sslrootcert=${OWN}`,
      {},
      { PGSSLMODE: 'verify-ca', PGSSLROOTCERT: OWN },
    ],
  ];
  for (const [given, variables, expected] of cases) {
    it(`connects to ${given.replace(OWN, 'own.pem')} with ${JSON.stringify(variables)} as the product does`, () => {
      expect(libpqVariablesOf(given, variables)).to.include(expected);
    });
  }
});
