// Every environment variable that the service reads is in the table of docs/operations.md, and the table has no other. The
// connections to Postgres that docs/deploy.md counts are those that the processes open.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { connectionsOf } from '../../ops/setup/connections.ts';
import { loadConfig } from '../../shared/platform/config/config.ts';
import { readAppManifest } from '../deploy/support/app-manifest.ts';
import { readCompose } from '../deploy/support/compose.ts';
import { configurationNames, namesIn } from '../support/documents/configuration-names.ts';
import { ROOT } from '../support/documents/root.ts';
import { readProcfile } from '../support/processes/procfile.ts';

/** The first cells of the table of a section. */
function rowsOf(document: string, heading: string): string[] {
  const section = document.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^\| `(?<name>[A-Z_]+)` +\|/gm)].map(({ groups }) => groups?.['name'] ?? '');
}

const { databasePoolSize } = loadConfig({ DATABASE_URL: 'postgres://127.0.0.1/posthorn' });
/** The connections of heroku-postgresql:standard-0 (https://devcenter.heroku.com/articles/heroku-postgres-plans). */
const HEROKU_CONNECTIONS = 120;
const MAIL_PROCESSES = ['inbound', 'submission', 'worker-inbound'];

/** With one process of each type. */
function sumOfConnections({ withMail = true, ...options }): number {
  const given = { poolSize: databasePoolSize, onRedis: false, ...options };
  const types = [...readProcfile().keys()].filter(
    (type) => type !== 'release' && (withMail || !MAIL_PROCESSES.includes(type)),
  );
  return types.reduce((sum, type) => sum + connectionsOf(type, given), 0);
}

describe('The configuration', () => {
  const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

  it('is described in docs/operations.md, variable by variable', () => {
    const names = configurationNames();
    expect(names).to.have.length.above(20);
    expect(rowsOf(read('docs/operations.md'), 'Configuration')).to.have.members(names);
  });

  it('has room for all connections to Postgres, which docs/deploy.md counts', () => {
    const page = read('docs/deploy.md');
    const all = sumOfConnections({});
    expect(page).to.include(
      `one process each up to ${all}; ${sumOfConnections({ withMail: false })} without \`inbound\`, ` +
        `\`worker-inbound\` and \`submission\`; ${sumOfConnections({ onRedis: true })} with Redis.`,
    );
    // A second `web` and a second worker fit too.
    const given = { poolSize: databasePoolSize, onRedis: false };
    const needed = all + connectionsOf('web', given) + connectionsOf('worker-audience', given);
    const { postgres } = readCompose().services;
    for (const setting of [postgres?.command?.join(' ') ?? '', page]) {
      const [, allowed] = /max_connections ?= ?(\d+)/.exec(setting) ?? [];
      expect(Number(allowed), setting.slice(0, 80)).to.be.above(needed);
    }
    const { DATABASE_POOL_SIZE } = readAppManifest().env;
    const poolSize = Number(DATABASE_POOL_SIZE?.value);
    expect(page).to.include(` DATABASE_POOL_SIZE=${poolSize} `);
    expect(sumOfConnections({ poolSize, withMail: false })).to.be.below(HEROKU_CONNECTIONS);
  });

  it('would not pass with a variable without a row', () => {
    const names = namesIn('  PORT: Joi.number(),\n  HOST: Joi.string(),\n');
    expect(names).to.deep.equal(['PORT', 'HOST']);
    expect(
      rowsOf('## A\n\n| `HOST` | x |\n\n## Configuration\n\n| `PORT` | x |\n', 'Configuration'),
    ).to.deep.equal(['PORT']);
  });
});
